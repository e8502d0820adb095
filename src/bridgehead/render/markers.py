"""Markers: what lies in a hex and is no unit, as small discs and tags."""

from collections.abc import Iterable, Mapping
from typing import Any

from bridgehead.hexes.grid import Hex
from bridgehead.render.counters import NATIONS, OTHER
from bridgehead.render.layout import Layout
from bridgehead.render.marks import FLAG, SHAPES
from bridgehead.render.sheet import escaped, group, num
from bridgehead.render.style import SANS, Style

DRAWINGS: dict[str, tuple[str, str]] = {
    "objective": ("#b23a2e", '<path d="M-4 8V-8L7 -4L-4 0"/>'),
    "fortification": ("#6b4a2b", '<path d="M-8 5L-5 -5H5L8 5Z"/>'),
    "bridge_destroyed": ("#8c2f24", '<path d="M-9 -4H9M-9 4H9M-6 8L6 -8"/>'),
    "bridge_building": ("#8a6d1f", '<path d="M-9 -4H-1M3 -4H9M-9 4H1M5 4H9"/>'),
    "pontoon": ("#2f6f9e", '<path d="M-9 -4H9M-9 4H9M-5 -4V4M0 -4V4M5 -4V4"/>'),
    "airstrip": ("#4a5568", '<path d="M-8 4L8 -4M-4 -6L4 6"/>'),
    "supply": ("#4f7a3a", '<path d="M-7 -4H7V6H-7ZM-7 -4L0 -8L7 -4"/>'),
    "mine": ("#3f3a36", '<circle r="4.5"/><path d="M0 -9V-5M0 9V5M-9 0H-5M9 0H5"/>'),
    "caught": ("#a8458c", '<path d="M-6 -6L6 6M-6 6L6 -6"/>'),
}
"""Kinds of markers with their colour and drawing; `control` is a flag in the owner's colour."""
UNKNOWN = ("#5a5a5a", "")

Marker = Mapping[str, Any]


def markers_svg(
    layout: Layout, style: Style, markers: Iterable[Marker], nationality: Mapping[str, str]
) -> str:
    """All markers: control and objectives at the left of a hex, the others at its right."""
    by_hex: dict[Hex, list[Marker]] = {}
    flags = []
    for marker in markers:
        if marker.get("kind") == "control":
            flags.append(control(layout, style, marker, nationality))
        elif marker.get("kind") == "objective":
            x, y = layout.centre(Hex(int(marker["hex"])))
            flags.append(
                tag(layout.size, x - layout.size * 0.68, y - layout.size * 0.14, marker, nationality)
            )
        elif (to := other_bank(marker)) is not None:
            x, y = layout.middle(Hex(int(marker["hex"])), to)
            flags.append(tag(layout.size, x, y, {**marker, "label": ""}, nationality))
        else:
            by_hex.setdefault(Hex(int(marker["hex"])), []).append(marker)
    tags = []
    for hex, lying in by_hex.items():
        x, y = layout.centre(hex)
        step = layout.size * 0.42
        for i, marker in enumerate(lying):
            down = (i - (len(lying) - 1) / 2) * step
            tags.append(tag(layout.size, x + layout.size * 0.74, y + down, marker, nationality))
    return group("layer markers", *flags, *tags, font_family=SANS, font_weight="700", text_anchor="middle")


def nation_of(marker: Marker, nationality: Mapping[str, str]) -> str:
    """Whose a marker is; of a side without units in play, the nation of its name."""
    side = str(marker.get("side") or "")
    return nationality.get(side, side)


def other_bank(marker: Marker) -> Hex | None:
    """Where a bridge leads, which its label says: it lies on the hexside."""
    label = str(marker.get("label") or "")
    bridge = marker.get("kind") in ("bridge_destroyed", "bridge_building", "pontoon")
    return Hex(int(label)) if bridge and label.isdigit() else None


def tag(size: float, x: float, y: float, marker: Marker, nationality: Mapping[str, str]) -> str:
    """A disc with its sign, and its label below or inside."""
    kind, label = str(marker.get("kind", "")), str(marker.get("label") or "")
    colour, drawing = DRAWINGS.get(kind, UNKNOWN)
    if kind == "objective" and label:
        drawing = ""
    nation = nation_of(marker, nationality)
    owner = NATIONS.get(nation, OTHER)
    rim = owner.fill if marker.get("side") else "#fffdf6"
    body = f'<circle r="12" fill="{colour}" stroke="{rim}" stroke-width="2.6"/>'
    if kind == "supply" and nation in SHAPES:
        label, shape = "", f'd="{SHAPES[nation]}" fill="{owner.fill}" stroke="{owner.frame}"'
        body = f'<path transform="scale(13)" {shape} stroke-width=".16"/>'
    body += f'<g fill="none" stroke="#fff" stroke-width="2.2" stroke-linejoin="round">{drawing}</g>'
    if label:
        rise, letters = (5, 15 if len(label) < 3 else 11) if not drawing else (22, 10)
        outline = ' stroke="#2a241d" stroke-width="2.4" paint-order="stroke"'
        body += f'<text y="{rise}" font-size="{letters}" fill="#fff"{outline}>{escaped(label[:6])}</text>'
    said = escaped(" ".join(word for word in (kind.replace("_", " "), label) if word))
    return (
        f'<g class="marker {escaped(kind)}" '
        f'transform="translate({num(x)} {num(y)}) scale({size * 0.0165:.3f})"><title>{said}</title>{body}</g>'
    )


def control(layout: Layout, style: Style, marker: Marker, nationality: Mapping[str, str]) -> str:
    """A flag in the colour and cut of whoever holds the hex, with what the hex is worth if it says so."""
    x, y = layout.centre(Hex(int(marker["hex"])))
    s, name = layout.size, nation_of(marker, nationality)
    nation = NATIONS.get(name, OTHER)
    left, top = x - FLAG[0] * s, y - FLAG[1] * s
    cut = f"l{num(-0.09 * s)} {num(0.14 * s)}l{num(0.09 * s)} {num(0.14 * s)}"
    edge = cut if name.startswith("german") else f"v{num(0.28 * s)}"
    worth = str(marker.get("label") or "").split(" ")[0]
    said = " ".join(word for word in ("held by", str(marker.get("side") or "nobody"), worth) if word)
    figure = (
        f'<text x="{num(left + 0.17 * s)}" y="{num(top + 0.23 * s)}" font-size="{num(0.27 * s)}" '
        f'fill="{nation.ink}">{escaped(worth[:2])}</text>'
        if worth.isdigit()
        else ""
    )
    return (
        f'<g class="marker control"><title>{escaped(said)}</title>'
        f'<path d="M{num(left)} {num(top)}v{num(0.6 * s)}" stroke="{style.text}" '
        f'stroke-width="{num(0.05 * s)}"/>'
        f'<path d="M{num(left)} {num(top)}h{num(0.4 * s)}{edge}h{num(-0.4 * s)}z" '
        f'fill="{nation.fill}" stroke="{nation.frame}" stroke-width="{num(0.035 * s)}"/>{figure}</g>'
    )
