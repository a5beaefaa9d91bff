"""Each module is one evening: from switching on until the machine is off again."""
