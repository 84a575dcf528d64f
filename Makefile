# Everything a newcomer needs: `make run` and `make test`. Both set up a private .venv first, and only when something changed.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
LIBRARY := $(VENV)/library
GAMES := koenigsberg-rg seelow-kustrin
LOG ?= logs/koenigsberg-rg/turn1-too-far.vlog

.PHONY: run test fuzz bench format clean setup

# A verdict is no failure of make; a file that cannot be read is.
run: $(GAMES:%=$(LIBRARY)/%.ready)
	@ADJUDICATE_HOME=$(LIBRARY) $(BIN)/adjudicate check "$(LOG)" || [ $$? -le 3 ]

# Our modules of the games that have sample logs, in a library of their own that `run` looks in.
$(LIBRARY)/%.ready: $(STAMP)
	@$(BIN)/adjudicate module build $* -o $(VENV)/$*.vmod
	@ADJUDICATE_HOME=$(LIBRARY) $(BIN)/adjudicate module add $(VENV)/$*.vmod
	@touch $@

test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2 --dist worksteal --cov --cov-report=term:skip-covered -q

# Property tests with examples that nobody has tried yet: a failure here is worth a case, and is no failure of `make test`.
fuzz: $(STAMP)
	HYPOTHESIS_PROFILE=random $(BIN)/pytest -n 2 --dist worksteal -m hypothesis -q

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
