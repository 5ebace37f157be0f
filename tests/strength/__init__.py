"""How well the bots play: levels against each other on the same deals, and against double-dummy play."""
