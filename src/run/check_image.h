// One search of a loaded program, from the start of the exploring process to the verdict. This process never runs a
// line of the program.
#pragma once
#include <string>
#include <vector>

#include "model/bug.h"
#include "model/image.h"
#include "model/options.h"
#include "report/checkpoint.h"

namespace heddle::run {

struct CheckRequest {
  const CheckOptions& check;
  const std::vector<std::string>&files, &flags;  // what the program was made from, for replay files
  std::string save;                              // where those go; empty: named after the first file
  std::string record;                            // a trace of an execution; empty: none
  std::string checkpoint;                        // where the search stands; empty: nobody wants to know
  bool progress = true;                          // a line of it on a terminal
  std::size_t bugs_before = 0;                   // replay files written already
  const CheckpointFile* resumption = nullptr;    // what to go on with
};

// `scopes`: where the names of the calls of heddle::check go that were met.
Result check_image(const CheckRequest& request, const Image& image, std::vector<std::string>& scopes);

}  // namespace heddle::run
