# Everything that a fresh machine with Swift needs is set up by the targets that need it.
SWIFT ?= swift
PREFIX ?= /usr/local

.PHONY: setup run test check template docs bench install

setup:
	@Scripts/setup.sh

run: setup
	@$(SWIFT) run --quiet notes-service --routes Routes --operators 8081

test: setup
	@Scripts/check.sh build test

check: setup
	@Scripts/check.sh

template: setup
	@Scripts/check.sh template

docs: setup
	@Scripts/check.sh build docs

bench: setup
	@Scripts/bench.sh

install: setup
	@Scripts/install.sh "$(PREFIX)"
