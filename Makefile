# Two commands do everything: `make play` and `make test`.
.NOTPARALLEL:
.PHONY: play test docs install check client unit bench package lock clean

PAGE = src/bridgehead/server/static/index.html
CLIENT = web/package.json web/package-lock.json web/index.html web/vite.config.ts $(shell find web/src web/public -type f)
LOCKS = pyproject.toml requirements.lock tools/install

play: .venv/installed $(PAGE)
	.venv/bin/bridgehead play

test: check client docs unit

check: .venv/dev
	.venv/bin/ruff format --check --quiet .
	.venv/bin/ruff check --quiet .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo

client: $(PAGE)
	cd web && PATH="$(CURDIR)/.venv/bin:$$PATH" npm run --silent check
	cd web && PATH="$(CURDIR)/.venv/bin:$$PATH" npm test --silent

unit: .venv/dev $(PAGE)
	tools/system
	.venv/bin/python -m coverage run -m pytest tests/core tests/hexes tests/toolkit
	.venv/bin/python -m coverage report
	.venv/bin/python -m pytest -n 2 --dist worksteal --ignore tests/core --ignore tests/hexes --ignore tests/toolkit

# The site of docs/ and docstrings, in site/.
docs: .venv/dev
	.venv/bin/zensical build --clean --strict --config-file mkdocs.yml

# Speed against the last accepted measurement: a report, nothing fails by it.
bench: .venv/installed
	-.venv/bin/bridgehead bench --compare docs/studies/bench.json

# The wheel and the sdist, page included, in dist/.
package: .venv/dev $(PAGE)
	.venv/bin/python -m build --no-isolation

# Newer releases of what we need.
lock: .venv/dev
	tools/lock

install: .venv/dev

.venv/installed: $(LOCKS)
	tools/install

.venv/dev: $(LOCKS) requirements-dev.lock
	tools/install dev

$(PAGE): tools/build-web $(CLIENT) | .venv/installed
	tools/build-web
	touch $(PAGE)

clean:
	rm -rf .venv build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis web/node_modules src/bridgehead/server/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
