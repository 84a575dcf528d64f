"""The pictures of the pages: reports as a browser shows them, and a part of a map."""
