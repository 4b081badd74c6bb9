// Virtual functions inside libstdc++.so that work on a range of characters of the program: they report what they read
// and write, then the library's own version does it. Programs reach them through the tables of the library's objects
// (indirect.cpp). The pointer to the object itself is not reported: its class never changes it.
#include <string>

#include "machine/models.h"

using namespace heddle;

namespace {

void report(AccessKind kind, const void* begin, const void* end) {
  const std::size_t size = static_cast<const char*>(end) - static_cast<const char*>(begin);
  if (static_cast<std::ptrdiff_t>(size) <= 0) return;
  const Call call;
  kind == AccessKind::Read ? reads(begin, size, call.site()) : writes(begin, size, call.site());
}

}  // namespace

extern "C" {

// ---- std::ctype<char> ----
#define HEDDLE_CONVERTS(function, symbol)                                             \
  const char* function(const void* facet, char* begin, const char* end) {             \
    report(AccessKind::Read, begin, end);                                             \
    report(AccessKind::Write, begin, end);                                            \
    HEDDLE_LIBRARY_VERSION(symbol, const char* (*)(const void*, char*, const char*)); \
    return real(facet, begin, end);                                                   \
  }
HEDDLE_CONVERTS(rt_ctype_toupper, "_ZNKSt5ctypeIcE10do_toupperEPcPKc")
HEDDLE_CONVERTS(rt_ctype_tolower, "_ZNKSt5ctypeIcE10do_tolowerEPcPKc")

const char* rt_ctype_widen(const void* facet, const char* begin, const char* end, char* to) {
  report(AccessKind::Read, begin, end);
  report(AccessKind::Write, to, to + (end - begin));
  HEDDLE_LIBRARY_VERSION("_ZNKSt5ctypeIcE8do_widenEPKcS2_Pc",
                         const char* (*)(const void*, const char*, const char*, char*));
  return real(facet, begin, end, to);
}
const char* rt_ctype_narrow(const void* facet, const char* begin, const char* end, char otherwise, char* to) {
  report(AccessKind::Read, begin, end);
  report(AccessKind::Write, to, to + (end - begin));
  HEDDLE_LIBRARY_VERSION("_ZNKSt5ctypeIcE9do_narrowEPKcS2_cPc",
                         const char* (*)(const void*, const char*, const char*, char, char*));
  return real(facet, begin, end, otherwise, to);
}

// ---- std::collate<char> ----
int rt_collate_compare(const void* facet, const char* a, const char* a_end, const char* b, const char* b_end) {
  report(AccessKind::Read, a, a_end);
  report(AccessKind::Read, b, b_end);
  HEDDLE_LIBRARY_VERSION("_ZNKSt7__cxx117collateIcE10do_compareEPKcS3_S3_S3_",
                         int (*)(const void*, const char*, const char*, const char*, const char*));
  return real(facet, a, a_end, b, b_end);
}
long rt_collate_hash(const void* facet, const char* begin, const char* end) {
  report(AccessKind::Read, begin, end);
  HEDDLE_LIBRARY_VERSION("_ZNKSt7__cxx117collateIcE7do_hashEPKcS3_", long (*)(const void*, const char*, const char*));
  return real(facet, begin, end);
}
// A std::string is returned through a hidden first argument.
void* rt_collate_transform(void* result, const void* facet, const char* begin, const char* end) {
  report(AccessKind::Read, begin, end);
  report(AccessKind::Write, result, static_cast<char*>(result) + sizeof(std::string));
  HEDDLE_LIBRARY_VERSION("_ZNKSt7__cxx117collateIcE12do_transformEPKcS3_",
                         void* (*)(void*, const void*, const char*, const char*));
  return real(result, facet, begin, end);
}
}
