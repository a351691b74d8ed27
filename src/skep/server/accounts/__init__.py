"""People: guests, their cookies, the secrets of links."""
