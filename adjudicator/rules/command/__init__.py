"""Command: headquarters, the units that they activate, and what those may do."""
