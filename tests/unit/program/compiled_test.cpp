// A program from the cache is the program that would have been compiled, in everything that an image says; a damaged
// entry, another setting or another program is compiled anew.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/files.h"
#include "support.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

// Classes, arrays, thread_local variables, constructors, an unknown function, code that a thread may run.
constexpr const char* kProgram = R"(
struct Pair { int first; int second[3]; };
struct Early { Early(); ~Early(); } early;
static Pair pairs[2];
thread_local long mine = 5;
extern "C" int __attribute__((weak)) unheard_of(void*);
Early::Early() { pairs[0].first = 1; }
Early::~Early() {}
static int sum() { int all = 0; for (Pair& p : pairs) all += p.first + p.second[1]; return all; }
int main(int argc, char**) {
  pairs[1].second[1] = argc;
  if (unheard_of) unheard_of(pairs);
  return sum() + static_cast<int>(mine);
}
)";

class CompiledCache : public ::testing::Test {
 protected:
  CompiledCache() { fs::remove_all(directory_); }
  ~CompiledCache() override { fs::remove_all(directory_); }

  LoadResult load(Visibility visible = Visibility::Sync) {
    LoadRequest request = test::request(units_);
    request.cache_directory = directory_.string();
    request.visible = visible;
    return load_program(std::move(request));
  }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> result;
    if (fs::exists(directory_))
      for (const auto& entry : fs::directory_iterator(directory_)) result.push_back(entry.path());
    return result;
  }

  const fs::path directory_ = fs::absolute("compiled_cache");
  std::vector<Bitcode> units_ = test::compile_sources({{"a.cpp", kProgram}});
};

// Everything but functions, in words.
std::string description(const Image& image) {
  std::string text = std::to_string(reinterpret_cast<Address>(image.main)) + " " + std::to_string(image.hash) + "\n";
  for (void (*constructor)() : image.constructors)
    text += std::to_string(reinterpret_cast<Address>(constructor)) + "\n";
  for (const auto* list : {&image.globals, &image.thread_locals})
    for (const GlobalRange& range : *list)
      for (std::uint64_t byte = 0; byte < range.size; byte++)
        text += std::to_string(range.begin + byte) + " " + image.variables.path(range.variable, byte) + "\n";
  for (std::uint32_t i = 0; i < image.sites.size(); i++) {
    const Site& site = image.sites[SiteId(i)];
    for (const SourcePosition& p : site.frames)
      text +=
          p.file + ":" + std::to_string(p.line) + ":" + std::to_string(p.column) + p.function + (p.system ? "s" : "");
    text += site.expression + "\n";
  }
  for (const bool flag : {image.unlock_is_visible, image.uses_library_state, image.weak_atomics, image.hidden_effects,
                          image.weak_compare_exchange, image.uses_conditions, image.cancels_threads,
                          image.tries_to_join, image.locks_streams, image.uses_scopes, image.benign_races})
    text += flag ? '1' : '0';
  for (const std::string& call : image.harmless_calls) text += "\n" + call;
  for (const UncontrolledCall& call : image.external_calls)
    text += "\n" + call.name + std::to_string(call.position.line);
  for (const auto& [entry, may_do] : image.may_do)
    text += "\n" + std::to_string(entry) + (may_do.everything ? "*" : "") + std::to_string(may_do.touches.size());
  return text;
}

TEST_F(CompiledCache, TheSecondLoadIsTheFirst) {
  std::string first;
  {
    const LoadResult result = load();
    ASSERT_TRUE(result.program) << result.error;
    first = description(result.program->image());
  }
  ASSERT_EQ(entries().size(), 1u);
  const LoadResult again = load();
  ASSERT_TRUE(again.program) << again.error;
  EXPECT_EQ(description(again.program->image()), first);
  EXPECT_NE(first.find("pairs[1].second[1]"), std::string::npos) << first;
  EXPECT_EQ(entries().size(), 1u);
  EXPECT_EQ(test::run(again.program->image(), {}), 1 + 1 + 5);
}

TEST_F(CompiledCache, OtherSettingsAndProgramsAreOtherEntries) {
  load();
  load(Visibility::All);
  EXPECT_EQ(entries().size(), 2u);
  units_ = test::compile_sources({{"a.cpp", std::string(kProgram) + "int one_more = 1;\n"}});
  load();
  EXPECT_EQ(entries().size(), 3u);
}

TEST_F(CompiledCache, ADamagedEntryIsMadeAnew) {
  load();
  const fs::path entry = entries().at(0);
  const std::string good = *read_file(entry.string());
  for (const std::size_t place : {std::size_t{0}, good.size() / 2, good.size() - 1}) {
    std::string damaged = good;
    damaged[place] ^= 1;
    std::ofstream(entry, std::ios::binary) << damaged;
    const LoadResult result = load();
    ASSERT_TRUE(result.program) << result.error;
    EXPECT_EQ(*read_file(entry.string()), good);
  }
}

TEST_F(CompiledCache, WhatCannotBeLoadedIsNotKept) {
  units_ = test::compile_sources({{"a.c", "int missing(void); int main(void) { return missing(); }"}});
  EXPECT_FALSE(load().program);
  EXPECT_TRUE(entries().empty());
}

}  // namespace
}  // namespace heddle
