"""Pictures of positions: SVG, and coloured text for a terminal."""
