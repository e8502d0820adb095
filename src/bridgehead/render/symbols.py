"""NATO symbols as small drawings inside a box 46 wide and 30 high, its upper left corner at 27, 24.

Lines take the stroke of the counter's ink, filled shapes its fill; nothing here knows a colour.
"""

LEFT, TOP, RIGHT, BOTTOM = 27, 24, 73, 54

CROSS = '<path d="M27 24L73 54M73 24L27 54"/>'
SLASH = '<path d="M27 54L73 24"/>'
TRACKS = '<rect x="33" y="30.5" width="34" height="17" rx="8.5"/>'
DOT = '<circle cx="50" cy="39" r="5" class="full"/>'
WHEELS = '<circle cx="38" cy="58" r="2.6"/><circle cx="62" cy="58" r="2.6"/>'
PLANE = (
    '<path class="full" d="M50 27c1.6 0 2.4 2 2.4 4v3.4l13 5.6v3l-13-2.6v6.2l4.6 3v2.4L50 50.6 43 52v-2.4'
    'l4.6-3v-6.2l-13 2.6v-3l13-5.6V31c0-2 .8-4 2.4-4z"/>'
)
BIG_PLANE = (
    '<path class="full" d="M50 25.5c2 0 2.8 2 2.8 4.5v3l6 1.2v-3h3.4v3.8l9 2.4v3.2l-18.4-1v7l6 2.6v2.4'
    'L50 50.4l-8.8 1.2v-2.4l6-2.6v-7l-18.4 1v-3.2l9-2.4v-3.8h3.4v3l6-1.2v-3c0-2.5.8-4.5 2.8-4.5z"/>'
)
ENGINE = (
    '<path class="full" d="M33 46v-9h13v-6h15v15z"/><path d="M37 37v-5"/>'
    '<circle cx="38" cy="48.5" r="2.6" class="full"/><circle cx="47" cy="48.5" r="2.6" class="full"/>'
    '<circle cx="56" cy="48.5" r="2.6" class="full"/>'
)


def word(text: str) -> str:
    return f'<text class="full" x="50" y="44" font-size="14" text-anchor="middle">{text}</text>'


SYMBOLS: dict[str, str] = {
    "infantry": CROSS,
    "motorized": CROSS + WHEELS,
    "mechanized": CROSS + TRACKS,
    "armor": TRACKS,
    "assault_gun": TRACKS + '<path d="M50 24V54"/>',
    "antitank": '<path d="M27 54L50 25L73 54"/>',
    "artillery": DOT,
    "rocket_artillery": (
        '<circle cx="50" cy="46" r="4.4" class="full"/><path d="M42 36l8-5 8 5M42 31.5l8-5 8 5"/>'
    ),
    "selfpropelled_artillery": TRACKS + DOT,
    "flak": '<path d="M29 54C31 34 69 34 71 54"/>',
    "cavalry": SLASH,
    "engineer": '<path d="M36 46V33H64V46M50 33V43"/>',
    "parachute": CROSS + '<path d="M42 53a4 4.4 0 0 1 8 0a4 4.4 0 0 1 8 0" class="bold"/>',
    "mountain": CROSS + '<path class="full" d="M43 54L50 43L57 54z"/>',
    "headquarters": word("HQ") + '<path d="M27 54V64" class="bold"/>',
    "leader": (
        '<path class="full" d="M50 27.5l3.3 7.6 8.3.8-6.3 5.4 1.9 8.1L50 45.1l-7.2 4.3 1.9-8.1-6.3-5.4 '
        '8.3-.8z"/>'
    ),
    "security": word("SEC"),
    "militia": CROSS + '<path d="M27 47H73" class="bold"/>',
    "recon": SLASH + TRACKS,
    "train": ENGINE,
    "armored_train": ENGINE + '<path d="M61 34h8" class="bold"/><path d="M27 51.4H73"/>',
    "air": '<path class="full" d="M50 39C44 33 31 31 31 39s13 6 19 0c6-6 19-8 19 0s-13 6-19 0z"/>',
    "bomber": BIG_PLANE,
    "fighter": PLANE,
    "garrison": '<path d="M31 49V35h6v4h6v-4h14v4h6v-4h6v14z" />',
    "machine_gun": '<path d="M50 49V30M45 35l5-6 5 6M43 49H57"/>',
    "supply": '<path d="M27 46H73"/>',
    "goliath": (
        '<rect x="35" y="41" width="30" height="9" rx="4.5"/>'
        '<path class="full" d="M50 26l2 5 5-1.6-2.6 4.6 4.6 2.6-18 .2 4.6-2.8-2.6-4.6 5 1.6z"/>'
    ),
    "marine": (
        '<path d="M50 31V50M44 35H56M39 43c1 5 6 7 11 7s10-2 11-7"/><circle cx="50" cy="28.6" r="2.4"/>'
    ),
    "bicycle": CROSS
    + '<circle cx="42" cy="59" r="3.4"/><circle cx="58" cy="59" r="3.4"/><path d="M42 59H58"/>',
    "fusilier": CROSS + '<path class="full" d="M43 24L50 35L57 24z"/>',
}


def symbol(name: str) -> str:
    """The drawing for a kind of troops; a word of three letters for one unheard of."""
    return SYMBOLS.get(name) or word(name[:3].upper())


BADGES: dict[str, tuple[int, str, str]] = {
    "out_of_supply": (0, "#e3a01f", '<rect x="-5" y="-4" width="10" height="8"/><path d="M-7 7L7 -7"/>'),
    "isolated": (0, "#c0392b", '<circle r="5.6"/><circle r="1.6" class="full"/>'),
    "disrupted": (1, "#d9622b", '<path d="M2 -7L-4 1H4L-2 7"/>'),
    "disorganized": (1, "#a8458c", '<path d="M-6 -3q3 -4 6 0t6 0M-6 3q3 -4 6 0t6 0"/>'),
    "frozen": (1, "#4b8fb8", '<path d="M0 -6.5V6.5M-5.6 -3.2L5.6 3.2M-5.6 3.2L5.6 -3.2"/>'),
    "fired": (3, "#3f3a36", '<path d="M0 -7V7M-7 0H7M-4.6 -4.6L4.6 4.6M-4.6 4.6L4.6 -4.6"/>'),
    "attacked": (3, "#7a1f1a", '<path d="M-5 5L5 -5M-5 -5L5 5M-6 2l4 4M6 2l-4 4"/>'),
    "advanced": (3, "#2f7d4f", '<path d="M-5 -5L0 0L-5 5M0 -5L5 0L0 5"/>'),
    "retreated": (3, "#8a6d1f", '<path d="M3 -5L-3 0L3 5"/>'),
    "moved": (3, "#4d6378", '<path d="M-3 -5L3 0L-3 5"/>'),
    "activated": (3, "#2f7d4f", '<path d="M-5 0L-1.5 4L5 -4"/>'),
    "move_mode": (2, "#2f6f9e", '<circle r="5.6"/><path d="M0 -5.6V5.6M-5.6 0H5.6"/>'),
    "fire_mode": (2, "#3f3a36", '<circle r="4"/><path d="M0 -7.5V-2M0 7.5V2M-7.5 0H-2M7.5 0H2"/>'),
    "fortified": (2, "#6b4a2b", '<path d="M-7 4L-4 -4H4L7 4Z"/>'),
    "in_command": (
        2,
        "#b8860b",
        '<path class="full" d="M0 -7L2 -2L7 -2L3 1L4.5 6L0 3L-4.5 6L-3 1L-7 -2L-2 -2Z"/>',
    ),
}
"""Conditions: their corner (upper left, upper right, lower left, lower right), colour and drawing."""
