"""The server: live games, the analysis board, the school, and the page that shows them."""
