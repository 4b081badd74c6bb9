// Numbers of the internet as texts: the C library does it, here is what it reads and writes.
#define _GNU_SOURCE
#include <arpa/inet.h>

#include "real.h"

int real_inet_pton(int, const char*, void*) HEDDLE_REAL("inet_pton");
const char* real_inet_ntop(int, const void*, char*, socklen_t) HEDDLE_REAL("inet_ntop");
int real_inet_aton(const char*, struct in_addr*) HEDDLE_REAL("inet_aton");

static size_t size_of(int family) { return family == AF_INET ? 4 : family == AF_INET6 ? 16 : 0; }

int inet_pton(int family, const char* text, void* out) {
  touched_read(text, strlen(text) + 1);
  const int good = real_inet_pton(family, text, out);
  if (good == 1) touched_written(out, size_of(family));
  return good;
}
const char* inet_ntop(int family, const void* number, char* out, socklen_t room) {
  touched_read(number, size_of(family));
  const char* text = real_inet_ntop(family, number, out, room);
  if (text) touched_written(out, strlen(text) + 1);
  return text;
}
int inet_aton(const char* text, struct in_addr* out) {
  touched_read(text, strlen(text) + 1);
  const int good = real_inet_aton(text, out);
  if (good && out) touched_written(out, sizeof *out);
  return good;
}
in_addr_t inet_addr(const char* text) {
  struct in_addr number;
  return inet_aton(text, &number) ? number.s_addr : INADDR_NONE;
}
char* inet_ntoa(struct in_addr number) {
  static _Thread_local char text[INET_ADDRSTRLEN];  // glibc has one for each thread, too
  return (char*)inet_ntop(AF_INET, &number, text, sizeof text);
}
