"""The rules of minibridge: immutable values and pure functions, from the standard library alone."""
