// SARIF 2.1.0 (OASIS), what code scanning services and editors read: one run, one result a finding, written as they
// come.
//
//   SarifWriter w(file); w.add(...); ...; w.finish(successful);
#pragma once
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

struct SarifPlace {
  std::string file;          // a path as the user would write it; empty: not known
  std::uint64_t line = 0;    // 0: the file as a whole
  std::uint64_t column = 0;  // 0: the whole line
  std::string message;
};

// A step of an interleaving (threadFlowLocation).
struct SarifStep {
  SarifPlace place;
  std::vector<std::string> kinds;      // as the standard names them: "acquire", "release", "memory" ...
  std::uint64_t order = 0;             // among the steps of all threads, from 1
  std::optional<std::size_t> nesting;  // depth of calls; none: unknown
  const char* importance = "important";
  std::string variable, value;  // what it was then; empty: nothing is known
};

struct SarifThread {
  std::string name;
  std::vector<SarifStep> steps;
};

struct SarifResult {
  std::string rule;  // the kind of bug: "race", "deadlock" ...
  std::string message;
  SarifPlace place;
  std::vector<SarifPlace> related;
  std::vector<SarifThread> threads;  // the interleaving; empty: none
  std::string fingerprint;           // empty: none
};

struct SarifNote {
  const char* level;  // "error", "warning", "note"
  std::string message;
};

class SarifWriter {
 public:
  explicit SarifWriter(std::FILE* out);
  void add(const SarifResult& result);
  // What the results do not say: an error, or why they are not all there is.
  void note(SarifNote note) { notes_.push_back(std::move(note)); }
  // Ends the file. False: something could not be written.
  bool finish(bool successful);

 private:
  std::FILE* out_;
  bool first_ = true;
  std::vector<SarifNote> notes_;
};

// A path as a URI reference: what is not allowed there is escaped.
std::string uri_of(const std::string& path);

}  // namespace heddle
