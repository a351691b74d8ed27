"""Pictures of positions: SVG, PNG, animated GIF, and coloured text for a terminal."""
