"""The attacks, one module per subject. Each is a function that attacks a target until it is cancelled."""
