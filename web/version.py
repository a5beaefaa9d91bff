"""Which version of the program this is."""

from companion.version import installed_version as version_here

__all__ = ["version_here"]
