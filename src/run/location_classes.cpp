// See location_classes.h.
#include "run/location_classes.h"
#include "detect/registry.h"
#include "search/search.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::run {
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

bool names(const ClassEntry& entry, const Image& image, const GlobalRange& global) {
  return matches(entry.pattern, image.variables[global.variable].name);
}

}  // namespace

std::string check_classes(const CheckOptions& options) {
  const bool reduces = search_kind(options.search).takes_classes;
  for (const ClassEntry& entry : options.classes) {
    const bool initialised = entry.location_class == LocationClass::Initialised;
    if (initialised ? detector_kind(options.detector).takes_initialisers : reduces) continue;
    return fmt::format(
        "{}:{}: error: '{}' works only with {}", options.classes_file, entry.line, name_of(entry.location_class),
        initialised ? detectors_that(&DetectorKind::takes_initialisers) : searches_that(&SearchKind::takes_classes));
  }
  return {};
}

std::vector<std::string> unknown_variables(const Image& image, const CheckOptions& options) {
  std::vector<std::string> sentences;
  for (const ClassEntry& entry : options.classes)
    if (std::none_of(image.globals.begin(), image.globals.end(),
                     [&](const GlobalRange& g) { return names(entry, image, g); }))
      sentences.push_back(
          fmt::format("{}:{}: no global variable is called '{}'", options.classes_file, entry.line, entry.pattern));
  return sentences;
}

DetectorOptions detector_options(const Image& image, const CheckOptions& options, const ThreadNames& thread_names) {
  DetectorOptions out;
  out.names = &thread_names;
  for (const GlobalRange& global : image.globals)
    for (const ClassEntry& entry : options.classes) {
      if (entry.location_class != LocationClass::Initialised || !names(entry, image, global)) continue;
      out.initialisers.push_back({global.begin, global.size, entry.thread});
      break;
    }
  return out;
}

void apply_classes(const Image& image, const CheckOptions& options, AccessWatch& watch, Round& round) {
  for (std::size_t i = 0; i < options.classes.size(); ++i) {
    const ClassEntry& entry = options.classes[i];
    for (const GlobalRange& global : image.globals) {
      if (entry.location_class == LocationClass::Initialised || !names(entry, image, global)) continue;
      if (entry.location_class == LocationClass::Communication) {
        watch.communicate(global.begin, global.size);
        round.visible.push_back({global.begin, global.size});
      } else {
        watch.claim(global.begin, global.size, entry.location_class == LocationClass::Unshared, i);
      }
    }
  }
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

}  // namespace heddle::run
