// The files are part of the executable, as the library's bitcode is: the build passes their folder in HEDDLE_BUG_PAGES.
#include "cli/bug_pages.h"

#include <string_view>

#define PAGE(kind)                                                                          \
  __asm__(                                                                                  \
      ".pushsection .rodata\n"                                                              \
      "heddle_page_" #kind                                                                  \
      "_begin:\n"                                                                           \
      ".incbin \"" HEDDLE_BUG_PAGES "/" #kind                                               \
      ".md\"\n"                                                                             \
      "heddle_page_" #kind                                                                  \
      "_end:\n"                                                                             \
      ".byte 0\n"                                                                           \
      ".popsection\n"                                                                       \
      ".globl heddle_page_" #kind "_begin, heddle_page_" #kind                              \
      "_end\n"                                                                              \
      ".hidden heddle_page_" #kind "_begin, heddle_page_" #kind "_end\n");                  \
  extern "C" const char heddle_page_##kind##_begin[] __attribute__((visibility("hidden"))); \
  extern "C" const char heddle_page_##kind##_end[] __attribute__((visibility("hidden")));

#define EACH_KIND(DO) \
  DO(race) DO(deadlock) DO(livelock) DO(assertion) DO(crash) DO(memory) DO(misuse) DO(exit) DO(discipline)

EACH_KIND(PAGE)

namespace heddle::cli {

std::string bug_page(const std::string& kind) {
#define RETURN_IT(name) \
  if (kind == #name) return {heddle_page_##name##_begin, heddle_page_##name##_end};
  EACH_KIND(RETURN_IT)
#undef RETURN_IT
  return {};
}

}  // namespace heddle::cli
