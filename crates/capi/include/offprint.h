/* Offprint for C: reads pages into articles, and compares two fingerprints. Every result is JSON in UTF-8 that ends
 * with a zero; free it with offprint_free.
 *
 * A failure is {"error": {"code": "...", "message": "..."}}. Calls share nothing, so any thread may make them at any
 * time.
 */
#ifndef OFFPRINT_H
#define OFFPRINT_H

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
 * The fields of the article are those of `offprint read --json`. */
char *offprint_read(const uint8_t *page, size_t length, const char *options);

/* The verdict on two articles, by their fingerprints as offprint_read returns them; if one is NULL, the verdict is
 * "unknown". docs/article.md lists the fields; `changes`, `original` and `version` are missing here. */
char *offprint_compare(const char *a, const char *b);

/* Frees a result of the functions above, once. NULL has no effect. */
void offprint_free(char *json);

/* The version of this library. Do not free it. */
const char *offprint_version(void);

#ifdef __cplusplus
}
#endif

#endif
