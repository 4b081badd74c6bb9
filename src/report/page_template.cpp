// The page without its data. The build passes its path in HEDDLE_PAGE_TEMPLATE; the assembler puts its bytes into the
// read-only data of this object.
#include "report/page.h"

__asm__(
    ".pushsection .rodata\n"
    "heddle_page_begin:\n"
    ".incbin \"" HEDDLE_PAGE_TEMPLATE
    "\"\n"
    "heddle_page_end:\n"
    ".byte 0\n"
    ".popsection\n"
    ".globl heddle_page_begin, heddle_page_end\n"
    ".hidden heddle_page_begin, heddle_page_end\n");

extern "C" const char heddle_page_begin[] __attribute__((visibility("hidden")));
extern "C" const char heddle_page_end[] __attribute__((visibility("hidden")));

namespace heddle {

std::string_view page_template() {
  return {heddle_page_begin, static_cast<std::size_t>(heddle_page_end - heddle_page_begin)};
}

}  // namespace heddle
