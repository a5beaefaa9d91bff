"""The wall: one page with all tables of a convention, for a big screen. It knows no house and no device of its own."""
