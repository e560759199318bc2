"""Runs pieces of Python in one namespace: a line of JSON text in for each, a line of JSON out with its last expression's value or its error."""

import ast
import json
import sys
import warnings

warnings.simplefilter("ignore")
answers, sys.stdout = sys.stdout, sys.stderr  # what packages print is no answer
names = {}


def run(text):
    body = ast.parse(text).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "test", "exec"), names)
    return last and eval(compile(ast.Expression(last.value), "test", "eval"), names)


for line in sys.stdin:
    try:
        answer = {"value": run(json.loads(line))}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer, default=str), file=answers, flush=True)
