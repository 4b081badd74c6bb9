// Where in the source something happens. Made by instrument/, read by everything that talks to people.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "model/ids.h"

namespace heddle {

struct SourcePosition {
  std::string file;      // as given on the command line; headers as clang prints them
  unsigned line = 0;     // 0: unknown
  unsigned column = 0;
  std::string function;  // as a person writes it: "worker", "ns::Queue::push"
  bool system = false;   // inside a system header or without source: not the user's line

  friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

struct Site {
  std::vector<SourcePosition> frames;  // innermost first; more than one where clang itself inlined. Never empty.
  std::string expression;              // the accessed variable as far as the IR tells ("counter", "node->next"), or empty
  std::uint32_t allocates = 0;         // of a call that allocates: what, an index into VariableTable's list
  bool in_stream_function = false;     // of an input or output function of a stream: threads may share the standard ones
};

class SiteTable {
 public:
  SiteTable() : sites_{Site{{SourcePosition{"<unknown>", 0, 0, "<unknown>", true}}, {}}} {}
  SiteId add(Site site);
  const Site& operator[](SiteId id) const { return sites_[id.index()]; }
  Site& operator[](SiteId id) { return sites_[id.index()]; }
  std::size_t size() const { return sites_.size(); }

 private:
  std::vector<Site> sites_;
};

}  // namespace heddle
