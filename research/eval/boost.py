"""Fits trees to examples with LightGBM (Ke et al., 2017); run by `offprint-eval fit`.

boost.py EXAMPLES MODEL reads `columns`, then rows of features, answers and weights, as boost.rs writes them, and writes
LightGBM's own description of the trees, and what they answer to the first rows.
"""

import json
import sys

import lightgbm
import numpy

# Larger `num_leaves` and more trees: closer to the examples, a larger table. Larger `min_data_in_leaf` and
# `lambda_l2`: smoother. Smaller `learning_rate`: finer steps, which take more trees.
SETTINGS = {
    "objective": "binary",
    "learning_rate": 0.12,
    "num_leaves": 16,
    "min_data_in_leaf": 150,
    "lambda_l2": 5,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.5,
    "bagging_freq": 1,
    "max_bin": 63,
    "min_data_in_bin": 1,
    "seed": 11,
    "deterministic": True,
    "force_col_wise": True,
    "num_threads": 2,
    "verbose": -1,
}
TREES = 150
# Rows whose answers are written, so that what Rust makes of the trees can be checked.
CHECKED = 1000

examples, model = sys.argv[1:]
with open(examples, "rb") as file:
    rows, columns = numpy.fromfile(file, numpy.uint32, 2)
    features = numpy.fromfile(file, numpy.int16, rows * columns).reshape(rows, columns)
    answers = numpy.fromfile(file, numpy.uint8, rows)
    weights = numpy.fromfile(file, numpy.float32, rows)
booster = lightgbm.train(SETTINGS, lightgbm.Dataset(features, answers, weight=weights), TREES)
trees = [tree["tree_structure"] for tree in booster.dump_model()["tree_info"]]
checked = booster.predict(features[:CHECKED], raw_score=True).tolist()
with open(model, "w") as file:
    json.dump({"trees": trees, "checked": checked}, file)
