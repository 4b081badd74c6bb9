// The result of a check as SARIF 2.1.0: one result a bug, whose rule is the kind, with the other accesses or the other
// threads of a deadlock as related locations, the interleaving as a code flow and the bug's id as fingerprint. The
// verdict stands among the tool's notifications, so that a run without results that was not complete does not read as
// proof.
#pragma once
#include <cstdio>

#include "report/reporter.h"
#include "report/sarif.h"

namespace heddle {

SarifResult sarif_of(const Bug& bug);

class SarifReporter : public Reporter {
 public:
  explicit SarifReporter(std::FILE* out) : out_(out) {}
  void report(const Result& result) override;

 private:
  std::FILE* out_;
};

}  // namespace heddle
