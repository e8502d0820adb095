"""Counters: one 100 by 100 drawing for each face.

A nationality is known by colour and, for whoever does not see colours, by the shape of its frame.
"""

from functools import lru_cache
from zlib import crc32

import msgspec

from bridgehead.render.letters import width
from bridgehead.render.sheet import escaped, num
from bridgehead.render.style import SANS
from bridgehead.render.symbols import BADGES, symbol
from bridgehead.toolkit.wargame import Face

ROUND = "M14 2H86A12 12 0 0 1 98 14V86A12 12 0 0 1 86 98H14A12 12 0 0 1 2 86V14A12 12 0 0 1 14 2Z"
CUT = "M14 2H86L98 14V86L86 98H14L2 86V14Z"
SHARP = "M2 2H98V98H2Z"
ARCHED = "M2 26A24 24 0 0 1 26 2H74A24 24 0 0 1 98 26V92A6 6 0 0 1 92 98H8A6 6 0 0 1 2 92Z"
KEEL = "M8 2H92A6 6 0 0 1 98 8V80L84 98H16L2 80V8A6 6 0 0 1 8 2Z"


class Nation(msgspec.Struct, frozen=True):
    """How the counters of a nationality look."""

    fill: str
    frame: str
    ink: str
    shape: str = ROUND
    extra: str = ""
    """Drawn over the frame: the rest of the shape cue."""


NATIONS = {
    "german": Nation("#93a6b5", "#33424f", "#161c22", ROUND),
    "soviet": Nation("#b4634a", "#5a2115", "#fff6ea", CUT),
    "polish": Nation(
        "#f6f2ec",
        "#b3202f",
        "#1d1717",
        ROUND,
        '<path d="M2 72V86A12 12 0 0 0 14 98H86A12 12 0 0 0 98 86V72" fill="none" stroke="#b3202f" '
        'stroke-width="7"/>',
    ),
    "american": Nation("#7f8449", "#333817", "#fdfbe9", ARCHED),
    "german1914": Nation(
        "#56748f",
        "#1c2c3a",
        "#f7fafc",
        SHARP,
        '<path d="M7 7H93V93H7Z" fill="none" stroke="#f7fafc" stroke-opacity=".55" stroke-width="1.6"/>',
    ),
    "russian1914": Nation("#bcc6a2", "#434d2b", "#1a1d12", KEEL),
}
OTHER = Nation("#cfc8b8", "#55503f", "#1d1b16", ROUND)

BANDS = (
    *("#c9a227", "#3b6ea5", "#7a4b94", "#2f855a", "#c05621", "#b83280", "#4a5568", "#8b5e34"),
    *("#0f766e", "#9b2c2c", "#d69e2e", "#5a67d8", "#718096", "#6b8e23", "#e07a5f", "#2c5282"),
    *("#a0522d", "#4d7c8a", "#bc6c25", "#606c38", "#9d4edd", "#d4a373", "#1d7874", "#ae2012"),
)
"""Colours of formations: equal formations get equal colours."""

CORNERS = ((12.5, 12.5), (87.5, 12.5), (12.5, 87.5), (87.5, 87.5))
DISCS = ("●", "○")
INK = "#1b1916"
FONT = f'font-family="{SANS}" font-weight="700"'


@lru_cache(maxsize=8192)
def counter_svg(face: Face) -> str:
    """The inside of a `<symbol viewBox="0 0 100 100">` showing a face."""
    nation = NATIONS.get(face.nationality, OTHER)
    return "".join(
        (
            f"<title>{escaped(face.name or face.label)}</title>",
            broken_frame(nation) if face.reduced else frame(nation),
            band(face),
            sign(nation, face),
            identity(nation, face.label),
            values(nation, face.values, face.badges),
            badges(face.badges),
        )
    )


@lru_cache(maxsize=1024)
def back_svg(face: Face) -> str:
    """The same for the back of a hidden counter: what everybody may know, in outline."""
    nation = NATIONS.get(face.nationality, OTHER)
    known = sign(nation, face) if face.symbol else ""
    lines = (
        f'<path d="M20 98L98 20M2 64L64 2M50 98L98 50M2 34L34 2" stroke="{nation.frame}" '
        f'stroke-opacity=".28" stroke-width="5"/>'
    )
    mark = "" if known else text(50, 66, "?", 48, nation.ink, opacity=0.8)
    return "".join(
        (
            f"<title>{escaped(face.name or 'hidden')}</title>",
            frame(nation),
            lines,
            known,
            mark,
            identity(nation, face.label),
            values(nation, face.values),
        )
    )


def frame(nation: Nation) -> str:
    """The counter itself."""
    return (
        f'<path d="{nation.shape}" fill="{nation.fill}" stroke="{nation.frame}" stroke-width="3.4"/>'
        f"{nation.extra}"
    )


def broken_frame(nation: Nation) -> str:
    """A reduced counter: its frame is broken and a stripe runs across it."""
    return (
        f'<path d="{nation.shape}" fill="{nation.fill}"/>'
        f'<path d="M4 70L70 4H92L4 92Z" fill="{nation.ink}" opacity=".22"/>'
        f'<path d="{nation.shape}" fill="none" stroke="{nation.frame}" stroke-width="3.4" '
        f'stroke-dasharray="13 6"/>{nation.extra}'
    )


def sign(nation: Nation, face: Face) -> str:
    """The symbol in its box, the size above it."""
    size = text(50, 20, face.size, 15, nation.ink, most=42) if face.size else ""
    return (
        f'{size}<g class="sign" fill="none" stroke="{INK}" stroke-width="2.2" stroke-linejoin="round" {FONT}>'
        f'<rect x="27" y="24" width="46" height="30" fill="#fbf8ef"/>'
        f"{filled(symbol(face.symbol))}</g>"
    )


@lru_cache(maxsize=256)
def filled(drawing: str) -> str:
    """The classes of a symbol as attributes: an SVG of its own knows no style sheet."""
    return drawing.replace('class="full"', f'fill="{INK}" stroke="none"').replace(
        'class="bold"', 'stroke-width="3.4"'
    )


def band(face: Face) -> str:
    """The formation at the right, on its colour."""
    short = face.band or shortened(face.formation)
    if not short:
        return ""
    colour = face.colour or formation_colour(face.formation)
    ink = "#fffdf6" if brightness(colour) < 0.55 else INK
    box = f'<rect x="78" y="22" width="16" height="46" rx="3" fill="{colour}" stroke="{INK}"/>'
    return box + turned(86, 45, short, 13, ink, 43)


def shortened(formation: str) -> str:
    """A long formation as its number and initials, or as the beginning of its name."""
    if not formation:
        return ""
    if width(formation, 8.5) <= 43:
        return formation
    first, *rest = formation.replace("-", " ").split()
    if first[0].isdigit():
        number = "".join(letter for letter in first if letter.isdigit())
        return f"{number} {''.join(word[0] for word in rest if word[0].isupper())[:3]}".strip()
    return first[:7]


def identity(nation: Nation, label: str) -> str:
    """The identity at the left, read upward."""
    return turned(15, 42, label, 16, nation.ink, 50) if label else ""


def values(nation: Nation, printed: str, taken: tuple[str, ...] = ()) -> str:
    """The printed values, between the lower badges; `●3` and `○9` become a number in a disc."""
    if not printed:
        return ""
    corners = {BADGES[name][0] for name in taken if name in BADGES}
    left, right = 24 if 2 in corners else 7, 76 if 3 in corners else 93
    words = [word for word in printed.split(" ") if word[:1] not in DISCS]
    discs = [word for word in printed.split(" ") if word[:1] in DISCS]
    plain = " ".join(words)
    wide = width(plain, 1.0) + 1.15 * len(discs)
    size = min(31.0, (right - left) / wide)
    start = (left + right - wide * size) / 2
    parts = [text(start + width(plain, size) / 2, 88, plain, size, nation.ink, most=100)]
    for i, word in enumerate(discs):
        x = start + width(plain, size) + (0.62 + 1.15 * i) * size
        parts.append(disc(nation, x, word, size))
    return "".join(parts)


def disc(nation: Nation, x: float, word: str, size: float) -> str:
    """A number in a full or an open disc."""
    full = word[0] == "●"
    fill, ink = (nation.ink, nation.fill) if full else ("none", nation.ink)
    middle = 88 - size * 0.33
    return (
        f'<circle cx="{num(x)}" cy="{num(middle)}" r="{num(size * 0.5)}" fill="{fill}" stroke="{nation.ink}" '
        f'stroke-width="1.6"/>{text(x, middle + size * 0.24, word[1:], size * 0.7, ink, most=size * 0.8)}'
    )


def badges(names: tuple[str, ...]) -> str:
    """At most one condition a corner: the first named that belongs there."""
    shown: dict[int, str] = {}
    for name in names:
        if name in BADGES:
            shown.setdefault(BADGES[name][0], name)
    return "".join(badge(shown[corner], *CORNERS[corner]) for corner in sorted(shown))


def badge(name: str, x: float, y: float) -> str:
    _, colour, drawing = BADGES[name]
    drawing = drawing.replace('class="full"', 'fill="#fff" stroke="none"')
    return (
        f'<g class="badge {name}" transform="translate({num(x)} {num(y)})">'
        f'<circle r="11" fill="{colour}" stroke="#fffdf6" stroke-width="1.8"/>'
        f'<g fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">'
        f"{drawing}</g></g>"
    )


def text(
    x: float, y: float, words: str, size: float, ink: str, most: float = 90, opacity: float = 1.0
) -> str:
    """Words centred at a point, as large as fits."""
    size = min(size, size * most / max(width(words, size), 1.0))
    faint = f' opacity="{opacity:g}"' if opacity < 1 else ""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" text-anchor="middle" fill="{ink}" '
        f"{FONT}{faint}>{escaped(words)}</text>"
    )


def turned(x: float, y: float, words: str, size: float, ink: str, most: float) -> str:
    """Words read from below."""
    size = min(size, size * most / max(width(words, size), 1.0))
    return (
        f'<text transform="translate({num(x + size * 0.35)} {num(y)}) rotate(-90)" font-size="{num(size)}" '
        f'text-anchor="middle" fill="{ink}" {FONT}>{escaped(words)}</text>'
    )


def formation_colour(formation: str) -> str:
    return BANDS[crc32(formation.encode()) % len(BANDS)]


def brightness(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue
