// Program i of a campaign depends on the seed and on i alone. Batches take turns in allowing trylock and its like,
// since that decides for a whole file whether unlocking is a scheduling point. Main functions: run_campaign; work (one
// process), shrink.
#include "campaign.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "generator.h"

namespace heddle::oracle {
namespace {

constexpr unsigned kBatch = 150;

void write_file(const std::string& path, const std::string& text) {
  FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fclose(file) != 0)
    throw std::runtime_error("cannot write " + path);
}

std::string kind_of(const std::string& what) { return what.substr(0, what.find(':')); }

class Job {
 public:
  Job(const CampaignRequest& request, unsigned number)
      : request_(request), number_(number), shrinks_left_(request.shrinks) {}

  CampaignResult run() {
    const std::uint64_t batches = (request_.programs + kBatch - 1) / kBatch;
    for (std::uint64_t batch = number_; batch < batches; batch += request_.jobs) run_one(batch);
    return std::move(result_);
  }

 private:
  std::string path(const char* what) const { return fmt::format("{}/{}_{}.c", request_.directory, what, number_); }

  void run_one(std::uint64_t batch) {
    const std::uint64_t first = batch * kBatch;
    const std::uint64_t end = std::min<std::uint64_t>(first + kBatch, request_.programs);
    std::vector<Program> programs;
    for (std::uint64_t i = first; i < end; ++i)
      programs.push_back(Generator(request_.seed * 1'000'003 + i, batch % 2 == 1).program());
    BatchRequest asked;
    asked.file = path("batch");
    asked.programs = static_cast<unsigned>(programs.size());
    write_file(asked.file, write_batch(programs));
    const BatchResult done = run_batch(asked);
    if (!done.error.empty()) {
      result_.errors.push_back(fmt::format("programs {} to {}: {}", first, end - 1, done.error));
      return;
    }
    for (std::size_t k = 0; k < programs.size(); ++k) judge(first + k, programs[k], done.programs[k]);
  }

  void judge(std::uint64_t number, const Program& program, const ProgramResult& result) {
    result_.statistics.add(result);
    const auto [configuration, what] = result.disagreement(program.fails_inside_segments);
    if (what.empty()) return;
    std::fprintf(stderr, "program %llu, %s: %s\n", static_cast<unsigned long long>(number), configuration.c_str(),
                 what.c_str());
    Disagreement d{number, configuration, what, {}};
    Program smaller = program;
    if (shrinks_left_ > 0) {
      --shrinks_left_;
      smaller = shrink(program, d);
    }
    d.source = write_single(smaller);
    write_file(fmt::format("{}/disagreement_{}_{}.c", request_.directory, request_.seed, number),
               fmt::format("// {}: {}\n{}", d.configuration, d.what, d.source));
    result_.disagreements.push_back(std::move(d));
  }

  // Leaves out one part after the other as long as the same configuration disagrees in the same way.
  Program shrink(Program program, Disagreement& about) {
    while (true) {
      const std::vector<Program> candidates = smaller_versions(program);
      BatchRequest asked;
      asked.file = path("shrink");
      asked.programs = static_cast<unsigned>(candidates.size());
      asked.every_configuration = true;
      write_file(asked.file, write_batch(candidates));
      const BatchResult done = run_batch(asked);
      const Program* best = nullptr;
      for (std::size_t k = 0; k < candidates.size() && done.error.empty(); ++k) {
        const auto [configuration, what] = done.programs[k].disagreement(candidates[k].fails_inside_segments);
        if (configuration != about.configuration || kind_of(what) != kind_of(about.what)) continue;
        if (best != nullptr && statement_count(*best) <= statement_count(candidates[k])) continue;
        best = &candidates[k];
        about.what = what;
      }
      if (best == nullptr) return program;
      program = *best;
    }
  }

  const CampaignRequest& request_;
  const unsigned number_;
  unsigned shrinks_left_;
  CampaignResult result_;
};

// The writing end of a pipe whose reading end is returned.
int start(const CampaignRequest& request, unsigned number) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t parent = getpid();
  if (fork() == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    close(ends[0]);
    CampaignResult result;
    try {
      result = Job(request, number).run();
    } catch (const std::exception& e) {
      result.errors.emplace_back(e.what());
    }
    const std::string text = nlohmann::json(result).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    FILE* const out = fdopen(ends[1], "w");
    std::fwrite(text.data(), 1, text.size(), out);
    std::fclose(out);
    _exit(0);
  }
  close(ends[1]);
  return ends[0];
}

}  // namespace

CampaignResult run_campaign(const CampaignRequest& request) {
  std::vector<int> descriptors;
  for (unsigned i = 0; i < request.jobs; ++i) descriptors.push_back(start(request, i));
  CampaignResult all;
  for (const int descriptor : descriptors) {
    std::string text;
    char buffer[1 << 14];
    for (ssize_t n; (n = read(descriptor, buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<std::size_t>(n));
    close(descriptor);
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (json.is_discarded()) {
      all.errors.emplace_back("a job died");
      continue;
    }
    const CampaignResult part = json.get<CampaignResult>();
    all.statistics.add(part.statistics);
    all.disagreements.insert(all.disagreements.end(), part.disagreements.begin(), part.disagreements.end());
    all.errors.insert(all.errors.end(), part.errors.begin(), part.errors.end());
  }
  while (wait(nullptr) > 0) {
  }
  return all;
}

}  // namespace heddle::oracle
