// heddle check --record: one execution as a trace that heddle trace reads (docs/guide/trace.md).
#pragma once
#include <string>
#include <vector>

#include "model/image.h"
#include "model/options.h"
#include "model/round.h"
#include "model/schedule.h"

namespace heddle::run {

struct RecordRequest {
  const Schedule* schedule = nullptr;     // nullptr: a random one, by options.seed
  std::vector<std::string> thread_names;  // of the schedule
  Round round;                            // likewise
  std::string path;
  std::string source;  // for the first line
};

// Runs in the process that runs the program. Empty, or why it could not be recorded.
std::string record_execution(const Image& image, const CheckOptions& asked, const RecordRequest& request);

}  // namespace heddle::run
