"""Pictures of positions as plain values, made where table and action are known. Nothing here says how they look."""

from .build import of_opinion, of_played
from .model import Picture

__all__ = ["Picture", "of_opinion", "of_played"]
