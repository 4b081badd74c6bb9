// expect: verified
// primitive: sprintf
// primitive: snprintf
// primitive: vsnprintf
// primitive: asprintf
// exit: 0
//
// Formatted text in a thread's own memory, from constants that are shared. A precision limits what is read.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char part[8] = "abcdefg";

static int format(char* out, size_t room, const char* text, ...) {
  va_list arguments;
  va_start(arguments, text);
  int n = vsnprintf(out, room, text, arguments);
  va_end(arguments);
  return n;
}

static void* formatter(void* arg) {
  char out[32], *made;
  int length;
  assert(sprintf(out, "%d %s%n %5.1f", 42, "text", &length, 2.25) == 13 && length == 7);
  assert(strcmp(out, "42 text   2.2") == 0);
  assert(snprintf(out, 4, "%.3s|%*d|%.*s", part, 4, 7, 2, part) == 11 && strcmp(out, "abc") == 0);
  assert(format(out, sizeof out, "%c%%%lx%ls", 'a', 255l, L"w") == 5 && strcmp(out, "a%ffw") == 0);
  assert(asprintf(&made, "%s-%zu", "x", sizeof made) == 3 && strcmp(made, "x-8") == 0);
  free(made);
  return arg;
}

static void* writer(void* arg) {
  part[3] = 'x';
  return arg;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, formatter, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_create(&three, NULL, formatter, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
