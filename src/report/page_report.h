// What the page (page.h) says of a check or replay, of an analysis and of a trace.
#pragma once
#include <cstdio>
#include <string>

#include "model/analysis.h"
#include "report/page.h"
#include "report/reporter.h"
#include "report/text.h"
#include "report/trace_report.h"

namespace heddle {

// `title` names what was looked at; `style` is that of the text report.
Page page_of(const Result& result, const std::string& title, const TextStyle& style);
Page page_of(const AnalysisResult& result, const std::string& title, const TextStyle& style);

class HtmlReporter : public Reporter {
 public:
  HtmlReporter(std::FILE* out, std::string title, TextStyle style)
      : out_(out), title_(std::move(title)), style_(std::move(style)) {}
  void report(const Result& result) override { write_page(out_, page_of(result, title_, style_)); }

 private:
  std::FILE* out_;
  std::string title_;
  TextStyle style_;
};

}  // namespace heddle
