"""What `benchmarks/web.py` is made of: the device, those who look at it, and a browser, each in its own process."""
