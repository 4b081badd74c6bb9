// Calendar functions. The library computes on private copies; the structures and buffers of the program are read and
// written here. The buffers that some of them return are variables of the program (two threads that use them race).
#include <stdlib.h>
#include <time.h>

#include "real.h"

extern "C" {

struct tm* real_localtime_r(const time_t*, struct tm*) noexcept HEDDLE_REAL("localtime_r");
struct tm* real_gmtime_r(const time_t*, struct tm*) noexcept HEDDLE_REAL("gmtime_r");
time_t real_mktime(struct tm*) noexcept HEDDLE_REAL("mktime");
time_t real_timegm(struct tm*) noexcept HEDDLE_REAL("timegm");
char* real_asctime_r(const struct tm*, char*) noexcept HEDDLE_REAL("asctime_r");
char* real_strptime(const char*, const char*, struct tm*) noexcept HEDDLE_REAL("strptime");
char* real_getenv(const char*) noexcept HEDDLE_REAL("getenv");
[[noreturn]] void heddle_refuses(const char* what);
size_t real_strftime(char*, size_t, const char*, const struct tm*) noexcept HEDDLE_REAL("strftime");

static struct tm shared_date;
static char shared_text[26];

struct tm* localtime_r(const time_t* when, struct tm* out) noexcept {
  const time_t moment = *when;
  struct tm date;
  if (!real_localtime_r(&moment, &date)) return nullptr;
  *out = date;
  return out;
}
struct tm* gmtime_r(const time_t* when, struct tm* out) noexcept {
  const time_t moment = *when;
  struct tm date;
  if (!real_gmtime_r(&moment, &date)) return nullptr;
  *out = date;
  return out;
}
struct tm* localtime(const time_t* when) noexcept {
  return localtime_r(when, &shared_date);
}
struct tm* gmtime(const time_t* when) noexcept {
  return gmtime_r(when, &shared_date);
}

time_t mktime(struct tm* date) noexcept {
  struct tm copy = *date;
  const time_t moment = real_mktime(&copy);
  *date = copy;
  return moment;
}
time_t timegm(struct tm* date) noexcept {
  struct tm copy = *date;
  const time_t moment = real_timegm(&copy);
  *date = copy;
  return moment;
}

char* asctime_r(const struct tm* date, char* out) noexcept {
  const struct tm copy = *date;
  if (!real_asctime_r(&copy, out)) return nullptr;
  touched_written(out, strlen(out) + 1);
  return out;
}
char* asctime(const struct tm* date) noexcept { return asctime_r(date, shared_text); }
char* ctime_r(const time_t* when, char* out) noexcept {
  struct tm date;
  return localtime_r(when, &date) ? asctime_r(&date, out) : nullptr;
}
char* ctime(const time_t* when) noexcept { return ctime_r(when, shared_text); }

size_t strftime(char* out, size_t room, const char* format, const struct tm* date) noexcept {
  touched_read(format, strlen(format) + 1);
  const struct tm copy = *date;
  const size_t length = real_strftime(out, room, format, &copy);
  if (length != 0) touched_written(out, length + 1);
  return length;
}

char* strptime(const char* text, const char* format, struct tm* date) noexcept {
  touched_read(format, strlen(format) + 1);
  touched_read(text, strlen(text) + 1);
  struct tm copy = *date;
  char* const end = real_strptime(text, format, &copy);
  *date = copy;
  return end;
}

// The library has the time zone of the tool's own environment, and keeps it.
void tzset() noexcept {
  const char* const own = real_getenv("TZ");
  const char* const wanted = getenv("TZ");
  if ((own == nullptr) != (wanted == nullptr) || (own != nullptr && strcmp(own, wanted) != 0))
    heddle_refuses("tzset: a time zone other than that of the environment");
}
}
