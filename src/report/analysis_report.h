// What heddle analyze says: candidates as text in the shape of check's reports, as JSON, as SARIF. It only formats; ids
// and lines of source are added by `complete`, which reads the files.
#pragma once
#include <cstdio>
#include <string>

#include "model/analysis.h"
#include "report/text.h"

namespace heddle {

// The lines of the source in the tables, and the ids.
void add_source(AnalysisResult& result);

std::string to_text(const AnalysisResult& result, const TextStyle& style);
std::string to_json(const AnalysisResult& result);
void write_sarif(std::FILE* out, const AnalysisResult& result);

}  // namespace heddle
