// The JSON report: one object whose keys are a contract (docs/guide/json.md).
#pragma once
#include <cstdio>
#include <string>

#include "report/reporter.h"

namespace heddle {

// One line, ended by a newline. Always valid UTF-8: bytes of the program's output that are not are replaced.
std::string to_json(const Result& result);

class JsonReporter : public Reporter {
 public:
  explicit JsonReporter(std::FILE* out) : out_(out) {}
  void report(const Result& result) override;

 private:
  std::FILE* out_;
};

}  // namespace heddle
