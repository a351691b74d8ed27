"""The table: games in the browser, live, stored before they are told."""
