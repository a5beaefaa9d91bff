"""The page: the table on a screen, and in simulation the device itself. Flask lives here and nowhere else."""
