/* Offprint for C: a page in, its article out; two fingerprints in, a verdict out. Everything that comes out is JSON, in
 * UTF-8 and ended by a zero, and is given back with offprint_free.
 *
 * What fails comes out as {"error": {"code": "...", "message": "..."}}. Nothing is shared between calls, so any thread
 * may make them at any time.
 */
#ifndef OFFPRINT_H
#define OFFPRINT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The article of a page: `length` bytes in any charset. `options` is NULL, or a JSON object with any of
 *   "url"          the address of the page, for the record and to make links absolute
 *   "contentType"  its HTTP Content-Type
 *   "maxBytes"     bytes of it that are read, 8388608 unless given
 *   "markup"       whether the article is wanted as Markdown and HTML, too
 * The fields of the article are those of `offprint read --json`. */
char *offprint_read(const uint8_t *page, size_t length, const char *options);

/* What two articles are to each other, by their fingerprints as offprint_read tells them; one that is NULL makes the
 * verdict "unknown". The fields are those of `offprint compare --json` on two fingerprints. */
char *offprint_compare(const char *a, const char *b);

/* Gives back what one of the functions above has returned, once; NULL is nothing to give back. */
void offprint_free(char *json);

/* The version of this library. It is not given back. */
const char *offprint_version(void);

#ifdef __cplusplus
}
#endif

#endif
