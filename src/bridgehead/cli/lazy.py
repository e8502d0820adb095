"""Groups of commands whose module is imported when one of them is asked for."""

from __future__ import annotations

import importlib
from functools import cached_property
from typing import TYPE_CHECKING

import typer
from typer.core import TyperGroup
from typer.main import get_group

if TYPE_CHECKING:  # typer brings a click of its own and exports no names for these
    from typer._click.core import Command, Context


class LazyGroup(TyperGroup):
    """A group that stands for the `app` of a module not yet imported."""

    module = ""

    @cached_property
    def loaded(self) -> TyperGroup:
        app: typer.Typer = importlib.import_module(self.module).app
        return get_group(app)

    def list_commands(self, ctx: Context) -> list[str]:
        return self.loaded.list_commands(ctx)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        return self.loaded.get_command(ctx, cmd_name)


def lazily(named: str, about: str) -> typer.Typer:
    """The commands of a module, with what `--help` says of them as a whole."""

    class Group(LazyGroup):
        module = named

    app = typer.Typer(cls=Group, no_args_is_help=True, help=about)
    app.callback()(lambda: None)
    return app
