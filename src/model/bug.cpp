// The words for bug kinds, kinds of steps and verdicts, as they stand in options, JSON and exit statuses.
#include "model/bug.h"

#include <array>

namespace heddle {
namespace {

constexpr std::array kBugKinds = {BugKind::Race,   BugKind::Deadlock, BugKind::Livelock, BugKind::Assertion, BugKind::Crash,
                                  BugKind::Memory, BugKind::Misuse,   BugKind::Exit,     BugKind::Discipline};

}  // namespace

const char* name_of(BugKind kind) {
  switch (kind) {
    case BugKind::Race:
      return "race";
    case BugKind::Deadlock:
      return "deadlock";
    case BugKind::Livelock:
      return "livelock";
    case BugKind::Assertion:
      return "assertion";
    case BugKind::Crash:
      return "crash";
    case BugKind::Memory:
      return "memory";
    case BugKind::Misuse:
      return "misuse";
    case BugKind::Exit:
      return "exit";
    case BugKind::Discipline:
      return "discipline";
  }
  return "unknown";
}

const char* plural_of(BugKind kind) {
  switch (kind) {
    case BugKind::Race:
      return "races";
    case BugKind::Deadlock:
      return "deadlocks";
    case BugKind::Livelock:
      return "livelocks";
    case BugKind::Assertion:
      return "failed assertions";
    case BugKind::Crash:
      return "crashes";
    case BugKind::Memory:
      return "memory errors";
    case BugKind::Misuse:
      return "API misuse";
    case BugKind::Exit:
      return "unexpected exit statuses";
    case BugKind::Discipline:
      return "breaches of the locking discipline";
  }
  return "bugs";
}

const char* name_of(StepKind kind) {
  switch (kind) {
    case StepKind::Access:
      return "access";
    case StepKind::Atomic:
      return "atomic";
    case StepKind::Acquire:
      return "acquire";
    case StepKind::Release:
      return "release";
    case StepKind::Create:
      return "create";
    case StepKind::Join:
      return "join";
    case StepKind::Exit:
      return "exit";
    case StepKind::Wait:
      return "wait";
    case StepKind::Wake:
      return "wake";
    case StepKind::Block:
      return "block";
    case StepKind::Failure:
      return "failure";
    case StepKind::Other:
      return "other";
  }
  return "other";
}

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Verified:
      return "verified";
    case Verdict::Bug:
      return "bug";
    case Verdict::Error:
      return "error";
    case Verdict::Inconclusive:
      return "inconclusive";
  }
  return "unknown";
}

std::optional<BugKind> bug_kind(const std::string& name) {
  for (const BugKind kind : kBugKinds)
    if (name == name_of(kind)) return kind;
  return std::nullopt;
}

int exit_status(Verdict verdict) {
  switch (verdict) {
    case Verdict::Verified:
      return 0;
    case Verdict::Bug:
      return 1;
    case Verdict::Error:
      return 2;
    case Verdict::Inconclusive:
      return 3;
  }
  return 3;
}

}  // namespace heddle
