"""Hints and bots that think aloud: two choices of a match, and a reason with a move."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for name in ("hints", "aloud"):
        op.add_column("matches", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("moves", sa.Column("reason", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("moves", "reason")
    for name in ("aloud", "hints"):
        op.drop_column("matches", name)
