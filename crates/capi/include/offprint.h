/* Offprint for C: reads pages into articles, compares two fingerprints, and folds lists of results. Every result is JSON
 * in UTF-8 that ends with a zero; free it with offprint_free.
 *
 * A failure is {"error": {"code": "...", "message": "..."}}. Calls share nothing, so any thread may make them at any
 * time.
 */
#ifndef OFFPRINT_H
#define OFFPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The article of a page: `length` bytes in any charset. `options` is NULL, or a JSON object with any of
 *   "url"          the address of the page, which is copied to the article and makes its links absolute
 *   "contentType"  its HTTP Content-Type
 *   "maxBytes"     bytes of the page that are read, by default 8388608
 *   "markup"       whether to add the article as Markdown and HTML
 *   "without"      what these go without: a list of "links", "images" and "tables"
 * The fields of the article are those of `offprint read --json`. */
char *offprint_read(const uint8_t *page, size_t length, const char *options);

/* The verdict on two articles, each as offprint_read returns it, or its fingerprint alone; if one is NULL, the verdict
 * is "unknown". docs/fields.md lists the fields; `changes`, `original` and `version` are missing here. On one host,
 * "partial" takes more; fingerprints alone count as those of different hosts. */
char *offprint_compare(const char *a, const char *b);

/* A list of results, folded: ten that are one article become one, with the others under it. `results` is a JSON array of
 * objects, the best first, with the fields of `offprint fold --help`; `rewrites` also puts reports in other words
 * together. docs/fold.md lists the fields of the answer, which refers to results by their positions from 0. */
char *offprint_fold(const char *results, bool rewrites);

/* Frees a result of the functions above, once. NULL has no effect. */
void offprint_free(char *json);

/* The version of this library. Do not free it. */
const char *offprint_version(void);

#ifdef __cplusplus
}
#endif

#endif
