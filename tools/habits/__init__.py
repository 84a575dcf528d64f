"""The clumsy player."""
