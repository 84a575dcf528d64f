"""Every kind of trait that VASSAL knows."""
