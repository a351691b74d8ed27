"""Two hundred players in an arena on two servers, of which one after the other is killed (``make arena``)."""
