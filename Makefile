# Two commands do everything: `make play` and `make test`.
.PHONY: play test install check unit client clean

PAGE = src/bridgehead/server/static/index.html
CLIENT = web/package.json web/package-lock.json web/index.html web/vite.config.ts $(shell find web/src web/public -type f)

play: .venv/installed $(PAGE)
	.venv/bin/bridgehead play

test: check client unit

check: .venv/installed
	.venv/bin/ruff format --check --quiet .
	.venv/bin/ruff check --quiet .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo

client: $(PAGE)
	cd web && PATH="$(CURDIR)/.venv/bin:$$PATH" npm run --silent check
	cd web && PATH="$(CURDIR)/.venv/bin:$$PATH" npm test --silent

unit: .venv/installed $(PAGE)
	tools/chromium
	.venv/bin/python -m coverage run -m pytest tests/core tests/hexes tests/toolkit
	.venv/bin/python -m coverage report
	.venv/bin/python -m pytest -n 2 --dist worksteal --ignore tests/core --ignore tests/hexes --ignore tests/toolkit

install: .venv/installed

.venv/installed: pyproject.toml tools/install
	tools/install

$(PAGE): .venv/installed tools/build-web $(CLIENT)
	tools/build-web
	touch $(PAGE)

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis web/node_modules src/bridgehead/server/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
