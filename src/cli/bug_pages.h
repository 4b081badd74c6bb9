// The pages about each kind of bug: docs/guide/bugs/KIND.md, as `heddle help KIND` prints them.
#pragma once
#include <string>

namespace heddle::cli {

std::string bug_page(const std::string& kind);  // empty: there is no such kind

}  // namespace heddle::cli
