"""Nothing counts secret choices: a move names those who noticed it, a list of matches counts no actions."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("moves", sa.Column("noticed", sa.Text, nullable=False, server_default="*"))
    op.drop_column("matches", "clock")


def downgrade() -> None:
    op.add_column("matches", sa.Column("clock", sa.Integer, nullable=False, server_default="0"))
    op.drop_column("moves", "noticed")
