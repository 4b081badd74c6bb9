// --keep-files: the files that the program has written, as a replay leaves them, below a directory. They lie in the
// program's memory (src/library/files.h, of which this is the other side: the same structures).
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>

#include "machine/models.h"

namespace heddle {
namespace {

struct KeptNode {
  unsigned references;
  mode_t mode;
  off_t size;
  const char* real;
  off_t real_size;
  unsigned long object;
  char** pages;
  std::size_t page_count;
  unsigned changed;
};
struct KeptEntry {
  const KeptEntry* next;
  const KeptNode* node;
  const char* path;
};

const KeptEntry* const* overlay = nullptr;

std::string bytes_on_disk(const char* path) {
  std::string text;
  if (FILE* f = path ? std::fopen(path, "rb") : nullptr) {
    char buffer[4096];
    while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, f)) text.append(buffer, n);
    std::fclose(f);
  }
  return text;
}

std::string kept_content(const KeptNode& node) {
  constexpr std::size_t kPage = 4096;
  std::string text = bytes_on_disk(node.real);
  text.resize(std::min(text.size(), static_cast<std::size_t>(node.real_size)));
  text.resize(static_cast<std::size_t>(node.size));
  for (std::size_t i = 0; i < node.page_count; i++)
    if (node.pages[i] != nullptr && i * kPage < text.size())
      std::copy_n(node.pages[i], std::min(kPage, text.size() - i * kPage), text.begin() + static_cast<long>(i * kPage));
  return text;
}

}  // namespace

void Machine::keep_files(const std::string& directory) const {
  namespace fs = std::filesystem;
  std::error_code none;
  fs::create_directories(directory, none);
  for (const KeptEntry* e = overlay ? *overlay : nullptr; e != nullptr; e = e->next) {
    if (e->node == nullptr || e->node->changed == 0) continue;
    const fs::path place = fs::path(directory + e->path);
    if (S_ISDIR(e->node->mode)) {
      fs::create_directories(place, none);
      continue;
    }
    fs::create_directories(place.parent_path(), none);
    if (FILE* f = std::fopen(place.c_str(), "wb")) {
      const std::string text = kept_content(*e->node);
      std::fwrite(text.data(), 1, text.size(), f);
      std::fclose(f);
    }
  }
}

}  // namespace heddle

extern "C" void rt_world_overlay(const void* list) {
  heddle::ToolScope tool;
  heddle::overlay = static_cast<const heddle::KeptEntry* const*>(list);
}
