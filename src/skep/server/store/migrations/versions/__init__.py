"""One file per migration; each names its predecessor."""
