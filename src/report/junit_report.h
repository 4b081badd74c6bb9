// The result of a check as JUnit XML, as CI servers read it (Jenkins, GitLab and what copies them): one suite, a test
// case for the program or for each test in it. A bug is a failure with the text report; a verdict that proves nothing,
// and a program that could not be run, are errors: neither must look like a test that passed.
#pragma once
#include <cstdio>
#include <string>

#include "report/reporter.h"
#include "report/text.h"

namespace heddle {

class JunitReporter : public Reporter {
 public:
  // `name` is that of the program.
  JunitReporter(std::FILE* out, std::string name, TextStyle style)
      : out_(out), name_(std::move(name)), style_(std::move(style)) {}
  void report(const Result& result) override;

 private:
  std::FILE* out_;
  std::string name_;
  TextStyle style_;
};

// Text as it can stand in XML 1.0, between tags and in attributes: valid UTF-8 without the characters that XML has no
// way to write.
std::string xml_text(const std::string& text);

}  // namespace heddle
