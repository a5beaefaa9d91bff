"""From a checkout to a box: what `systemd/install` does. Nothing but the standard library: it runs before all else."""
