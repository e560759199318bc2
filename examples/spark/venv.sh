# Sourced by run.sh and test.sh: checks for Java, and installs PySpark into .venv when it is first needed. Sets PYSPARK_PYTHON and PATH, or `missing`,
# which says what is missing.
export PYSPARK_PYTHON=$PWD/.venv/bin/python
missing=
if ! java -version >/dev/null 2>&1; then
  missing="Java is not installed"
elif ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
  missing="python3 with venv is not installed"
elif ! "$PYSPARK_PYTHON" -c 'import pyspark' 2>/dev/null; then
  python3 -m venv .venv
  .venv/bin/pip install --quiet --disable-pip-version-check --retries 1 'pyspark>=4,<5' || missing="PySpark could not be installed"
fi
export PATH=$PWD/.venv/bin:$PATH
