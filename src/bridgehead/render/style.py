"""Colours of the drawing: paper by day, the same hues at lower light by night."""

import msgspec


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """One look of the map."""

    name: str
    paper: str
    """Around the map."""
    clear: str
    rim: str
    grid: str
    number: str
    text: str
    quiet: str
    """Names of regions and small print."""
    halo: str

    level: tuple[str, ...]
    """Tints of the first step up, the second, and so on."""
    slope: str
    shade: str

    woods: str
    woods_ink: str
    marsh: str
    marsh_ink: str
    rough: str
    rough_ink: str
    park: str
    airfield: str
    suburb: str
    town: str
    city: str
    block: str
    """Buildings."""

    water: str
    bank: str
    water_text: str

    road: str
    road_core: str
    track: str
    motorway: str
    motorway_core: str
    rail: str
    rail_gap: str
    bridge: str

    border: str
    works: str
    """Fortified lines."""
    objective: str
    entry: str
    supply: str


LIGHT = Style(
    name="light",
    paper="#e6dcc2",
    clear="#f2ecd9",
    rim="#7d735c",
    grid="#8f866f",
    number="#8a8067",
    text="#2a241d",
    quiet="#5f5338",
    halo="#f6f1e1",
    level=("#ecdcb0", "#e0c88f", "#d2b475", "#c3a062", "#b28d52"),
    slope="#8f6a38",
    shade="#6b5330",
    woods="#d5deb8",
    woods_ink="#668a4f",
    marsh="#dfe8dc",
    marsh_ink="#5a92b5",
    rough="#e9dab8",
    rough_ink="#9c774a",
    park="#cfdcb0",
    airfield="#e3e2cb",
    suburb="#e4dccd",
    town="#dad2c4",
    city="#cfc7ba",
    block="#8b847d",
    water="#a9cfe5",
    bank="#5f92b6",
    water_text="#2c6490",
    road="#8d5a31",
    road_core="#d8a263",
    track="#94693f",
    motorway="#7d4a26",
    motorway_core="#f3d9a4",
    rail="#33302c",
    rail_gap="#f7f3e6",
    bridge="#3a342c",
    border="#99507c",
    works="#4a4038",
    objective="#dba520",
    entry="#3f5f8a",
    supply="#4f7a3a",
)

DARK = Style(
    name="dark",
    paper="#25221c",
    clear="#3b372d",
    rim="#8d836b",
    grid="#6d6655",
    number="#8f866f",
    text="#e9e1cc",
    quiet="#b5aa8f",
    halo="#2a271f",
    level=("#474031", "#544834", "#625238", "#705c3c", "#7d6640"),
    slope="#a5814d",
    shade="#17140e",
    woods="#3b4530",
    woods_ink="#7d9c64",
    marsh="#37413f",
    marsh_ink="#6b9dbd",
    rough="#453d2d",
    rough_ink="#b08b5a",
    park="#3f4a31",
    airfield="#444235",
    suburb="#45413a",
    town="#4c4842",
    city="#55504a",
    block="#a29b92",
    water="#2f4d60",
    bank="#6f9fbf",
    water_text="#a3cbe6",
    road="#c08a56",
    road_core="#7d5430",
    track="#b58a5e",
    motorway="#d6a36b",
    motorway_core="#5a4427",
    rail="#d8d2c5",
    rail_gap="#2b2821",
    bridge="#e2dac6",
    border="#c47fa9",
    works="#cbbfae",
    objective="#e3b545",
    entry="#86a9d6",
    supply="#93bd79",
)

STYLES = {style.name: style for style in (LIGHT, DARK)}

SERIF = "'Source Serif Pro','Source Serif 4',Georgia,'Times New Roman',serif"
SANS = "'Source Sans Pro','Source Sans 3','Segoe UI','Helvetica Neue',Arial,sans-serif"
