"""Matches between engines, refereed by skep's rules, with statistics on the significance of the result."""
