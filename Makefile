# One command each: demo, test, lint, quality, bench. Environments live in .envs/ and are made when first needed.
.PHONY: api demo test fuzz test-machines test-busy lint format pages docs quality matrix bench bench-packages soak harm screenshots envs clean evidence
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
	@tools/env tf-2.4 || { [ $$? -eq 3 ] && echo "tensorleak: the TensorFlow 2.4 smoke is skipped: no Python 3.8"; }
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

# The programs as other processors would run them: oneDNN chooses its kernels, and so what it keeps, by instruction set.
MACHINES := ONEDNN_MAX_CPU_ISA=SSE41 ONEDNN_MAX_CPU_ISA=AVX2 ONEDNN_MAX_CPU_ISA=AVX512_CORE TF_ENABLE_ONEDNN_OPTS=0
test-machines: envs
	@for machine in $(MACHINES); do \
	  echo "tensorleak: programs with $$machine"; \
	  env $$machine $(DESK) -m pytest tests/lanes/test_programs.py -q -n $(WORKERS) $(PYTEST) || exit 1; \
	done

# Everything on a machine with two busy loops per core.
test-busy: envs
	@tools/busy $(MAKE) --no-print-directory test

lint: envs
	@$(DESK) -m ruff check . && $(DESK) -m ruff format --check . && $(DESK) -m mypy \
	  && .envs/desk/bin/lint-imports --no-cache --no-logo && $(DESK) tools/check_rules.py \
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

# What the public names of TensorFlow and of packages around it are, asked of the packages themselves: ten minutes.
api: envs
	@tools/env api1 && tools/env api2 && nice $(DESK) tools/api.py

quality: envs
	@$(DESK) tools/quality.py $(QUALITY)

# Every TensorFlow of requirements/versions, or VERSIONS="2.4 2.16+tf_keras"; MATRIX="--sample 20" for a cross-section.
matrix: envs
	@$(DESK) tools/matrix.py --versions "$(VERSIONS)" $(MATRIX)

bench: envs
	@tools/env peers && $(DESK) benchmarks/overhead.py $(BENCH) && $(DESK) benchmarks/check_speed.py
	@$(DESK) benchmarks/startup.py && $(DESK) benchmarks/whole.py

# Real packages, bare and observed in turn: an hour on a quiet machine. PACKAGES="--job gpflow_fit --pairs 1 --share 0.3" for a look.
bench-packages: envs
	@tools/env harm2 && $(DESK) benchmarks/packages.py $(PACKAGES)

# Programs of odd habits, servers and packages, bare and observed: docs/evidence/harmless.md. HARM="--select TEXT --lane tf2 --jobs 2"
harm: envs
	@nice $(DESK) -m harm $(HARM)

soak: envs
	@$(DESK) benchmarks/soak.py $(SOAK)

clean:
	rm -rf .envs .quality .bench .fuzz
