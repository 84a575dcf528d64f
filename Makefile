# Everything a newcomer needs: `make run` and `make test`. Both set up a private .venv first, and only when something changed;
# `make run` takes only what running needs.

VENV := .venv
BIN := $(VENV)/bin
RUNS := $(VENV)/.runs
STAMP := $(VENV)/.ready
SECONDS ?= 60
EXAMPLES ?= 1
LOG ?= logs/koenigsberg-rg/turn1-too-far.vlog

.PHONY: run test cover fuzz properties bench format clean setup pictures

# A verdict is no failure of make; a file that cannot be read is.
run: $(RUNS)
	@$(BIN)/python -m adjudicator.cli check "$(LOG)" || [ $$? -le 3 ]

test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2 --dist worksteal -q

# Which lines and branches no test reaches. Counting them takes more than three times as long as the tests, and nothing is enforced by it.
cover: $(STAMP)
	$(BIN)/pytest -n 2 --dist worksteal --cov --cov-report=term:skip-covered -q

# A minute for each thing that is read, led by the code its inputs reach; what comes out is kept in .fuzz and is worth a fixture in
# tests/fuzz/crashes. With atheris where that can be had, else with a small engine of our own.
fuzz: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --prefer-binary --only-binary :all: atheris 2>/dev/null || true
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS)

# Property tests with examples that nobody has tried yet, EXAMPLES times as many: a failure here is worth a case, and is no failure of
# `make test`.
properties: $(STAMP)
	HYPOTHESIS_PROFILE=random EXAMPLES=$(EXAMPLES) $(BIN)/pytest -n 2 --dist worksteal -m hypothesis -q

bench: $(STAMP)
	$(BIN)/python -m tools.bench

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The pictures of the pages, as a browser shows them (needs Chromium).
pictures: $(STAMP)
	$(BIN)/python -m tools.pictures docs/images

setup: $(STAMP)

$(RUNS): pyproject.toml tools/setup.sh
	@sh tools/setup.sh $(VENV)
	@touch $(RUNS)

$(STAMP): $(RUNS)
	@sh tools/setup.sh $(VENV) test
	@touch $(STAMP)

clean:
	rm -rf $(VENV) .fuzz .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
