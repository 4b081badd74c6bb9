// Every help text. The parts about options come from the option table.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "cli/options.h"

namespace heddle::cli {

// "": the overview; otherwise a command or a topic. Empty answer: there is no such topic.
std::string help_text(const std::string& topic);
std::string version_text();

std::span<const std::string_view> help_topics();
std::string overview_text();                // without the options
std::string command_text(Command command);  // likewise

}  // namespace heddle::cli
