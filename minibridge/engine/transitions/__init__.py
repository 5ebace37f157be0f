"""What each action makes of the state of a board.

A module for each stage of a deal and for each thing that may happen in it. Every function takes a state and
gives the next one, or raises the error that says why not; only :mod:`minibridge.engine.state` calls them from
outside.
"""
