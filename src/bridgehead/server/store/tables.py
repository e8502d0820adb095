"""The tables of the database; the migrations make them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False, index=True),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("data", sa.String(64), nullable=False),
    sa.Column("scenario", sa.String(64), nullable=False),
    sa.Column("setting", sa.Text, nullable=False),
    sa.Column("seed", sa.String(24), nullable=False),
    sa.Column("seeded", sa.Boolean, nullable=False),
    sa.Column("start", sa.Text, nullable=False),
    sa.Column("branch_of", sa.String(32), nullable=False),
    sa.Column("created", sa.String(40), nullable=False),
    sa.Column("touched", sa.String(40), nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("deciding", sa.String(64), nullable=False),
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("aloud", sa.Boolean, nullable=False),
    sa.Column("lesson", sa.String(64), nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("side", sa.String(64), primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
)

keys = sa.Table(
    "keys",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column(
        "match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("sides", sa.Text, nullable=False),
    sa.Column("taken_by", sa.String(64), nullable=False),
    sa.Column("became", sa.String(64), nullable=False),
)

moves = sa.Table(
    "moves",
    metadata,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("side", sa.String(64), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("noticed", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("who", sa.String(64), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("words", sa.Text, nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
)
