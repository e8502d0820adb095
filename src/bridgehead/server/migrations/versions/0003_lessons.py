"""Matches that play a lesson."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("lesson", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("matches", "lesson")
