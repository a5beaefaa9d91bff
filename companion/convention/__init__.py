"""Many tables side by side: each box tells a broker what an onlooker may see of its table, and a wall collects all of
them. Nothing here is needed for a game, and nothing here can hold one up.
"""

PART = "mqtt"
"""As which its troubles are told."""
