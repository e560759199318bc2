#!/usr/bin/env bash
# Installs PySpark beside this file when it is not there yet, and runs the tests of the job. Where Java or PyPI are out of reach it says so and passes.
set -eu
cd "$(dirname "$0")"
. ./venv.sh
if [ -n "$missing" ]; then
  echo "examples/spark skipped: $missing."
  exit
fi
cd ../.. && exec npx vitest run test/examples/spark.test.ts
