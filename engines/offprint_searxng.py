"""For SearXNG and other metasearch: folds a list of results in the form of its JSON, and leaves the others as they are.

    curl -s "http://localhost:8888/search?q=dam&format=json" | python engines/offprint_searxng.py

`results` keeps one result of each article, the best ranked or the likely original. It gets `copies`, the results that
were left out, each with its `likeness` and `score`; and the answer gets `independent_origins`.
"""

import json
import sys

import offprint

# Fields of a result that say more than its address and title; `content` is what the list shows of the page.
STATED = {"content": "snippet", "html": "html", "text": "text", "publishedDate": "published"}


def listed(result):
    """A result, as `offprint.fold` takes it."""
    named = {ours: result[theirs] for theirs, ours in STATED.items() if isinstance(result.get(theirs), str)}
    return {"url": result.get("url"), "title": result.get("title") or "", **named}


def fold(results):
    """The results that are kept, and the number of independent origins."""
    answer = offprint.fold([listed(result) for result in results])
    kept = [
        {
            **results[group["representative"]],
            "copies": [
                {**results[other["result"]], "likeness": other["likeness"], "score": other["score"]}
                for other in group["others"]
            ],
        }
        for group in answer["groups"]
    ]
    return kept, answer["independentOrigins"]


def main():
    try:
        answer = json.load(sys.stdin)
        results = answer["results"]
        kept, origins = fold(results)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        sys.exit(f"this is not an answer of SearXNG in JSON, which its settings must permit: {error!r}")
    json.dump({**answer, "results": kept, "independent_origins": origins}, sys.stdout, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
