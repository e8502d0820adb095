"""The kernel: positions, flow, actions, chance and records. It knows no wargame."""
