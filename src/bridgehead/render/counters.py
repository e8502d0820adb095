"""Counters: one 100 by 100 drawing for each face.

A nationality is known by colour and, for whoever does not see colours, by the shape of its frame.
"""

from functools import lru_cache
from math import cos, pi, sin
from zlib import crc32

import msgspec

from bridgehead.render.letters import width
from bridgehead.render.sheet import escaped, group, num
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
INK = "#1b1916"
PALE = "#fffdf6"
FONT = f'font-family="{SANS}" font-weight="700"'
"""The lettering of counters, said once by whoever holds one."""

DISCS = {"●": ("#b3201c", PALE), "○": ("#f2cf45", INK), "◎": (PALE, INK)}
"""Numbers in a disc, with their ground and ink: armor, range of guns, range of command."""
RINGS = ("●", "○")
STARS = {"★": "#1b1916", "☆": "#ffffff", "✦": "#f4cc2f", "✶": "#2f6fd0"}
FIGURES = {
    "blue": ("#f4f1e6", "#1743a8"),
    "green": ("#f4f1e6", "#14692c"),
    "foot": ("#f2cf45", INK),
    "motorized": ("#b3201c", PALE),
}
"""Figures printed in a way of their own, with their ground and ink."""


@lru_cache(maxsize=8192)
def counter_svg(face: Face) -> str:
    """The inside of a `<symbol viewBox="0 0 100 100">` showing a face."""
    nation = nation_of(face)
    return "".join(
        (
            f"<title>{escaped(face.name or face.label)}</title>",
            broken_frame(nation) if face.reduced else frame(nation),
            band(face),
            sign(nation, face),
            identity(nation, face),
            disc(14.5, 66, Figure(ring(face)[1:], ring(face)[0]), 20) if ring(face) else "",
            values(nation, face),
            badges(face.badges),
        )
    )


@lru_cache(maxsize=1024)
def back_svg(face: Face) -> str:
    """The same for the back of a hidden counter: what everybody may know, in outline."""
    nation = nation_of(face)
    known = sign(nation, face) if face.symbol else ""
    lines = (
        f'<path d="M20 98L98 20M2 64L64 2M50 98L98 50M2 34L34 2" stroke="{nation.frame}" '
        f'stroke-opacity=".28" stroke-width="5"/>'
    )
    mark = "" if known else f'<g class="unknown">{text(50, 66, "?", 48, nation.ink, opacity=0.8)}</g>'
    said = text(50, 90, face.label, 18, nation.ink, most=86) if face.label else ""
    title = f"<title>{escaped(face.name or 'hidden')}</title>"
    return "".join((title, frame(nation), lines, known, mark, said, badges(face.badges)))


def nation_of(face: Face) -> Nation:
    """How a face's nation looks, on a ground of its own where it has one."""
    nation = NATIONS.get(face.nationality, OTHER)
    if not face.ground:
        return nation
    ink = INK if brightness(face.ground) > 0.5 else PALE
    return msgspec.structs.replace(nation, fill=face.ground, ink=ink)


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
    """The symbol in its box, the size above it; the strength is told to whoever draws it smaller."""
    size = text(50, 20, face.size, 15, nation.ink, most=42) if face.size else ""
    return (
        f'{size}<g class="sign" data-strength="{escaped(strength(face))}" data-ink="{nation.ink}" '
        f'fill="none" stroke="{INK}" stroke-width="2.2" stroke-linejoin="round">'
        f'<rect x="27" y="24" width="46" height="30" fill="#fbf8ef"/>'
        f"{filled(symbol(face.symbol))}</g>"
    )


def strength(face: Face) -> str:
    """The first printed value: what is left on a counter seen from afar."""
    first = face.values.split(" ")[0]
    return "" if first[:1] in DISCS else first.lstrip("(").split("-")[0].rstrip(")") if first else ""


@lru_cache(maxsize=256)
def filled(drawing: str) -> str:
    """The classes of a symbol as attributes: an SVG of its own knows no style sheet."""
    return drawing.replace('class="full"', f'fill="{INK}" stroke="none"').replace(
        'class="bold"', 'stroke-width="3.4"'
    )


def band(face: Face) -> str:
    """The formation at the right, on its colour, with the stripe of its own."""
    short = face.band or shortened(face.formation)
    if not short:
        return ""
    colour = face.colour or formation_colour(face.formation)
    box = f'<rect x="77" y="22" width="18" height="45" rx="3" fill="{colour}" stroke="{INK}"/>'
    if face.stripe:
        box += f'<path class="stripe" d="M79.5 22.6V66.4" stroke="{face.stripe}" stroke-width="4"/>'
    ink = PALE if brightness(colour) < 0.55 else INK
    return box + turned(87.6 if face.stripe else 86, 44.5, short, 14.5, ink, 42)


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


SMALL = 12.5
"""Letters of an identity too long for one line."""


def identity(nation: Nation, face: Face) -> str:
    """The identity at the left, read upward, unless the band says the same."""
    if face.label in ("", face.band):
        return ""
    middle, most = (36, 42) if ring(face) else (43, 50)
    first, _, rest = face.label.partition(" ")
    if not rest or 1.1 * width(face.label, SMALL) <= most:
        return turned(14.5, middle, face.label, 20, nation.ink, most)
    lines = ((9.5, first), (20, rest))
    return "".join(turned(x, middle, line, SMALL, nation.ink, most) for x, line in lines)


def ring(face: Face) -> str:
    """Armor or range, which stand in a disc left of the symbol."""
    return next((word for word in face.values.split(" ") if word[:1] in RINGS), "")


class Figure(msgspec.Struct, frozen=True):
    """One part of the printed values: a number, a dash, a disc or a star."""

    words: str
    look: str = ""

    @property
    def width(self) -> float:
        """As a multiple of the letters' height."""
        if self.look in DISCS or self.look in STARS:
            return 1.12
        room = 0.22 if self.look else 0.0
        return 0.36 if self.words == "-" else DIGIT * len(self.words) + room


DIGIT = 0.54
GAP = Figure(" ")


def figures(face: Face) -> list[Figure]:
    """The printed values, part by part."""
    found: list[Figure] = []
    looks = iter(face.figures)
    for word in face.values.split(" "):
        if word[:1] in RINGS:
            continue
        if found:
            found.append(GAP)
        if word[:1] in DISCS or word[:1] in STARS:
            found.append(Figure(word[1:], word[0]))
            continue
        for i, number in enumerate(word.split("-")):
            found.extend([Figure("-")] if i else [])
            found.append(Figure(number, next(looks, "")))
    return found


def values(nation: Nation, face: Face) -> str:
    """The printed values, between the lower badges."""
    if not face.values:
        return ""
    corners = {BADGES[name][0] for name in face.badges if name in BADGES}
    left, right = 24 if 2 in corners else 6, 76 if 3 in corners else 94
    parts = figures(face)
    wide = sum(part.width for part in parts)
    size = min(26.0 if any(face.figures) else 33.0, (right - left) / wide)
    x = (left + right - wide * size) / 2
    drawn = []
    for part in parts:
        drawn.append(figure(nation, x + part.width * size / 2, part, size))
        x += part.width * size
    return group("values", *drawn)


def figure(nation: Nation, x: float, part: Figure, size: float) -> str:
    """One part of the values, its middle at x."""
    middle = 90 - size * 0.36
    if part.look in STARS:
        return star(x, middle, size * 0.46, STARS[part.look])
    if part.look in DISCS:
        return disc(x, middle, part, size)
    ground, ink = FIGURES.get(part.look, ("", nation.ink))
    chip = ""
    if ground:
        wide, high = (part.width - 0.06) * size, size * 0.9
        chip = f'<path d="{boxed(x, middle, wide, high)}" fill="{ground}" stroke="{PALE}" stroke-width=".8"/>'
    return chip + text(x, 90, part.words, size, ink, most=100)


def boxed(x: float, y: float, wide: float, high: float) -> str:
    return f"M{num(x - wide / 2)} {num(y - high / 2)}h{num(wide)}v{num(high)}h{num(-wide)}z"


def disc(x: float, y: float, part: Figure, size: float) -> str:
    """A number in a disc."""
    ground, ink = DISCS[part.look]
    rim = f'stroke="{INK}" stroke-width="{"2.4" if part.look == "◎" else "1.2"}"'
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(size * 0.52)}" fill="{ground}" {rim}/>'
        f"{text(x, y + size * 0.26, part.words, size * 0.76, ink, most=size * 0.86)}"
    )


def star(x: float, y: float, reach: float, colour: str) -> str:
    points = []
    for i in range(10):
        far, turn = (reach if i % 2 == 0 else reach * 0.42), pi * i / 5
        points.append(f"{num(x + far * sin(turn))} {num(y - far * cos(turn))}")
    return (
        f'<path class="star" d="M{"L".join(points)}Z" fill="{colour}" stroke="{PALE}" stroke-width="2.2" '
        f'paint-order="stroke"/>'
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
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" text-anchor="middle" fill="{ink}"'
        f"{faint}>{escaped(words)}</text>"
    )


def turned(x: float, y: float, words: str, size: float, ink: str, most: float) -> str:
    """Words read from below."""
    size = min(size, size * most / max(1.1 * width(words, size), 1.0))
    return (
        f'<text transform="translate({num(x + size * 0.35)} {num(y)}) rotate(-90)" font-size="{num(size)}" '
        f'text-anchor="middle" fill="{ink}">{escaped(words)}</text>'
    )


def formation_colour(formation: str) -> str:
    return BANDS[crc32(formation.encode()) % len(BANDS)]


def brightness(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue
