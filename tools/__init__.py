"""Programs for developing skep: the prose check and the extensions that build the documentation."""
