"""M17: who pressed first."""
