// The campaign: random programs, their meaning (interpreter.h), and what the tool says of them under several searches.
// All programs are tables in one C source; each process plays the row that its arguments name.
//
//   processes_test HEDDLE DIRECTORY [NUMBER]     NUMBER: this program alone
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string_view>

#include "../environment.h"
#include "../player_campaign.h"
#include "interpreter.h"

namespace processes {

using namespace heddle;

namespace {

Program random_program(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return static_cast<unsigned>(random() % n); };
  Program program(2 + (below(4) == 0));
  const bool plain = below(3) == 0;  // a few are about races
  for (auto& process : program)
    for (unsigned i = 1 + below(program.size() == 2 ? 4 : 2); i > 0; --i) {
      static const Kind kKinds[] = {Kind::Post, Kind::Post, Kind::Wait, Kind::Wait, Kind::Try, Kind::Try, Kind::Exit};
      process.push_back(plain && below(2) ? (below(2) ? Kind::ReadX : Kind::WriteX) : kKinds[below(7)]);
    }
  return program;
}

bool uses_x(const Program& program) {
  for (const auto& process : program)
    for (const Kind kind : process)
      if (kind == Kind::ReadX || kind == Kind::WriteX) return true;
  return false;
}

constexpr const char* kPlayer = R"(
#define _GNU_SOURCE
#include <fcntl.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
enum kind { Post, Wait, Try, ReadX, WriteX, Exit, End };
static const enum kind programs[][3][6] = {
#include "programs.inc"
};
static unsigned sum;  // of each process
static unsigned combined(unsigned before, unsigned value) { return (before * 7 + value) % 61; }
static volatile int* open_x(void) {
  const int f = shm_open("/x", O_CREAT | O_RDWR, 0600);
  if (f < 0 || ftruncate(f, 4096) != 0) _exit(120);
  return mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
}
int main(int argc, char** argv) {
  if (argc != 3) return 121;
  const enum kind* step = programs[atoi(argv[1])][atoi(argv[2])];
  volatile int* x = 0;
  for (const enum kind* s = step; *s != End; s++)
    if ((*s == ReadX || *s == WriteX) && !x) x = open_x();
  sem_t* semaphore = sem_open("/s", O_CREAT, 0600, 0);
  for (; *step != End; step++) switch (*step) {
      case Post: sem_post(semaphore); break;
      case Wait: if (sem_wait(semaphore) != 0) return 122; sum = combined(sum, 1); break;
      case Try: sum = combined(sum, sem_trywait(semaphore) == 0 ? 1 : 2); break;
      case ReadX: (void)*x; break;
      case WriteX: *x = 1; break;
      case Exit: exit((int)sum);
      case End: break;
    }
  return (int)sum;
}
)";

int run(const std::string& heddle, const std::string& directory, long only) {
  const unsigned long count = from_environment("HEDDLE_PROCESSES_PROGRAMS", std::getenv("HEDDLE_LONG") ? 600 : 12);
  const unsigned long seed = from_environment("HEDDLE_PROCESSES_SEED", 1);
  std::vector<Program> programs;
  std::vector<Meaning> meanings;
  const auto crashes = [](std::size_t k) { return k % 2 == 1; };  // every other program
  for (unsigned long k = 0; programs.size() < count; ++k) {
    const Program program = random_program(seed * 1'000'003 + k);
    const Meaning meaning = meaning_of(program, crashes(programs.size()), 2000);
    if (meaning.states > 2000 || meaning.states < 6) continue;
    if (programs.size() % 3 == 2 && !meaning.racy) continue;  // races are rare: one program in three has one
    programs.push_back(program);
    meanings.push_back(meaning);
  }
  std::ofstream table(directory + "/programs.inc");
  for (const Program& program : programs) table << text_of(program) << ",\n";
  table.close();
  std::ofstream(directory + "/player.c") << kPlayer;
  PlayerTally tally;
  for (std::size_t k = 0; k < programs.size(); ++k) {
    if (only >= 0 && static_cast<std::size_t>(only) != k) continue;
    tally.add(meanings[k]);
    for (const char* search : {"dfs", "dpor", "optimal", "stateful"}) {
      // Without a reduction the setup of shared memory alone has too many interleavings.
      const bool small = meanings[k].states <= 40 && programs[k].size() == 2 && !uses_x(programs[k]);
      if (std::string_view(search) == "dfs" && !small) continue;
      std::string command = fmt::format("cd {} && {} check --search {} --keep-going --exit-status any --json{}",
                                        directory, heddle, search, crashes(k) ? " --crash-process 1" : "");
      for (std::size_t p = 0; p < programs[k].size(); ++p)
        command += fmt::format(" --process 'player.c -- {} {}'", k, p);
      const std::string problem = difference(meanings[k], output_of(command + " 2>&1"));
      if (problem.empty()) continue;
      fmt::print("program {} under {}: {}\n  {}\n  {}\n", k, search, problem, text_of(programs[k]), command);
      std::fflush(stdout);
      tally.wrong++;
    }
  }
  return tally.finish(only < 0);
}

}  // namespace
}  // namespace processes

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  return processes::run(argv[1], argv[2], argc > 3 ? std::atol(argv[3]) : -1);
}
