/* What tests/embed.rs compiles and runs: reads a page, compares two fingerprints, or misuses the library. */
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

static void must_hold(char *json, const char *expected) {
  if (json == NULL || strstr(json, expected) == NULL) {
    fprintf(stderr, "%s lacks %s\n", json == NULL ? "NULL" : json, expected);
    exit(1);
  }
  offprint_free(json);
}

static int print(char *json) {
  puts(json);
  offprint_free(json);
  return 0;
}

static int misuse(void) {
  must_hold(offprint_compare(NULL, NULL), "\"verdict\":\"unknown\"");
  must_hold(offprint_compare(NULL, "no fingerprint"), "\"code\":\"fingerprint_text\"");
  must_hold(offprint_compare("\xff", NULL), "\"code\":\"misuse\"");
  must_hold(offprint_read(NULL, 0, NULL), "\"text\":\"\"");
  must_hold(offprint_read(NULL, 1, NULL), "\"code\":\"misuse\"");
  must_hold(offprint_read((const uint8_t *)"x", 1, "{\"colour\": 1}"), "unknown field `colour`");
  must_hold(offprint_fold("{}", false), "\"code\":\"misuse\"");
  must_hold(offprint_fold(NULL, true), "\"independentOrigins\":0");
  const char *twice = "[{\"url\": \"https://a.example/1\"}, {\"address\": \"http://www.a.example/1\"}]";
  must_hold(offprint_fold(twice, false), "\"result\":1,\"of\":0,\"likeness\":\"same\"");
  offprint_free(NULL);
  assert(strchr(offprint_version(), '.') != NULL);
  return 0;
}

int main(int count, char **words) {
  if (count == 4 && strcmp(words[1], "read") == 0) {
    size_t length;
    unsigned char *page = file(words[2], &length);
    char *article = offprint_read(page, length, words[3]);
    free(page);
    return print(article);
  }
  if (count == 4 && strcmp(words[1], "compare") == 0) {
    return print(offprint_compare(*words[2] ? words[2] : NULL, *words[3] ? words[3] : NULL));
  }
  if (count == 2 && strcmp(words[1], "misuse") == 0) {
    return misuse();
  }
  fprintf(stderr, "usage: embed read PAGE OPTIONS | compare FINGERPRINT FINGERPRINT | misuse\n");
  return 2;
}
