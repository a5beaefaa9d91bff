"""A page as PDF: the same drawing, with text that can be searched, in the founts that every reader has."""

from companion.prints.paper import Paper


def pdf_from(svg: str, paper: Paper, title: str) -> bytes:
    """Of an SVG that is as large as the paper, in millimetres."""
    from fpdf import FPDF  # noqa: PLC0415  takes a while to load, and few want to print
    from fpdf.svg import SVGObject  # noqa: PLC0415

    sheet = FPDF(unit="mm", format=(paper.width, paper.height))
    sheet.set_margin(0)
    sheet.set_auto_page_break(False)
    sheet.set_title(title)
    sheet.add_page()
    SVGObject(_in_its_letters(svg)).draw_to_page(sheet)
    return bytes(sheet.output())


def _in_its_letters(svg: str) -> str:
    """Its own founts have the letters of Western Europe; of others it would draw none at all."""
    return svg.encode("latin-1", "replace").decode("latin-1")
