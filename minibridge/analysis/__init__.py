"""Double-dummy analysis: what every card is worth when all four hands are seen.

The solver runs in a process of its own, which the site can lose at any moment; nothing that decides what is
legal comes from it.
"""
