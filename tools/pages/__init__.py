"""The pages in docs/ and the README: what their console blocks say is what the program says."""
