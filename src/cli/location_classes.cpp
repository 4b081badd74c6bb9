// See location_classes.h.
#include "cli/location_classes.h"

#include <fmt/format.h>

namespace heddle::cli {
namespace {

std::string shown(const Image& image, const Access& access) {
  std::string place = "somewhere";
  for (const SourcePosition& frame : image.sites[access.site].frames)
    if (!frame.system) {
      place = fmt::format("{}:{}:{}", frame.file, frame.line, frame.column);
      break;
    }
  return fmt::format("{} at {}", name_of(access.kind), place);
}

}  // namespace

std::vector<std::string> apply_classes(const Image& image, CheckOptions& options, AccessWatch& watch) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < options.classes.size(); ++i) {
    const ClassEntry& entry = options.classes[i];
    bool found = false;
    for (const GlobalRange& global : image.globals) {
      if (!matches(entry.pattern, image.variables[global.variable].name)) continue;
      found = true;
      if (entry.location_class == LocationClass::Communication) {
        watch.communicate(global.begin, global.size);
        options.ignoring.visible.push_back({global.begin, global.size});
      } else {
        watch.claim(global.begin, global.size, entry.location_class == LocationClass::Unshared, i);
      }
    }
    if (!found)
      sentences.push_back(
          fmt::format("{}:{}: no global variable is called '{}'", options.classes_file, entry.line, entry.pattern));
  }
  return sentences;
}

std::vector<std::string> broken_claims(const Image& image, const CheckOptions& options, const AccessWatch& watch) {
  std::vector<std::string> sentences;
  for (const AccessWatch::BrokenClaim& broken : watch.broken_claims()) {
    const ClassEntry& entry = options.classes[broken.name];
    sentences.push_back(fmt::format("{}:{}: '{}' is not {}: {}, and in another thread {}", options.classes_file,
                                    entry.line, entry.pattern, name_of(entry.location_class),
                                    shown(image, broken.accesses.earlier), shown(image, broken.accesses.later)));
  }
  return sentences;
}

}  // namespace heddle::cli
