"""Teams: players who belong together, their leaders, and their chats."""
