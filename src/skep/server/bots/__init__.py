"""The bot API, in the form of Lichess's: programs play with an account of their own, or for a person."""
