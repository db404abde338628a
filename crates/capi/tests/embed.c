/* What tests/embed.rs compiles and runs: two pages are read, their fingerprints compared, and misuse is told. */
#include "offprint.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *file(const char *path, size_t *length) {
  FILE *from = fopen(path, "rb");
  if (from == NULL) {
    perror(path);
    exit(2);
  }
  assert(fseek(from, 0, SEEK_END) == 0);
  *length = (size_t)ftell(from);
  rewind(from);
  unsigned char *bytes = malloc(*length);
  assert(bytes != NULL && fread(bytes, 1, *length, from) == *length);
  fclose(from);
  return bytes;
}

/* A program would take a library for JSON. */
static char *fingerprint(const char *json) {
  const char *name = "\"fingerprint\":\"";
  const char *begin = strstr(json, name);
  assert(begin != NULL);
  begin += strlen(name);
  size_t length = (size_t)(strchr(begin, '"') - begin);
  char *text = malloc(length + 1);
  memcpy(text, begin, length);
  text[length] = 0;
  return text;
}

static void must_hold(char *json, const char *expected) {
  if (json == NULL || strstr(json, expected) == NULL) {
    fprintf(stderr, "%s lacks %s\n", json == NULL ? "NULL" : json, expected);
    exit(1);
  }
  offprint_free(json);
}

int main(int count, char **words) {
  if (count != 3) {
    fprintf(stderr, "usage: %s PAGE PAGE\n", count > 0 ? words[0] : "embed");
    return 2;
  }
  char *fingerprints[2];
  for (int side = 0; side < 2; side++) {
    size_t length;
    unsigned char *page = file(words[side + 1], &length);
    char *article = offprint_read(page, length, "{\"url\": \"https://a.example/\", \"markup\": true}");
    assert(strstr(article, "\"url\":\"https://a.example/\"") != NULL && strstr(article, "\"markdown\":") != NULL);
    fingerprints[side] = fingerprint(article);
    offprint_free(article);
    free(page);
  }
  char *verdict = offprint_compare(fingerprints[0], fingerprints[1]);
  printf("%s\n", verdict);
  offprint_free(verdict);
  must_hold(offprint_compare(fingerprints[0], NULL), "\"verdict\":\"unknown\"");
  must_hold(offprint_compare(fingerprints[0], "no fingerprint"), "\"code\":\"fingerprint_text\"");
  must_hold(offprint_compare("\xff", NULL), "\"code\":\"misuse\"");
  must_hold(offprint_read(NULL, 0, NULL), "\"text\":\"\"");
  must_hold(offprint_read(NULL, 1, NULL), "\"code\":\"misuse\"");
  must_hold(offprint_read((const uint8_t *)"x", 1, "{\"colour\": 1}"), "unknown field `colour`");
  offprint_free(NULL);
  free(fingerprints[0]);
  free(fingerprints[1]);
  assert(strchr(offprint_version(), '.') != NULL);
  return 0;
}
