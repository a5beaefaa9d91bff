"""The panel: buttons, lamps, display, dial and sounds. gpiozero and luma live here and nowhere else."""
