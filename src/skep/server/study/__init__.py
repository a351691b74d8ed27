"""The study: positions, analysis, records, reviews and the explorer."""
