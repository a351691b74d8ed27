"""The study: looking at any position, the engine beside it, records, reviews, the explorer."""
