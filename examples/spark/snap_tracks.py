"""Matches tracks with roadsnap on Spark: one roadsnap process for each partition, one row for each track.

    spark-submit snap_tracks.py tracks.parquet snapped.parquet --roads area.roads --partitions 200
"""

import argparse
import json
import resource
import shlex
import subprocess
import sys
import tempfile
import uuid
from collections import deque
from itertools import chain
from os.path import basename
from threading import Thread

from pyspark import SparkFiles
from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession
from pyspark.sql.functions import struct, to_json

# The columns of a row. `length` is in metres on roads, `stretches` are the lines in travel order. A track that could not be snapped has `error`, the
# reason, and `input`, its line unchanged.
SCHEMA = """
    id STRING, error STRING, input STRING, points INT, confidence_mean DOUBLE, confidence_min DOUBLE, length DOUBLE,
    stretches ARRAY<STRUCT<line_type: STRING, way_id: BIGINT, name: STRING, length: DOUBLE>>, answer STRING
"""

# Lines between two marks: this many are kept until they are known to be answered.
MARK_EVERY = 1000


class Feeder(Thread):
    """Writes lines to roadsnap, and keeps them until a mark after them is answered.

    A mark is an additional empty track. Answers come in the order of the lines, so that with the answer to a mark all earlier ones are there.
    """

    def __init__(self, lines, stdin):
        super().__init__(daemon=True)
        self.mark = f"mark {uuid.uuid4()}"
        self.failure = None
        self._lines = lines
        self._stdin = stdin
        self._sent = deque()  # None for a mark
        self._answered = 0

    def run(self):
        try:
            with self._stdin:
                # There is a mark at the beginning too: it makes the input a stream of tracks, whatever its first line is.
                self._send(None)
                for number, line in enumerate(self._lines, 1):
                    self._send(line)
                    if number % MARK_EVERY == 0:
                        self._send(None)
                self._send(None)
        except BrokenPipeError:
            pass  # roadsnap has ended; lines without an answer are still in _sent
        except Exception as failure:  # in the source of the lines
            self.failure = failure

    def _send(self, line):
        self._sent.append(line)
        text = json.dumps({"id": self.mark, "points": []}) if line is None else line
        self._stdin.write(text.encode() + b"\n")

    def mark_answered(self):
        while True:
            self._answered += 1
            if self._sent.popleft() is None:
                return

    def line(self, number):
        """The line with this number in an answer of roadsnap; no mark after it is answered yet."""
        return self._sent[number - 1 - self._answered]

    @property
    def all_answered(self):
        return not self._sent


def snap_partition(command, roads, keep_answers, core_seconds, lines):
    """The rows for the lines of a partition. Raises if roadsnap ends before all are answered; Spark then runs the partition again."""
    lines = iter(lines)
    first = next(lines, None)
    if first is None:
        return
    local_roads = roads.removeprefix("local:") if roads.startswith("local:") else SparkFiles.get(basename(roads))
    argv = [*command, "--roads", local_roads]
    before = children_seconds()
    with tempfile.TemporaryFile() as log:
        child = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, bufsize=1 << 16)
        feeder = Feeder(chain([first], lines), child.stdin)
        feeder.start()
        try:
            for text in child.stdout:
                if not text.endswith(b"\n"):
                    break  # killed in the middle of a line
                answer = json.loads(text)
                if answer["id"] == feeder.mark:
                    feeder.mark_answered()
                elif "error" in answer:
                    yield error_row(answer, feeder.line(answer["line"]))
                else:
                    yield track_row(answer, text.decode() if keep_answers else None)
            code = child.wait()
            feeder.join()
            if feeder.failure is not None:
                raise feeder.failure
            # The exit code is not enough: it is 1 both for a refused line and for roads that cannot be read.
            if not feeder.all_answered:
                log.seek(0)
                said = log.read().decode(errors="replace").strip()
                raise RuntimeError(f"roadsnap ended with exit code {code} before all tracks were answered. {said}")
        finally:
            child.kill()
            child.wait()
            core_seconds.add(children_seconds() - before)


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def error_row(answer, line):
    return (answer["id"], answer["error"], line, None, None, None, None, None, None)


def track_row(answer, text):
    confidences = [point["confidence"] for point in answer["points"]]
    stretches = [(line["line_type"], line["way_id"], line["name"], float(line["length"])) for line in answer["lines"]]
    return (
        answer["id"],
        None,
        None,
        len(confidences),
        sum(confidences) / len(confidences) if confidences else None,
        float(min(confidences)) if confidences else None,
        float(sum(length for line_type, _, _, length in stretches if line_type == "Road")),
        stretches,
        text,
    )


def read_lines(spark, path, form):
    """A DataFrame of one column: each track as a line of JSON."""
    if form == "ndjson":
        return spark.read.text(path)
    tracks = spark.read.parquet(path)
    return tracks.select(to_json(struct(*tracks.columns)).alias("value"))


def run(spark, options):
    """Runs the job; returns a sentence about its outcome."""
    lines = read_lines(spark, options.input, options.input_form)
    if options.partitions is not None:
        # By content, so that a task that runs again gets the same lines.
        lines = lines.repartition(options.partitions, "value")
    if not options.roads.startswith("local:"):
        spark.sparkContext.addFile(options.roads)
    command = [*shlex.split(options.roadsnap), *"snap - --threads 1 --from ndjson --to ndjson --quiet".split(), *shlex.split(options.options)]
    core_seconds = spark.sparkContext.accumulator(0.0)
    roads, keep_answers = options.roads, options.answers
    rows = lines.rdd.mapPartitions(lambda part: snap_partition(command, roads, keep_answers, core_seconds, (row[0] for row in part)))
    snapped = spark.createDataFrame(rows, SCHEMA, verifySchema=False)
    if not keep_answers:
        snapped = snapped.drop("answer")
    snapped.write.format(options.output_form).save(options.output)

    written = spark.read.schema(snapped.schema).format(options.output_form).load(options.output)
    tracks, errors, points = written.selectExpr("count(*)", "count(error)", "coalesce(sum(points), 0)").first()
    seconds = core_seconds.value
    cost = f"; roadsnap took {seconds:.1f} core-seconds, {1e6 * seconds / points:.1f} for a million points" if points else ""
    return f"{options.output}: {tracks:,} tracks, {errors:,} of them errors, {points:,} points{cost}."


def parse(argv=None):
    parser = argparse.ArgumentParser(description="Matches tracks with roadsnap on Spark; a row for each track.")
    parser.add_argument("input", help="tracks: Parquet with the columns id and points, or NDJSON, a track a line; any path that Spark reads")
    parser.add_argument("output", help="folder to write, which must not exist yet")
    parser.add_argument(
        "--roads", required=True, help="road file, sent to every executor; local:/path if it is at that path on all of them"
    )
    parser.add_argument("--partitions", type=int, help="number of partitions of the tracks (default: as Spark reads the input)")
    parser.add_argument("--roadsnap", default="roadsnap", help="command that runs roadsnap on an executor (default: roadsnap)")
    parser.add_argument("--options", default="", help='further options of roadsnap snap, as in --options="--mode trucking"')
    parser.add_argument("--from", dest="input_form", choices=["parquet", "ndjson"], help="default: parquet for *.parquet, else ndjson")
    parser.add_argument("--to", dest="output_form", choices=["parquet", "json"], help="default: json for *.json and *.ndjson, else parquet")
    parser.add_argument("--answers", action="store_true", help="keep roadsnap's answer in a column, as JSON")
    options = parser.parse_args(argv)
    if options.partitions is not None and options.partitions < 1:
        parser.error(f"--partitions is {options.partitions}; it must be 1 or more")
    options.input_form = options.input_form or ("parquet" if options.input.rstrip("/").endswith(".parquet") else "ndjson")
    options.output_form = options.output_form or ("json" if options.output.rstrip("/").endswith("json") else "parquet")
    return options


def main():
    options = parse()
    spark = SparkSession.builder.appName("roadsnap").getOrCreate()
    try:
        print(run(spark, options))
    except AnalysisException as error:  # no such input, or an output that exists
        sys.exit(f"snap_tracks: {error}")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
