"""The box on a whole emulated Pi: what `systemd/rehearse` is made of. `guest` runs inside it, the rest outside."""
