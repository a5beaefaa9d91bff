"""The pages, one in each module. They read from the house and the reception, and say what they find in the language of
the phone that looks.
"""
