"""Public data: games as streams and as monthly files, puzzles, pictures, and boards for other sites."""
