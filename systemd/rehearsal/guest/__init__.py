"""What runs inside the emulated Pi, by the system's own Python; only `pins` needs the product's."""
