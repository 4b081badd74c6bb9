// The frame of the file is written by hand around the results, so that they need not be kept until the end.
#include "report/sarif.h"

#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json place_json(const SarifPlace& place) {
  Json physical = {{"artifactLocation", {{"uri", uri_of(place.file)}}}};
  if (place.line != 0) physical["region"]["startLine"] = place.line;
  if (place.line != 0 && place.column != 0) physical["region"]["startColumn"] = place.column;
  Json location = Json::object();
  if (!place.file.empty()) location["physicalLocation"] = std::move(physical);
  if (!place.message.empty()) location["message"]["text"] = place.message;
  return location;
}

Json step_json(const SarifStep& step) {
  Json json = {{"location", place_json(step.place)}};
  if (!step.kinds.empty()) json["kinds"] = step.kinds;
  if (!step.variable.empty() && !step.value.empty()) json["state"] = {{step.variable, {{"text", step.value}}}};
  if (step.nesting) json["nestingLevel"] = *step.nesting;
  json["executionOrder"] = step.order;
  json["importance"] = step.importance;
  return json;
}

Json flow_json(const std::vector<SarifThread>& threads) {
  Json flows = Json::array();
  for (const SarifThread& thread : threads) {
    Json locations = Json::array();
    for (const SarifStep& step : thread.steps) locations.push_back(step_json(step));
    if (!locations.empty()) flows.push_back({{"id", thread.name}, {"locations", std::move(locations)}});
  }
  return flows.empty() ? Json::array() : Json::array({{{"threadFlows", std::move(flows)}}});
}

Json rule_json(const char* id, const char* description) {
  return {{"id", id}, {"shortDescription", {{"text", description}}}};
}

Json tool_json() {
  Json driver = {{"name", "heddle"}, {"version", "0.1.0"}};
  driver["rules"] = {rule_json("race", "Data race: two accesses, one of them a write, that nothing orders"),
                     rule_json("deadlock", "Deadlock: threads that wait for each other"),
                     rule_json("livelock", "Livelock: threads that run without getting anywhere"),
                     rule_json("assertion", "Failed assertion"),
                     rule_json("crash", "Crash"),
                     rule_json("memory", "Memory error: use after free, double free, overflow"),
                     rule_json("misuse", "Misuse of a synchronisation object"),
                     rule_json("exit", "Exit status that is not accepted"),
                     rule_json("discipline", "Violated locking discipline")};
  return {{"driver", driver}};
}

}  // namespace

std::string uri_of(const std::string& path) {
  std::string out;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       (c != '\0' && std::strchr("/-._~+", c) != nullptr);
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return path.starts_with('/') ? "file://" + out : out;
}

SarifWriter::SarifWriter(std::FILE* out) : out_(out) {
  fmt::print(out_, "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",");
  fmt::print(out_, "\"runs\":[{{\"tool\":{},\"results\":[", text_of(tool_json()));
}

void SarifWriter::add(const SarifResult& result) {
  Json json = {{"ruleId", result.rule}, {"level", "error"}, {"message", {{"text", result.message}}}};
  json["locations"] = Json::array();
  if (!result.place.file.empty()) json["locations"].push_back(place_json(result.place));
  Json related = Json::array();
  for (std::size_t i = 0; i < result.related.size(); ++i) {
    if (result.related[i].file.empty()) continue;
    Json place = place_json(result.related[i]);
    place["id"] = i;
    related.push_back(std::move(place));
  }
  if (!related.empty()) json["relatedLocations"] = std::move(related);
  if (Json flow = flow_json(result.threads); !flow.empty()) json["codeFlows"] = std::move(flow);
  if (!result.fingerprint.empty()) json["partialFingerprints"] = {{"heddle/v1", result.fingerprint}};
  fmt::print(out_, "{}{}", first_ ? "" : ",\n", text_of(json));
  first_ = false;
}

bool SarifWriter::finish(bool successful) {
  Json invocation = {{"executionSuccessful", successful}};
  Json notes = Json::array();
  for (const SarifNote& note : notes_) notes.push_back({{"level", note.level}, {"message", {{"text", note.message}}}});
  if (!notes.empty()) invocation["toolExecutionNotifications"] = std::move(notes);
  fmt::print(out_, "],\"invocations\":[{}]}}]}}\n", text_of(invocation));
  return std::fflush(out_) == 0 && std::ferror(out_) == 0;
}

}  // namespace heddle
