// Strings and memory: the result as an offset, and the bytes afterwards.
#include "seeded.h"
#include <strings.h>
#include <unistd.h>

static struct {
  char a[80], b[80];
} both;
#define a both.a
#define b both.b

static void offset(const char* name, const void* p) {
  if (!p) printf("%s NULL\n", name);
  else if ((const char*)p >= a && (const char*)p < a + sizeof a) printf("%s a+%ld\n", name, (long)((const char*)p - a));
  else printf("%s b+%ld\n", name, (long)((const char*)p - b));
}

#define RETURNS(call) case __COUNTER__: offset(#call, (call)); break;
#define COUNTS(call) case __COUNTER__: printf(#call " %ld\n", (long)(call)); break;
#define COMPARES(call) case __COUNTER__: printf(#call " %d\n", sign(call)); break;

static void separate(void) {
  char *rest = a, *piece, *place = NULL;
  unsigned style = below(3);
  for (char* s = a; (piece = style == 0 ? strtok(s, b) : style == 1 ? strtok_r(s, b, &place) : strsep(&rest, b)); s = NULL)
    printf("piece %ld '%s'\n", (long)(piece - a), piece);
}

static void call(void) {
  const char* alphabet = PICK(((const char*[]){"ab", "abcAB", "xyz ,;", "a"}));
  memset(a, '#', sizeof a), memset(b, '#', sizeof b);
  text(a, 1 + below(12), alphabet), text(b, 1 + below(1 + below(6)), alphabet);
  int c = below(8) ? (unsigned char)alphabet[below(3)] : 0;
  size_t n = below(14);
  switch (below(60)) {
    RETURNS(strcpy(a, b)) RETURNS(strncpy(a, b, n)) RETURNS(stpcpy(a, b)) RETURNS(stpncpy(a, b, n)) RETURNS(strcat(a, b))
    RETURNS(strncat(a, b, n)) RETURNS(memcpy(a, b, n)) RETURNS(memmove(a + 3, a, n)) RETURNS(mempcpy(a, b, n))
    RETURNS(memset(a, c, n)) RETURNS(memchr(a, c, n)) RETURNS(memrchr(a, c, n)) RETURNS(strchr(a, c))
    RETURNS(strrchr(a, c)) RETURNS(strchrnul(a, c)) RETURNS(index(a, c)) RETURNS(rindex(a, c)) RETURNS(strstr(a, b))
    RETURNS(strcasestr(a, b)) RETURNS(strpbrk(a, b)) RETURNS(memmem(a, n, b, strlen(b))) RETURNS(memccpy(a, b, c, n))
    RETURNS(rawmemchr(a, '#')) RETURNS((explicit_bzero(a, n), a)) RETURNS((bcopy(a, b, n), b)) RETURNS((bzero(a, n), a))
    COUNTS(strlen(a)) COUNTS(strnlen(a, n)) COUNTS(strspn(a, b)) COUNTS(strcspn(a, b)) COUNTS(strxfrm(a, b, n))
    COMPARES(strcmp(a, b)) COMPARES(strncmp(a, b, n)) COMPARES(strcasecmp(a, b)) COMPARES(strncasecmp(a, b, n))
    COMPARES(memcmp(a, b, n)) COMPARES(bcmp(a, b, n) != 0) COMPARES(strcoll(a, b))
    case __COUNTER__: separate(); break;
    case __COUNTER__: {
      char* copy = below(2) ? strdup(a) : strndup(a, n);
      printf("dup '%s'\n", copy);
      free(copy);
    } break;
    case __COUNTER__: printf("%s\n", strerror(below(140))); break;
    case __COUNTER__: {
      char room[40] = "";
      int error = below(2) ? (int)below(135) : (int)below(3000);
      printf("strerror_r %d '%s'\n", error, strerror_r(error, room, 1 + below(39)));
    } break;
  }
  dump(a, 20), dump(b, 20);
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int i = 0; i < 60; ++i) call();
  return 0;
}
