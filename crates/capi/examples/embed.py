"""Compares two pages through the C library, with only the standard library: embed.py LIBRARY PAGE PAGE."""

import ctypes
import json
import sys


def main(library, *pages):
    offprint = ctypes.CDLL(library)
    # A pointer, not bytes: bytes would be a copy, and the original could not be freed.
    for name in ["offprint_read", "offprint_compare"]:
        getattr(offprint, name).restype = ctypes.c_void_p
    offprint.offprint_read.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p]
    offprint.offprint_compare.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
    offprint.offprint_free.argtypes = [ctypes.c_void_p]

    def told(pointer):
        try:
            return json.loads(ctypes.string_at(pointer))
        finally:
            offprint.offprint_free(pointer)

    fingerprints = []
    for path in pages:
        with open(path, "rb") as file:
            page = file.read()
        article = told(offprint.offprint_read(page, len(page), None))
        fingerprints.append(article["fingerprint"].encode())
    print(json.dumps(told(offprint.offprint_compare(*fingerprints))))


main(*sys.argv[1:])
