"""Large figures, to be read from the other side of the table."""

_FIGURES = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", " ##", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "S": ("###", "#  ", "###", "  #", "###"),
    "T": ("###", " # ", " # ", " # ", " # "),
    "A": ("###", "# #", "###", "# #", "# #"),
    "R": ("## ", "# #", "## ", "# #", "# #"),
}
HEIGHT = 5


def large(text: str, pixel: str) -> list[str]:
    """The text in five lines, each point two columns wide; what has no large figure stays as it is, in the middle."""
    letters = [_FIGURES.get(letter.upper()) for letter in text]
    if None in letters:
        return ["", "", text, "", ""]
    rows = ["  ".join(letter[row] for letter in letters if letter) for row in range(HEIGHT)]
    return ["".join(2 * (pixel if point == "#" else " ") for point in row).rstrip() for row in rows]
