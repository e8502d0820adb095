# Two commands do everything: `make play` and `make test`.
.PHONY: play test install check unit clean

play: .venv/installed
	.venv/bin/bridgehead play

test: check unit

check: .venv/installed
	.venv/bin/ruff format --check --quiet .
	.venv/bin/ruff check --quiet .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo

unit: .venv/installed
	.venv/bin/python -m coverage run -m pytest tests/core tests/hexes tests/toolkit
	.venv/bin/python -m coverage report
	.venv/bin/python -m pytest -n 2 --dist worksteal --ignore tests/core --ignore tests/hexes --ignore tests/toolkit

install: .venv/installed

.venv/installed: pyproject.toml tools/install
	tools/install

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
