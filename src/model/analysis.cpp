// Names of the values that reports show.
#include "model/analysis.h"

namespace heddle {

const char* name_of(CandidateStatus status) {
  switch (status) {
    case CandidateStatus::Certified:
      return "certified";
    case CandidateStatus::Unknown:
      return "unknown";
    case CandidateStatus::Confirmed:
      return "confirmed";
    case CandidateStatus::Refuted:
      return "refuted";
  }
  return "unknown";
}

}  // namespace heddle
