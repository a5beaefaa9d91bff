"""What only the pages of Merchants of Amsterdam show."""
