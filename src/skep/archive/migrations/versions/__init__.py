"""One file per migration. Each names its predecessor."""
