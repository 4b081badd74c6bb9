// What _FORTIFY_SOURCE makes of the string functions: check the room, then the plain function.
#include <string.h>

extern "C" {

[[noreturn]] void __chk_fail();

static void need(size_t size, size_t room) {
  if (size > room) __chk_fail();
}

void* __memcpy_chk(void* to, const void* from, size_t n, size_t room) { return need(n, room), memcpy(to, from, n); }
void* __memmove_chk(void* to, const void* from, size_t n, size_t room) { return need(n, room), memmove(to, from, n); }
void* __memset_chk(void* to, int c, size_t n, size_t room) { return need(n, room), memset(to, c, n); }
void* __mempcpy_chk(void* to, const void* from, size_t n, size_t room) {
  return need(n, room), static_cast<char*>(memcpy(to, from, n)) + n;
}
char* __strcpy_chk(char* to, const char* from, size_t room) { return need(strlen(from) + 1, room), strcpy(to, from); }
char* __stpcpy_chk(char* to, const char* from, size_t room) {
  const size_t length = strlen(from);
  return need(length + 1, room), strcpy(to, from), to + length;
}
char* __strncpy_chk(char* to, const char* from, size_t n, size_t room) { return need(n, room), strncpy(to, from, n); }
char* __strcat_chk(char* to, const char* from, size_t room) {
  return need(strlen(to) + strlen(from) + 1, room), strcat(to, from);
}
char* __strncat_chk(char* to, const char* from, size_t n, size_t room) {
  return need(strlen(to) + strnlen(from, n) + 1, room), strncat(to, from, n);
}
}
