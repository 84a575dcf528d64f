"""Changing one number or comparison of a rule at a time, to see whether some case or test notices."""
