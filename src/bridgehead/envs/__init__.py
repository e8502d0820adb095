"""Environments for learning programs: PettingZoo for all sides, Gymnasium for one side against bots.

`all_sides(...)` and `one_side(...)` need the extra: pip install "bridgehead[envs]". The encoding of views and
options (`bridgehead.envs.encoding`) needs numpy alone.
"""
