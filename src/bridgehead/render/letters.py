"""How wide words are, near enough to place them without loading a font."""

from unicodedata import normalize

WIDTHS = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-/()",
        (
            *(
                51,
                58,
                49,
                57,
                51,
                35,
                52,
                60,
                30,
                28,
                55,
                30,
                90,
                61,
                55,
                58,
                56,
                42,
                43,
                32,
                58,
                50,
                76,
                53,
                51,
                46,
            ),
            *(
                66,
                63,
                63,
                71,
                60,
                58,
                68,
                79,
                37,
                37,
                67,
                60,
                90,
                74,
                71,
                59,
                71,
                65,
                51,
                60,
                73,
                67,
                96,
                65,
                63,
                55,
            ),
            *(50, 50, 51, 50, 50, 51, 51, 48, 51, 52, 23, 30, 31, 33, 34, 34),
        ),
        strict=True,
    )
)
"""Hundredths of the font size, in a serif face of the usual cut."""
OTHERS = 60


def width(text: str, size: float, spacing: float = 0.0) -> float:
    """The width of a word, a little on the safe side."""
    plain = normalize("NFD", text)
    hundredths = sum(WIDTHS.get(letter, OTHERS) for letter in plain if not "\u0300" <= letter <= "\u036f")
    return hundredths * size / 100 * 1.04 + spacing * len(text)
