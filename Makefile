# contactscraper: `make` lists what there is to do.

SHELL := /bin/bash
.DEFAULT_GOAL := help
BIN := .venv/bin

.PHONY: help setup crawl test test-operate bench torture pictures lint format lock

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: .venv/.installed .venv/.browser ## install what is missing: packages into .venv, and a Chromium
	@:

.venv/.installed: requirements/dev.lock pyproject.toml tools/setup
	@tools/setup packages

# Made only where a browser was found, so that a machine without one is asked again at the next setup.
.venv/.browser: .venv/.installed
	@tools/setup browser

crawl: setup ## visit INPUT=urls.txt (more arguments by ARGS="-a force=1"); without INPUT the sample, in data/sample
ifdef INPUT
	$(BIN)/scrapy crawl contacts -a input="$(INPUT)" $(ARGS)
else
	$(BIN)/python -m tests.web --crawl $(ARGS)
endif

test: setup ## all tests (ARGS="-k words"); fails where there is no Chromium
	@test -e .venv/.browser || { echo "The tests need a Chromium, and there is none; see above."; exit 1; }
	$(BIN)/pytest -n 2 --ignore tests/operate $(ARGS)

bench: setup ## what a run costs, measured (ARGS="crawl --short"); fails where the README claims more
	$(BIN)/python -m tests.bench $(ARGS)

torture: setup ## nothing is lost, whatever breaks (ARGS="kills --short"); fails where a promise is broken
	$(BIN)/python -m tests.torture $(ARGS)

test-operate: setup ## an operator's programs: Scrapyd, schedules, fleet; eight minutes (two with ARGS="-m 'not long'")
	$(BIN)/pytest -n 2 --dist loadfile tests/operate $(ARGS)

pictures: setup ## the README's pictures anew, from a real run on the test web (ARGS="report" for some)
	$(BIN)/python -m tests.pictures $(ARGS)

lint: .venv/.installed ## style, types, and the purity of the pure rooms; all four are run, whichever fails
	@failed=0; for check in "ruff check ." "ruff format --check ." mypy lint-imports; do \
		echo "$(BIN)/$$check"; $(BIN)/$$check || failed=1; \
	done; exit $$failed

format: .venv/.installed ## let ruff rewrite what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Renews both lock files after pyproject.toml has changed, or to take newer versions (ARGS=--upgrade). The runtime's
# lock is held to the versions that the tests run with. No registry's address is written into them.
LOCK := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet
lock: ## renew requirements/*.lock (needs the network)
	@set -e; uv=$$(mktemp -d); trap 'rm -rf "$$uv"' EXIT; \
	"$$(tools/setup python)" -m venv "$$uv"; "$$uv/bin/pip" install --quiet --disable-pip-version-check uv; \
	"$$uv/bin/uv" pip compile pyproject.toml --extra dev $(LOCK) $(ARGS) -o requirements/dev.lock; \
	"$$uv/bin/uv" pip compile pyproject.toml --extra fleet --extra operate $(LOCK) -c requirements/dev.lock -o requirements/run.lock
