// Only the ids are used: they stay the same when lines move (report/bug_id.cpp). What is no report is refused, and so
// is the report of an error, which says nothing about bugs: taken for an empty list it would make all bugs new.
#include "cli/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/replay_file.h"

namespace heddle::cli {
namespace {

using Json = nlohmann::json;

BaselineReading refuse(std::string why) { return {{}, std::move(why)}; }

void add(const Json& bugs, std::vector<std::string>& ids) {
  for (const Json& bug : bugs)
    if (bug.is_object() && bug.contains("id") && bug["id"].is_string()) {
      std::string id = bug["id"];
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(std::move(id));
    }
}

}  // namespace

BaselineReading read_baseline(const std::string& path) {
  const FileText file = read_text(path);
  if (!file.error.empty()) return refuse(file.error);
  const Json report = Json::parse(file.text, nullptr, false);
  if (!report.is_object() || !report.contains("heddle") || !report.contains("bugs") || !report["bugs"].is_array())
    return refuse("not a report that 'heddle check --json' wrote");
  if (report["heddle"] != 1) return refuse("a report of another version of the format");
  if (report.contains("verdict") && report["verdict"] == "error")
    return refuse("the report of an error, which lists no bugs");
  BaselineReading reading;
  add(report["bugs"], reading.ids);
  // A report that was itself made with a baseline: what was known then is still known.
  if (report.contains("baseline") && report["baseline"].is_object() && report["baseline"].contains("known"))
    add(report["baseline"]["known"], reading.ids);
  return reading;
}

}  // namespace heddle::cli
