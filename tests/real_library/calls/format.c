// printf and scanf: random conversions with fitting arguments.
#include "seeded.h"
#include <stdarg.h>
#include <wchar.h>

static char buffer[400], format[80];

static int through(int style, size_t room, const char* f, ...) {
  va_list list;
  va_start(list, f);
  int n = -2;
  char* made = NULL;
  switch (style) {
    case 0: n = vsnprintf(buffer, room, f, list); break;
    case 1: n = vsprintf(buffer, f, list); break;
    case 2: n = vasprintf(&made, f, list), strcpy(buffer, made), free(made); break;
    case 3: n = vprintf(f, list), putchar('\n'); break;
    case 4: n = vfprintf(stdout, f, list), putchar('\n'); break;
  }
  va_end(list);
  return n;
}

static void conversion(void) {
  static const char* const kLengths[] = {"", "hh", "h", "l", "ll", "j", "z", "t"};
  char* p = format;
  p += sprintf(p, "%s", PICK(((char*[]){"", "<", "%%", "x "})));
  *p++ = '%';
  while (below(3) == 0) *p++ = "-+ #0'"[below(5)];
  int star = below(8) == 0;
  if (star) *p++ = '*';
  else if (below(2)) p += sprintf(p, "%u", below(14));
  if (below(3) == 0) p += sprintf(p, ".%s", PICK(((char*[]){"", "0", "1", "3", "7", "12"})));
  int style = (int)below(5);
  size_t room = PICK(((size_t[]){0, 1, 5, 20, 200}));
  memset(buffer, '#', sizeof buffer), buffer[399] = 0;
  int n, width = (int)below(12) - 4;
  long long value = PICK(((long long[]){0, 1, -1, 42, -1234567, 2147483647, -2147483648LL, 9223372036854775807LL, 255, 'a'}));
  double real = PICK(((double[]){0, -0.0, 1, -1.5, 3.14159265358979, 1e10, 1e-7, 123456789.125, 1e300, 0.5, 2.5, 1.0 / 0, 99999.5}));
  switch (below(5)) {
    case 0:
    case 1:
      sprintf(p, "%s%c>", PICK(kLengths), PICK(((char[]){'d', 'i', 'o', 'u', 'x', 'X'})));
      n = star ? through(style, room, format, width, value) : through(style, room, format, value);
      break;
    case 2:
      sprintf(p, "%c>", PICK(((char[]){'f', 'e', 'E', 'g', 'G', 'a', 'A', 'F'})));
      n = star ? through(style, room, format, width, real) : through(style, room, format, real);
      break;
    case 3:
      sprintf(p, "s|%%d>");
      {
        const char* s = PICK(((const char*[]){"", "a", "hello", "hello world of texts"}));
        n = star ? through(style, room, format, width, s, 7) : through(style, room, format, s, 7);
      }
      break;
    default:
      sprintf(p, "c>");
      n = star ? through(style, room, format, width, (int)value & 127 ? (int)value & 127 : 'z')
               : through(style, room, format, (int)value & 127 ? (int)value & 127 : 'z');
      break;
  }
  printf("%d \"%s\" style %d room %zu: ", n, format, style, room);
  if (style < 3) dump(buffer, 60);
  else printf("\n");
}

static void scanning(void) {
  char input[30];
  text(input, 20, PICK(((const char*[]){"0123456789 -", "abc 12", "0x1f 9.e", "a,b;1", " \t1"})));
  int i = -7, j = -7, n = -7;
  long l = -7;
  short h = -7;
  unsigned u = 7;
  double d = -7;
  float f = -7;
  char s[30] = "##########", c[6] = "#####";
  errno = 0;
  int r = -9;
  switch (below(12)) {
    case 0: r = sscanf(input, "%d%d%n", &i, &j, &n); break;
    case 1: r = sscanf(input, "%i %ld", &i, &l); break;
    case 2: r = sscanf(input, "%x%hd", &u, &h); break;
    case 3: r = sscanf(input, "%lf%f", &d, &f); break;
    case 4: r = sscanf(input, "%3s%2d", s, &i); break;
    case 5: r = sscanf(input, "%[abc]%n", s, &n); break;
    case 6: r = sscanf(input, "%[^ ,;]%*c%c", s, c); break;
    case 7: r = sscanf(input, "%3c%d", c, &i); break;
    case 8: r = sscanf(input, "%*d %d", &i); break;
    case 9: r = sscanf(input, "%2d%3d%s", &i, &j, s); break;
    case 10: r = sscanf(input, "a%d,%s", &i, s); break;
    case 11: r = sscanf(input, "%o%*[ ]%u%%", &u, (unsigned*)&i); break;
  }
  printf("'%s' %d: %d %d %d %ld %d %u %g %g '%s' '%s'\n", input, r, i, j, n, l, h, u, d, (double)f, s, c);
}

static void output(void) {
  switch (below(9)) {
    case 0: printf("%d\n", puts("line")); break;
    case 1: printf("%d\n", putchar('c')); break;
    case 2: printf("%d\n", fputs("text", stdout) >= 0); break;
    case 3: printf("%d\n", fputc(256 + 'a', stdout)); break;
    case 4: printf("%zu\n", fwrite("abcdef", 2, below(4), stdout)); break;
    case 5: printf("%zu\n", fwrite("abcdef", 0, 3, stdout)); break;
    case 6: printf("%d\n", putc('x', stdout)); break;
    case 7: printf("%d\n", fflush(stdout)); break;
    case 8: printf("%d %d %d\n", fileno(stdout), feof(stdout), ferror(stdout)); break;
  }
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int i = 0; i < 60; ++i) switch (below(4)) {
      case 0: scanning(); break;
      case 1: output(); break;
      default: conversion();
    }
  return 0;
}
