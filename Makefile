# One command each: demo, test, lint, quality, bench. Environments live in .envs/ and are made when first needed.
.PHONY: demo test fuzz lint format pages docs quality bench soak screenshots envs clean evidence
SHELL := bash
WORKERS ?= 2
DESK := .envs/desk/bin/python
DEMO := src/tensorleak/programs/TL301/per_example_losses/leaking.py

demo:
	@tools/env desk && tools/env tf2
	@TF_CPP_MIN_LOG_LEVEL=3 .envs/desk/bin/tensorleak run --python .envs/tf2/bin/python $(DEMO)

envs:
	@tools/env desk && tools/env tf2
	@tools/env tf1 || { [ $$? -eq 3 ] && echo "tensorleak: the TensorFlow 1.15 lane is skipped: no Python 3.7"; }
	@tools/env browser || [ $$? -eq 3 ]

screenshots: envs
	@$(DESK) tools/screenshots.py

test: envs
	@tools/env docs
	@tools/consumers || [ $$? -eq 3 ]
	@$(DESK) -m pytest -n $(WORKERS) --dist loadfile $(PYTEST)

# Made-up recordings, diagnoses, requests, models, sources and editors' messages for FUZZ_SECONDS; finds go to .fuzz/found.
FUZZ_SECONDS ?= 3600
fuzz:
	@tools/env desk
	@FUZZ_SECONDS=$(FUZZ_SECONDS) nice $(DESK) -m pytest tests/fuzz -q -n $(WORKERS) --dist loadfile $(PYTEST)

lint: envs
	@$(DESK) -m ruff check . && $(DESK) -m ruff format --check . && $(DESK) -m mypy && $(DESK) tools/check_rules.py \
	  && $(DESK) tools/docs.py --check && $(DESK) tools/evidence.py check

format: envs
	@$(DESK) -m ruff format . && $(DESK) -m ruff check --fix .

# The generated pages of docs/: rules, commands, guards, JSON documents, known leaks.
pages:
	@tools/env desk && $(DESK) tools/docs.py --write

# The site, in build/site: open index.html, or serve the folder for its search.
docs:
	@tools/env desk && tools/env docs && $(DESK) tools/docs.py --check
	@NO_MKDOCS_2_WARNING=1 .envs/docs/bin/mkdocs build --strict --quiet && echo "tensorleak: the site is in build/site"

evidence: envs
	@tools/env tf215 && nice $(DESK) tools/evidence.py lab $(EVIDENCE) && $(DESK) tools/evidence.py claims

quality: envs
	@$(DESK) tools/quality.py $(QUALITY)

bench: envs
	@tools/env peers && $(DESK) benchmarks/overhead.py $(BENCH) && $(DESK) benchmarks/check_speed.py

soak: envs
	@$(DESK) benchmarks/soak.py $(SOAK)

clean:
	rm -rf .envs .quality .bench .fuzz
