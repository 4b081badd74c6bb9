// See analyze.h.
#include "static/analyze.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend/link.h"
#include "ir/library_bitcode.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "locks/analysis.h"
#include "locks/formula.h"
#include "locks/ltl.h"
#include "static/describe.h"
#include "static/normalise.h"

namespace heddle {

namespace analysis {
namespace {

using namespace llvm;

constexpr std::size_t kMaxListed = 300;  // of races, of deadlocks

AnalysisResult failed(std::string message) {
  AnalysisResult result;
  result.verdict = Verdict::Error;
  result.message = std::move(message);
  return result;
}

// By the name in the source, or the linker's.
Function* find_function(Module& module, const std::string& name) {
  DebugNames names(module);
  for (Function& function : module)
    if (!function.isDeclaration() && (function.getName() == name || names.function_name(function) == name))
      return &function;
  return nullptr;
}

using PairOfPlaces = std::tuple<std::string, std::string, unsigned, unsigned, std::string, unsigned, unsigned>;

class Run {
 public:
  Run(Module& module, const AnalyzeRequest& request, bool locks_may_fail)
      : request_(request),
        points_to_(module, {module.getFunction(kStart)}),
        multiplicity_(points_to_, false),
        accesses_(points_to_, multiplicity_),
        locks_(points_to_, multiplicity_),
        names_(module, points_to_.locations()),
        built_(FlowBuilder(points_to_, multiplicity_, accesses_, locks_, points_of(request), locks_may_fail).build()),
        describer_(points_to_, multiplicity_, accesses_, locks_, built_, names_) {
    name_everything();
  }

  // The lines and functions that the question speaks of.
  static std::vector<SourceLine> points_of(const AnalyzeRequest& request) {
    if (request.reach) return {request.reach->first, request.reach->second};
    std::vector<SourceLine> result;
    if (!request.ltl) return result;
    const auto formula = locks::parse_formula(request.ltl->formula);
    if (const auto* good = std::get_if<locks::Formula>(&formula))
      for (const locks::Atom& atom : good->atoms)
        if (const auto point = point_of(atom)) result.push_back(*point);
    return result;
  }

  AnalysisResult answer() {
    AnalysisResult result;
    if (const std::string wrong = locks::malformed(built_.program); !wrong.empty())
      return failed("heddle: internal error: malformed program of locks: " + wrong);
    locks::Analysis analysis(built_.program);
    if (request_.races) result.properties.push_back("race");
    if (request_.deadlocks) result.properties.push_back("deadlock");
    add_gaps(result);
    if (request_.ltl) {
      if (const std::string wrong = ltl(result); !wrong.empty()) return failed(wrong);
    } else if (request_.reach) {
      reach(analysis, result);
    } else {
      findings(analysis, result);
    }
    count(result);
    return result;
  }

 private:
  // The lines that an atom speaks of, if it is one about lines.
  static std::optional<SourceLine> point_of(const locks::Atom& atom) {
    if (atom.name == "function") return SourceLine{"", 0, atom.argument};
    const std::size_t colon = atom.argument.rfind(':');
    if (atom.name != "line" || colon == std::string::npos) return std::nullopt;
    return SourceLine{atom.argument.substr(0, colon),
                      static_cast<unsigned>(std::atoi(atom.argument.c_str() + colon + 1))};
  }

  std::vector<locks::Place> places_of(const std::string& label) const {
    std::vector<locks::Place> result;
    for (std::uint32_t p = 0; p < built_.program.procedures.size(); ++p)
      for (std::uint32_t e = 0; e < built_.program.procedures[p].edges.size(); ++e)
        if (auto* edge = std::get_if<locks::Label>(&built_.program.procedures[p].edges[e].action))
          if (built_.labels[edge->label.index()] == label) result.push_back({locks::ProcedureId(p), e});
    return result;
  }

  // Empty, or what is wrong with the question.
  std::string ltl(AnalysisResult& result) {
    const auto parsed = locks::parse_formula(request_.ltl->formula);
    if (const auto* wrong = std::get_if<locks::FormulaError>(&parsed))
      return fmt::format("heddle: error: '--ltl': {} at column {}", wrong->message, wrong->column + 1);
    const auto& formula = std::get<locks::Formula>(parsed);
    std::vector<locks::AtomMeaning> meanings;
    for (const locks::Atom& atom : formula.atoms) {
      locks::AtomMeaning& meaning = meanings.emplace_back();
      if (atom.name == "held") {
        for (std::uint32_t i = 0; i < built_.program.locks.size(); ++i)
          if (built_.program.locks[i].name == atom.argument) meaning.held = locks::LockId(i);
        if (!meaning.held) return fmt::format("heddle: error: '--ltl': there is no lock '{}'", atom.argument);
      } else if (atom.name == "label" || point_of(atom)) {
        meaning.places = places_of(atom.argument);
      } else {
        return fmt::format(
            "heddle: error: '--ltl': '{}' is none of label(TEXT), line(FILE:LINE), function(F), held(LOCK)", atom.name);
      }
    }
    LtlReport& report = result.ltl;
    report.asked = true;
    report.verdict = Verdict::Verified;
    bool found = false;
    for (std::uint32_t t = 0; t < built_.program.threads.size(); ++t) {
      const std::string entry = t == 0 ? "main" : names_.function(*points_to_.contexts()[t].entry);
      if (request_.ltl->thread != entry && request_.ltl->thread != built_.program.threads[t].name) continue;
      found = true;
      const locks::LtlAnswer answer = locks::check_ltl(built_.program, locks::ThreadId(t), formula, meanings);
      using Answer = locks::LtlAnswer::Verdict;
      if (answer.verdict == Answer::kHolds || report.verdict == Verdict::Bug) continue;
      report.verdict = answer.verdict == Answer::kViolated ? Verdict::Bug : Verdict::Inconclusive;
      report.why = answer.why;
      report.thread = built_.program.threads[t].name;
      report.stem = describer_.path(answer.stem, locks::ThreadId(t));
      report.loop = describer_.path(answer.loop, locks::ThreadId(t));
    }
    if (!found) return fmt::format("heddle: error: '--thread': there is no thread '{}'", request_.ltl->thread);
    if (report.verdict == Verdict::Verified && !result.limits.empty()) report.verdict = Verdict::Inconclusive;
    result.verdict = report.verdict;
    return {};
  }

  void name_everything() {
    for (std::size_t i = 0; i < built_.program.locks.size(); ++i)
      built_.program.locks[i].name = describer_.lock_name(locks::LockId(static_cast<std::uint32_t>(i)));
    for (std::size_t i = 0; i < built_.program.threads.size(); ++i)
      built_.program.threads[i].name = describer_.thread_name(locks::ThreadId(static_cast<std::uint32_t>(i)));
  }

  void add_gaps(AnalysisResult& result) {
    std::set<std::string> said;
    for (const Gap& gap : points_to_.gaps()) {
      const std::string what = gap.what.find(' ') == std::string::npos
                                   ? fmt::format("the function '{}'", readable_symbol(gap.what))
                                   : gap.what;
      if (!said.insert(what).second) continue;
      result.limits.push_back(
          fmt::format("{} is not known to the analysis ({})", what, describer_.place_text(*gap.place)));
    }
    if (!locks_.unknown().empty())
      result.limits.push_back(
          fmt::format("which lock is meant at {} is not known", describer_.place_text(*locks_.unknown().front())));
    if (request_.deadlocks && !built_.blocking.empty())
      result.limits.push_back(
          fmt::format("that every wait on a condition, semaphore or barrier ends is not proven ({})",
                      describer_.place_text(*built_.blocking.front())));
    deadlock_limits_ = request_.deadlocks && !built_.blocking.empty() ? 1 : 0;
    if (request_.deadlocks && locks_.prefers_writers()) {
      ++deadlock_limits_;
      result.limits.push_back(
          "that no readers wait for each other at a read/write lock that prefers writers is not proven");
    }
    if (request_.deadlocks && locks_.unsure_kind()) {
      ++deadlock_limits_;
      result.limits.push_back(fmt::format("whether the mutex '{}' is recursive is not known",
                                          built_.program.locks[locks_.unsure_kind()->index()].name));
    }
    result.assumptions.push_back("pointers and indices stay inside the objects that they were made for");
    result.assumptions.push_back("no pointer is put together from parts or made from numbers");
    result.assumptions.push_back("a lock is released by the thread that holds it, and no detached thread is joined");
    for (const Gap& gap : points_to_.gaps())
      if (gap.what.find(' ') == std::string::npos &&
          said.erase(fmt::format("the function '{}'", readable_symbol(gap.what))) > 0)
        result.assumptions.push_back(
            fmt::format("'{}' touches nothing but what it is given, and neither locks nor starts threads",
                        readable_symbol(gap.what)));
  }

  void findings(locks::Analysis& analysis, AnalysisResult& result) {
    locks::Findings found = analysis.findings(request_.races, request_.deadlocks);
    const std::size_t gaps = result.limits.size();
    result.limits.insert(result.limits.end(), found.limits.begin(), found.limits.end());
    std::map<PairOfPlaces, std::size_t> seen;
    std::size_t left_out = 0;
    // The program's own lines first: what does not fit into the list lies in headers of the library.
    std::vector<const locks::Race*> races;
    for (const int sides : {0, 1, 2})
      for (const locks::Race& race : found.races)
        if (sides_in_library(race) == sides) races.push_back(&race);
    for (const locks::Race* race : races) {
      if (result.races.size() >= kMaxListed) {
        ++left_out;
        continue;
      }
      Candidate finding = describer_.race(*race);
      const auto [same, fresh] = seen.try_emplace(pair_of(finding.bug), result.races.size());
      if (fresh) {
        result.races.push_back(std::move(finding));
      } else {
        std::vector<std::string>& memory = result.races[same->second].memory;
        memory.insert(memory.end(), finding.memory.begin(), finding.memory.end());
      }
    }
    for (const locks::Deadlock& deadlock : found.deadlocks) {
      if (result.deadlocks.size() < kMaxListed)
        result.deadlocks.push_back(describer_.deadlock(deadlock));
      else
        ++left_out;
    }
    if (left_out > 0) result.limits.push_back(fmt::format("{} more candidates are not listed", left_out));
    bool left_locked = false;
    for (const locks::Warning& warning : found.warnings) {
      result.warnings.push_back(describer_.warning(warning));
      if (warning.kind != locks::WarningKind::kHeldAtEnd || !request_.deadlocks || left_locked) continue;
      left_locked = true;
      result.limits.push_back(result.warnings.back().text + ": whoever wants it then waits forever");
    }
    const bool certified = std::any_of(result.races.begin(), result.races.end(), is_certified) ||
                           std::any_of(result.deadlocks.begin(), result.deadlocks.end(), is_certified);
    const std::size_t for_both = gaps - deadlock_limits_;
    if (request_.races && found.races_complete && result.races.empty() && for_both == 0)
      result.proven.push_back("race");
    if (request_.deadlocks && found.deadlocks_complete && result.deadlocks.empty() && gaps == 0 && !left_locked)
      result.proven.push_back("deadlock");
    if (certified)
      result.verdict = Verdict::Bug;
    else if (result.proven.size() == result.properties.size())
      result.verdict = Verdict::Verified;
    else
      result.verdict = Verdict::Inconclusive;
  }

  int sides_in_library(const locks::Race& race) const {
    return static_cast<int>(
        std::count_if(std::begin(race.accesses), std::end(race.accesses), [&](const locks::Standing& side) {
          const Instruction* place = built_.sites[built_.program[side.place].site];
          const DILocation* where = place == nullptr ? nullptr : place->getDebugLoc().get();
          return where == nullptr || where->getFilename().starts_with("/usr/") ||
                 where->getDirectory().contains("<heddle library>");
        }));
  }

  static bool is_certified(const Candidate& finding) { return finding.status == CandidateStatus::Certified; }

  // The same pair of places can be there for several threads.
  static PairOfPlaces pair_of(const Bug& bug) {
    const SourcePosition &a = bug.accesses[0].position, &b = bug.accesses[1].position;
    const bool ordered = std::tie(a.file, a.line, a.column) <= std::tie(b.file, b.line, b.column);
    const SourcePosition &first = ordered ? a : b, &second = ordered ? b : a;
    return {bug.variable, first.file, first.line, first.column, second.file, second.line, second.column};
  }

  void reach(locks::Analysis& analysis, AnalysisResult& result) {
    ReachAnswer& answer = result.reach;
    answer.asked = true;
    std::vector<locks::Place> places[2];
    for (std::uint32_t p = 0; p < built_.program.procedures.size(); ++p)
      for (std::uint32_t e = 0; e < built_.program.procedures[p].edges.size(); ++e)
        if (auto* label = std::get_if<locks::Label>(&built_.program.procedures[p].edges[e].action))
          for (int i = 0; i < 2; ++i)
            if (built_.points[static_cast<std::size_t>(i)] == label->label)
              places[i].push_back({locks::ProcedureId(p), e});
    for (int i = 0; i < 2; ++i) {
      const SourceLine& line = i == 0 ? request_.reach->first : request_.reach->second;
      if (places[i].empty()) result.limits.push_back(fmt::format("no code is known at {}:{}", line.file, line.line));
    }
    const locks::Reachability found = analysis.reach(places[0], places[1]);
    using Answer = locks::Reachability::Answer;
    answer.why = found.why;
    answer.verdict = found.answer == Answer::kReachable ? Verdict::Bug : Verdict::Inconclusive;
    if (found.answer == Answer::kUnreachable && result.limits.empty()) answer.verdict = Verdict::Verified;
    if (found.answer != Answer::kUnreachable)
      for (const locks::Standing& one : found.standing) answer.standing.push_back(describer_.standing(one));
    describer_.schedule(found.schedule, answer.schedule, answer.interleaving);
    answer.thread_names = describer_.thread_names(found.schedule);
    result.verdict = answer.verdict;
  }

  void count(AnalysisResult& result) {
    std::set<const Function*> functions;
    for (const Instance& instance : points_to_.instances()) functions.insert(instance.function);
    result.stats.functions = functions.size();
    result.stats.threads = built_.program.threads.size();
    result.stats.locks = built_.program.locks.size();
    result.stats.accesses = accesses_.examined();
    result.stats.shared_accesses = built_.program.accesses.size();
    result.stats.objects = points_to_.locations().objects();
  }

  const AnalyzeRequest& request_;
  PointsTo points_to_;
  Multiplicity multiplicity_;
  AccessTable accesses_;
  LockTable locks_;
  Names names_;
  LockProgram built_;
  Describer describer_;
  std::size_t deadlock_limits_ = 0;  // of the limits those that concern deadlocks alone
};

}  // namespace
}  // namespace analysis

namespace {

// To this analysis they are functions that nobody knows. Our models of descriptors, files and channels are not written
// in terms of locks: the machine is told what they do. And who owns an exception is in headers of the unwinder, which
// the program does not see (library.cpp says what these functions do).
void forget_bodies(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const llvm::StringRef name = function.getName();
    if (function.hasFnAttribute(kUnseen) ||
        (function.hasFnAttribute(kOurs) &&
         (analysis::handles_exceptions(name) || name == "__cxa_begin_catch" || name == "__cxa_end_catch")))
      function.deleteBody();
  }
}

}  // namespace

AnalysisResult analyze(AnalyzeRequest request) {
  llvm::LLVMContext context;
  LinkResult linked = link_units(context, std::move(request.units), request.entries.empty());
  if (linked.error) return analysis::failed(linked.error->message);
  llvm::Module& module = *linked.module;
  link_library(module);
  forget_bodies(module);
  std::vector<llvm::Function*> entries;
  for (const std::string& name : request.entries) {
    entries.push_back(analysis::find_function(module, name));
    if (entries.back() == nullptr)
      return analysis::failed(fmt::format("heddle: error: '--entry': there is no function '{}'", name));
  }
  const analysis::Normalised normal = analysis::normalise(module, entries, analysis::Run::points_of(request));
  AnalysisResult result = analysis::Run(module, request, normal.locks_may_fail).answer();
  result.assumptions.insert(result.assumptions.end(), normal.assumptions.begin(), normal.assumptions.end());
  return result;
}

}  // namespace heddle
