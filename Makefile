.PHONY: check format
check:
	ruff format --check .
	ruff check .
	mypy
	pytest -q
format:
	ruff format .
	ruff check --fix .
