// Where a result goes: text or JSON on standard output, JSON, SARIF, a web page and JUnit XML into files.
#pragma once
#include <string>

#include "cli/settings.h"
#include "model/bug.h"
#include "report/text.h"

namespace heddle::cli {

bool use_color(ColorMode mode, int descriptor);
TextStyle text_style(const OutputSettings& settings);

// Empty, or why an output cannot be written: no such place, or it is one of the inputs. Called before the work, which
// would be lost otherwise.
std::string check_output(const Settings& settings);

// Prints and returns the exit status: that of an error if the result could not be written.
int finish(Result result, const OutputSettings& settings, bool replaying);

// An error of the user: on standard error as lines, as JSON if that is asked for, and into the files. Returns 2.
int finish_error(const std::string& message, const OutputSettings& settings);
int finish_error(const std::string& message, bool json, const std::string& json_file = {});

}  // namespace heddle::cli
