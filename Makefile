# Everything a newcomer needs: `make run` and `make test`. Both set up a private .venv first, and only when something changed.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
LOG ?= logs/skirmish/blue-turn1.vlog

.PHONY: run test bench format clean setup

run: $(STAMP)
	@$(BIN)/adjudicate show "$(LOG)"

test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --dist worksteal --cov --cov-report=term:skip-covered -q

bench: $(STAMP)
	$(BIN)/python -m tools.bench

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

setup: $(STAMP)

$(STAMP): pyproject.toml tools/setup.sh
	@sh tools/setup.sh $(VENV)
	@touch $(STAMP)

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
