// Only the first header of a file can be taken from elsewhere without a question about what came before it, and only if
// it is guarded against a second inclusion: clang is given the precompiled one (-include-pch), then comes to the line
// that includes it. Known frameworks are. A header that asks for the file that includes it (__BASE_FILE__), or that
// clang warns of, is read by each file; that is kept too, as an entry without bytes.
//
//   framework_header   skip_comments, then one directive
//   get                load -> unchanged, or made now -> store
#include "frontend/precompiled.h"

#include <algorithm>
#include <array>

#include "frontend/cache.h"
#include "frontend/clang_process.h"
#include "support/files.h"

namespace heddle {
namespace {

constexpr std::string_view kPrecompiledExtension = ".header";
constexpr std::array<std::string_view, 7> kHeaders = {"gtest/gtest.h",
                                                      "gmock/gmock.h",
                                                      "catch2/catch.hpp",
                                                      "catch2/catch_all.hpp",
                                                      "catch2/catch_test_macros.hpp",
                                                      "doctest/doctest.h",
                                                      "boost/test/unit_test.hpp"};

// Blanks, line ends and comments. False: something unusual, such as a comment whose line is continued.
bool skip_comments(std::string_view& text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (text.starts_with("//")) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      if (line.ends_with('\\') || line.ends_with("\\\r") || line.find("?\?/") != std::string_view::npos) return false;
      text.remove_prefix(end);
    } else if (text.starts_with("/*")) {
      const std::size_t end = text.find("*/", 2);
      if (end == std::string_view::npos) return false;
      text.remove_prefix(end + 2);
    } else {
      return true;
    }
  }
}

bool skip_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return true;
}

bool mentions_the_including_file(const std::vector<std::string>& files) {
  return std::ranges::any_of(files, [](const std::string& file) {
    const std::optional<std::string> text = read_file(file);
    return !text || text->find("__BASE_FILE__") != std::string::npos ||
           text->find("__INCLUDE_LEVEL__") != std::string::npos;
  });
}

std::vector<std::string> precompile_command(std::vector<std::string> words) {
  std::erase(words, "-emit-llvm");
  std::erase(words, "-c");
  words.back() += "-header";
  // What the header itself needs of templates is made here, and not again in each file.
  words.insert(words.end(), {"-fpch-instantiate-templates", "-"});
  return words;
}

}  // namespace

std::optional<LeadingHeader> framework_header(std::string_view source) {
  if (!skip_comments(source) || !skip_word(source, "#") || !skip_word(source, "include")) return std::nullopt;
  const bool quoted = source.starts_with('"');
  if (!quoted && !source.starts_with('<')) return std::nullopt;
  const std::size_t end = source.find(quoted ? '"' : '>', 1);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view name = source.substr(1, end - 1);
  if (std::ranges::find(kHeaders, name) == kHeaders.end()) return std::nullopt;
  return LeadingHeader{std::string(name), quoted};
}

std::string PrecompiledHeaders::get(const std::vector<std::string>& words, const std::string& header,
                                    const std::function<std::optional<Dependencies>(std::string_view)>& record) const {
  const std::vector<std::string> command = precompile_command(words);
  std::vector<std::string> identity = command;
  identity.push_back(header);
  const std::string key = cache_key(identity);
  std::string bytes;
  Dependencies dependencies;
  if (const std::optional<std::string> found = directory_.load(key, kPrecompiledExtension)) {
    Unpacker unpack(*found);
    unpack(bytes, dependencies);
    if (unpack.good() && unchanged(dependencies)) {
      directory_.touch(key, kPrecompiledExtension);
      return bytes;
    }
  }
  const std::string text = "#include <" + header + ">\n";
  ProcessResult made = run_process(command, {.standard = text});
  if (!made.started || made.signal != 0 || made.exit_status != 0) return {};
  const bool usable = made.err.empty() && !mentions_the_including_file(prerequisites(made.third));
  bytes = usable ? std::move(made.out) : "";
  if (std::optional<Dependencies> recorded = record(made.third)) {
    Packer pack;
    pack(bytes, *recorded);
    directory_.store(key, kPrecompiledExtension, pack.bytes());
  }
  return bytes;
}

}  // namespace heddle
