// Which shared library a piece of code belongs to: malloc and the lock functions of the executable are called by all.
// And which libraries are there because the program wants them (-l), not because the tool itself is made of them.
#include <link.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "machine/library_data.h"
#include "machine/runtime.h"

namespace heddle {
namespace {

struct Code {
  std::uintptr_t begin, end;
};
std::vector<Code> hidden, cxx;

bool inside(const std::vector<Code>& list, const void* address) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  for (const Code& c : list)
    if (a - c.begin < c.end - c.begin) return true;
  return false;
}

int visit(dl_phdr_info* info, std::size_t, void*) {
  const char* name = info->dlpi_name;
  const bool is_cxx = std::strstr(name, "libstdc++.so");
  const bool is_hidden = std::strstr(name, "/libc.so") || std::strstr(name, "libgcc_s.so") || std::strstr(name, "ld-linux");
  if (!is_cxx && !is_hidden) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X)) continue;
    const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    (is_cxx ? cxx : hidden).push_back({begin, begin + segment.p_memsz});
  }
  return 0;
}

// What the loader has mapped before any constructor runs.
std::vector<std::uintptr_t> libraries_at_start() {
  std::vector<std::uintptr_t> list;
  const auto note = [](dl_phdr_info* info, std::size_t, void* all) {
    static_cast<std::vector<std::uintptr_t>*>(all)->push_back(info->dlpi_addr);
    return 0;
  };
  dl_iterate_phdr(note, &list);
  return list;
}
const std::vector<std::uintptr_t> of_the_tool = libraries_at_start();

}  // namespace

bool is_library_of_program(const dl_phdr_info& library) {
  return std::find(of_the_tool.begin(), of_the_tool.end(), library.dlpi_addr) == of_the_tool.end();
}

void find_library_code() {
  if (hidden.empty()) dl_iterate_phdr(visit, nullptr);
}
bool called_by_cxx_library(const void* return_address) { return inside(cxx, return_address); }
bool called_by_hidden_library(const void* return_address) { return inside(hidden, return_address); }

}  // namespace heddle
