"""What only the pages of Amsterdam show."""
