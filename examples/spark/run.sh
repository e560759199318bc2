#!/usr/bin/env bash
# ./run.sh 100000: makes this many tracks, as Parquet, and matches them on this machine, or on another MASTER, such as local-cluster[2,1,1024].
# All files are in data/. Run `npm run build` first.
set -eu
cd "$(dirname "$0")"
count=${1:-100000}
. ./venv.sh
if [ -n "$missing" ]; then
  echo "run.sh: $missing." >&2
  exit 1
fi
roadsnap="node $PWD/../../dist/cli/main.js"
# local-cluster starts its executors from the folder of Spark.
SPARK_HOME=$("$PYSPARK_PYTHON" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
export SPARK_HOME SPARK_LOCAL_IP=${SPARK_LOCAL_IP:-127.0.0.1}
mkdir -p data
$roadsnap build ../../fixtures/town.osm -o data/town.roads --quiet
if [ ! -e "data/$count.parquet" ]; then
  node make-tracks.js "$count" >"data/$count.ndjson"
  python - "data/$count" <<'PYTHON'
import sys
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[2]").getOrCreate()
spark.read.schema(
    "id STRING, points ARRAY<STRUCT<lon: DOUBLE, lat: DOUBLE, time: DOUBLE, accuracy: DOUBLE, speed: DOUBLE, course: DOUBLE>>"
).json(f"{sys.argv[1]}.ndjson").write.parquet(f"{sys.argv[1]}.parquet")
spark.stop()
PYTHON
fi
rm -rf "data/$count.snapped.parquet"
# The second number of local[2,4] is how often a task may be tried: with local[2] the first failure ends the job.
TIMEFORMAT="%0R seconds in all"
time spark-submit --master "${MASTER:-local[2,4]}" snap_tracks.py "data/$count.parquet" "data/$count.snapped.parquet" \
  --roads data/town.roads --partitions 16 --roadsnap "$roadsnap"
