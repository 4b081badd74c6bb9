// Names of access kinds, as reports print them.
#include "detect/race_detector.h"

namespace heddle {

const char* name_of(AccessKind kind) {
  switch (kind) {
    case AccessKind::Read:
      return "read";
    case AccessKind::Write:
      return "write";
    case AccessKind::AtomicRead:
      return "atomic read";
    case AccessKind::AtomicWrite:
      return "atomic write";
    case AccessKind::Free:
      return "free";
  }
  return "access";
}

}  // namespace heddle
