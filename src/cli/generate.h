// What is generated from the option table for the system around the tool: the man page and the completion of shells.
// The build writes them with `heddle help man-page` and the like (cmake/install.cmake).
#pragma once
#include <string>

namespace heddle::cli {

std::string man_page();         // roff
std::string bash_completion();  // a script
std::string zsh_completion();

}  // namespace heddle::cli
