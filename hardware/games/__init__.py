"""What is seen and heard of each game: a module for each, with one value that the device looks up."""
