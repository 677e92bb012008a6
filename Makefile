# Targets install what they need. A new machine needs only Swift.
SWIFT ?= swift
PREFIX ?= /usr/local
PORT ?= 8080
OPERATORS_PORT ?= 8081

# The scripts run the swift of PATH, so make SWIFT=/path/to/swift puts its folder there.
ifneq ($(findstring /,$(SWIFT)),)
export PATH := $(dir $(SWIFT)):$(PATH)
endif

.DEFAULT_GOAL := help
.PHONY: help setup run test check template docs bench install dist

help: ## show the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## check this machine, and install libyaml for development
	@SWIFT="$(SWIFT)" Scripts/setup.sh

run: setup ## run the reference service: make run PORT=8080 OPERATORS_PORT=8081
	$(SWIFT) run notes-service --routes Routes --port $(PORT) --operators $(OPERATORS_PORT)

test: setup ## build what the tests run, and run them
	@Scripts/check.sh build test

check: setup ## run all checks of the project
	@Scripts/check.sh

template: setup ## build, test and run Templates/Service
	@Scripts/check.sh template

docs: setup ## make the documentation as a site in .build/docs
	@Scripts/check.sh build docs

bench: setup ## run the benchmarks
	@Scripts/bench.sh

install: setup ## install the command, completions and the man page: make install PREFIX=/usr/local
	@Scripts/install.sh "$(PREFIX)"

dist: setup ## make the archive of a release in dist/
	@Scripts/dist.sh
