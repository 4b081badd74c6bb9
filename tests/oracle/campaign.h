// A campaign: many random programs, several processes; and the shrinking of what disagrees.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "batch.h"
#include "program.h"

namespace heddle::oracle {

struct Statistics {
  std::uint64_t programs = 0, skipped = 0;  // skipped: too large for brute force
  std::uint64_t racy = 0, race_free = 0;
  // Of the race-free ones, those that have such a bug, those that have none, those with several final states, those in
  // which several orders make a difference.
  std::uint64_t deadlock = 0, livelock = 0, assertion = 0, memory = 0, misuse = 0, crash = 0, clean = 0,
                many_finals = 0, many_orders = 0;
  std::uint64_t truth_executions = 0, dpor_executions = 0, transitions = 0;

  void add(const ProgramResult& result);
  void add(const Statistics& other);
  std::string text() const;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Statistics, programs, skipped, racy, race_free, deadlock, livelock, assertion,
                                   memory, misuse, crash, clean, many_finals, many_orders, truth_executions,
                                   dpor_executions, transitions)

struct Disagreement {
  std::uint64_t program = 0;  // number in the campaign
  std::string configuration, what;
  std::string source;  // shrunk, if there was time for that
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Disagreement, program, configuration, what, source)

struct CampaignRequest {
  std::string directory;  // for sources
  std::uint64_t seed = 1;
  std::uint64_t programs = 3000;
  unsigned jobs = 2;
  unsigned shrinks = 3;  // disagreements that each job shrinks
};

struct CampaignResult {
  Statistics statistics;
  std::vector<Disagreement> disagreements;
  std::vector<std::string> errors;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CampaignResult, statistics, disagreements, errors)

CampaignResult run_campaign(const CampaignRequest& request);

}  // namespace heddle::oracle
