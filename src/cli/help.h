// Every help text. The parts about options come from the option table.
#pragma once
#include <string>

namespace heddle::cli {

// "": the overview; otherwise a command or a topic. Empty answer: there is no such topic.
std::string help_text(const std::string& topic);
std::string version_text();

}  // namespace heddle::cli
