"""What only the pages of Mercurius show."""
