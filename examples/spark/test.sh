#!/usr/bin/env bash
# Installs PySpark next to this file if necessary, and runs the tests of the job. Without Java, or access to PyPI, it says so and passes.
set -eu
cd "$(dirname "$0")"
. ./venv.sh
if [ -n "$missing" ]; then
  echo "examples/spark skipped: $missing."
  exit
fi
cd ../.. && exec npx vitest run test/examples/spark.test.ts
