"""A second opinion: what rulebooks say, written once more as slowly and plainly as can be, from their text and the tables of the
games alone, and compared with the judges on random positions. `make properties EXAMPLES=50` compares many more.
"""
