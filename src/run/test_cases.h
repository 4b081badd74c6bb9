// Test cases of GoogleTest and Catch2, as their frameworks list and select them: the program is asked for its cases
// once, by the framework's own option, and a case is run alone by giving the program the framework's own filter. So
// whatever main does with its arguments, and however cases come about (parameters, types, macros of the project), the
// list is what the program itself would run. A program that answers with anything but a list is taken as a whole.
//
//   list_cases       runs the program to get the list
//   read_list        what it printed -> names
//   case_arguments   the program's arguments that run one case
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "model/image.h"
#include "model/options.h"

namespace heddle::run {

enum class CaseFramework { None, GoogleTest, Catch2 };
CaseFramework framework_of(const Image& image);

// Names of the cases that the program would run with the arguments of these options; none: it has no cases, or does not
// list them. In a child, like everything that runs the program.
std::vector<std::string> list_cases(const Image& image, const CheckOptions& options);

std::vector<std::string> listing_arguments(CaseFramework framework, std::vector<std::string> arguments);
// `status`: the exit status of the program that printed it.
std::vector<std::string> read_list(CaseFramework framework, const std::vector<std::string>& arguments,
                                   std::string_view printed, int status);
std::vector<std::string> case_arguments(CaseFramework framework, const std::vector<std::string>& arguments,
                                        const std::string& name);

}  // namespace heddle::run
