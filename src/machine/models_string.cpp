// Intercepted: the functions of <string.h> report what they read and write, then do it.
#include <string.h>

#include "machine/announce.h"

using namespace heddle;

extern "C" {

void* rt_memmove(void* to, const void* from, std::size_t n) {
  Call call;
  announce<"memcpy">(call, to, from, n);
  call.changes_nothing();  // beside what was announced, here and below
  return memmove(to, from, n);
}
void* rt_memcpy(void* to, const void* from, std::size_t n) {
  if (overlaps_in_part(to, from, n)) {
    Call call;
    engine->overlapping(to, n, call.site());
  }
  return rt_memmove(to, from, n);
}
void* rt_mempcpy(void* to, const void* from, std::size_t n) { return static_cast<char*>(rt_memcpy(to, from, n)) + n; }
void* rt_memset(void* to, int byte, std::size_t n) {
  Call call;
  announce<"memset">(call, to, byte, n);
  call.changes_nothing();
  return memset(to, byte, n);
}
void rt_bzero(void* to, std::size_t n) { rt_memset(to, 0, n); }
int rt_memcmp(const void* a, const void* b, std::size_t n) {
  Call call;
  std::size_t same = 0;
  while (same < n && static_cast<const char*>(a)[same] == static_cast<const char*>(b)[same]) same++;
  const std::size_t read = same < n ? same + 1 : n;
  reads(a, read, call.site());
  reads(b, read, call.site());
  call.changes_nothing();
  return memcmp(a, b, n);
}
void* rt_memchr(const void* p, int byte, std::size_t n) {
  Call call;
  void* found = const_cast<void*>(memchr(p, byte, n));
  reads(p, found ? static_cast<std::size_t>(static_cast<char*>(found) - static_cast<const char*>(p)) + 1 : n, call.site());
  call.changes_nothing();
  return found;
}
std::size_t rt_strlen(const char* s) {
  Call call;
  const std::size_t n = strlen(s);
  reads(s, n + 1, call.site());
  call.changes_nothing();
  return n;
}
std::size_t rt_strnlen(const char* s, std::size_t most) {
  Call call;
  const std::size_t n = strnlen(s, most);
  reads(s, n < most ? n + 1 : n, call.site());
  call.changes_nothing();
  return n;
}
int rt_strncmp(const char* a, const char* b, std::size_t n) {
  Call call;
  std::size_t i = 0;
  while (i < n && a[i] == b[i] && a[i]) i++;
  const std::size_t read = i < n ? i + 1 : n;
  reads(a, read, call.site());
  reads(b, read, call.site());
  call.changes_nothing();
  return i < n ? static_cast<unsigned char>(a[i]) - static_cast<unsigned char>(b[i]) : 0;
}
int rt_strcmp(const char* a, const char* b) { return rt_strncmp(a, b, ~std::size_t{0}); }
char* rt_strcpy(char* to, const char* from) {
  Call call;
  const std::size_t n = strlen(from) + 1;
  reads(from, n, call.site());
  writes(to, n, call.site());
  call.changes_nothing();
  return static_cast<char*>(memmove(to, from, n));
}
char* rt_stpcpy(char* to, const char* from) { return rt_strcpy(to, from) + strlen(to); }
char* rt_strncpy(char* to, const char* from, std::size_t n) {
  Call call;
  const std::size_t have = strnlen(from, n);
  reads(from, have < n ? have + 1 : n, call.site());
  announce<"strncpy">(call, to, from, n);
  call.changes_nothing();
  return strncpy(to, from, n);
}
char* rt_strcat(char* to, const char* from) {
  Call call;
  const std::size_t old = strlen(to), n = strlen(from) + 1;
  reads(to, old + 1, call.site());
  reads(from, n, call.site());
  writes(to + old, n, call.site());
  call.changes_nothing();
  memmove(to + old, from, n);
  return to;
}
char* rt_strncat(char* to, const char* from, std::size_t most) {
  Call call;
  const std::size_t old = strlen(to), n = strnlen(from, most);
  reads(to, old + 1, call.site());
  reads(from, n < most ? n + 1 : n, call.site());
  writes(to + old, n + 1, call.site());
  call.changes_nothing();
  memmove(to + old, from, n);
  to[old + n] = 0;
  return to;
}
char* rt_strchr(const char* s, int c) {
  Call call;
  char* found = const_cast<char*>(strchr(s, c));
  reads(s, found ? static_cast<std::size_t>(found - s) + 1 : strlen(s) + 1, call.site());
  call.changes_nothing();
  return found;
}
char* rt_strrchr(const char* s, int c) {
  Call call;
  reads(s, strlen(s) + 1, call.site());
  call.changes_nothing();
  return const_cast<char*>(strrchr(s, c));
}
char* rt_strstr(const char* s, const char* part) {
  Call call;
  reads(s, strlen(s) + 1, call.site());
  reads(part, strlen(part) + 1, call.site());
  call.changes_nothing();
  return const_cast<char*>(strstr(s, part));
}
}
