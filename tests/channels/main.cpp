// The campaign: random programs, their meaning (interpreter.h), and what the tool says of them under several searches.
// All programs are tables in one C source that plays the one named by its argument, so that it is compiled once.
//
//   channels_test HEDDLE DIRECTORY [NUMBER]     NUMBER: this program alone
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <string_view>

#include "../environment.h"
#include "../player_campaign.h"
#include "interpreter.h"

namespace channels {

using namespace heddle;

namespace {

constexpr unsigned kThreads = 3, kMostSteps = 4;

Program random_program(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return static_cast<unsigned>(random() % n); };
  Program program(2 + below(kThreads - 1));
  program.medium = below(kMedia);
  const bool plain = below(3) == 0;  // a few are about races
  for (auto& thread : program) {
    bool closed[kPipes] = {};
    for (unsigned i = 1 + below(kMostSteps); i > 0; --i) {
      static const Kind kKinds[] = {Kind::Send, Kind::Send,  Kind::Receive, Kind::Receive,
                                    Kind::Try,  Kind::Close, Kind::Poll};
      Step step{kKinds[below(7)], below(kPipes), 1 + below(9)};
      if (plain && below(3) == 0) step.kind = below(2) ? Kind::ReadX : Kind::WriteX;
      if (step.kind == Kind::Send && closed[step.pipe]) step.kind = Kind::Try;
      if (step.kind == Kind::Close && closed[step.pipe]) step.kind = Kind::Receive;
      if (step.kind == Kind::Close) closed[step.pipe] = true;
      thread.push_back(step);
    }
  }
  return program;
}

// Each thread has writing ends of its own.
constexpr const char* kPlayer = R"(
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
enum { Stream, Packets, Datagrams, Queue, Epoll };
enum kind { Send, Receive, Try, Close, Poll, ReadX, WriteX, End };
struct step { enum kind kind; unsigned pipe, value; };
static const struct step programs[][3][6] = {
#include "programs.inc"
};
static int in[2], tried[2], out[3][2], sets[3][2], x;
static unsigned sums[3];
static int medium;
static ssize_t give(int fd, unsigned char* c) { return medium == Queue ? mq_send(fd, (char*)c, 1, *c % 3) + 1 : write(fd, c, 1); }
static ssize_t take(int fd, unsigned char* c) { return medium == Queue ? mq_receive(fd, (char*)c, 1, 0) : read(fd, c, 1); }
static ssize_t try(unsigned p, unsigned char* c) {
  return medium == Queue ? mq_receive(tried[p], (char*)c, 1, 0) : recv(in[p], c, 1, MSG_DONTWAIT);
}
static int first_ready(unsigned long t, unsigned p) {
  if (medium == Epoll) {
    struct epoll_event event;
    if (epoll_wait(sets[t][p], &event, 1, -1) != 1) abort();
    return event.data.fd;
  }
  struct pollfd both[2] = {{in[p], POLLIN, 0}, {in[1 - p], POLLIN, 0}};
  if (poll(both, 2, -1) < 1) abort();
  return both[0].revents ? both[0].fd : both[1].fd;
}
static const struct step (*program)[6];
static unsigned combined(unsigned sum, unsigned value) { return (sum * 7 + value) % 61; }
static unsigned received(ssize_t n, unsigned char c) { return n == 1 ? c : n == 0 ? 98 : 99; }
static void* play(void* argument) {
  const unsigned long t = (unsigned long)argument;
  unsigned sum = 0;
  for (const struct step* s = program[t]; s->kind != End; s++) {
    unsigned char c = (unsigned char)s->value;
    switch (s->kind) {
      case Send: if (give(out[t][s->pipe], &c) != 1) abort(); break;
      case Receive: { const ssize_t n = take(in[s->pipe], &c); sum = combined(sum, received(n, c)); break; }
      case Try: { const ssize_t n = try(s->pipe, &c); sum = combined(sum, received(n, c)); break; }
      case Close: if (close(out[t][s->pipe]) != 0) abort(); break;
      case Poll: {
        const ssize_t n = take(first_ready(t, s->pipe), &c);
        sum = combined(sum, received(n, c));
        break;
      }
      case ReadX: (void)*(volatile int*)&x; break;
      case WriteX: *(volatile int*)&x = 1; break;
      case End: break;
    }
  }
  sums[t] = sum;
  return 0;
}
int main(int argc, char** argv) {
  program = programs[argc > 1 ? atoi(argv[1]) : 0];
  const unsigned threads = argc > 2 ? (unsigned)atoi(argv[2]) : 2;
  medium = argc > 3 ? atoi(argv[3]) : 0;
  for (int p = 0; p < 2; p++) {
    int ends[2];
    if (medium == Queue) {
      struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 1};
      const char* name = p ? "/b" : "/a";
      ends[0] = mq_open(name, O_CREAT | O_RDONLY, 0600, &attributes);
      ends[1] = mq_open(name, O_WRONLY);
      tried[p] = mq_open(name, O_RDONLY | O_NONBLOCK);
    } else if (socketpair(AF_UNIX, medium == Packets ? SOCK_SEQPACKET : medium == Datagrams ? SOCK_DGRAM : SOCK_STREAM, 0, ends) != 0) {
      return 127;
    }
    in[p] = ends[0];
    for (unsigned t = 0; t < threads; t++) out[t][p] = t ? dup(ends[1]) : ends[1];
  }
  for (unsigned t = 0; t < threads && medium == Epoll; t++)
    for (int p = 0; p < 2; p++) {
      sets[t][p] = epoll_create1(0);
      for (int i = 0; i < 2; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data = {.fd = in[i ? 1 - p : p]}};
        if (epoll_ctl(sets[t][p], EPOLL_CTL_ADD, event.data.fd, &event) != 0) return 127;
      }
    }
  pthread_t ids[3];
  for (unsigned long t = 0; t < threads; t++) pthread_create(&ids[t], 0, play, (void*)t);
  unsigned status = 0;
  for (unsigned t = 0; t < threads; t++) pthread_join(ids[t], 0);
  for (unsigned t = 0; t < threads; t++) status = combined(status, sums[t]);
  return (int)status;
}
)";

int run(const std::string& heddle, const std::string& directory, long only) {
  const unsigned long count = from_environment("HEDDLE_CHANNELS_PROGRAMS", std::getenv("HEDDLE_LONG") ? 1000 : 9);
  const unsigned long seed = from_environment("HEDDLE_CHANNELS_SEED", 1);
  std::vector<Program> programs;
  std::vector<Meaning> meanings;
  for (unsigned long k = 0; programs.size() < count; ++k) {
    const Program program = random_program(seed * 1'000'003 + k);
    const Meaning meaning = meaning_of(program, 400);
    if (meaning.states > 400 || meaning.states < 8) continue;
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
      // Without a reduction a call is several scheduling points.
      if (std::string_view(search) == "dfs" && (programs[k].size() > 2 || meanings[k].states > 12)) continue;
      const std::string command =
          fmt::format("cd {} && {} check --search {} --keep-going --exit-status any --json player.c -- {} {} {} 2>&1",
                      directory, heddle, search, k, programs[k].size(), programs[k].medium);
      const std::string problem = difference(meanings[k], output_of(command));
      if (problem.empty()) continue;
      fmt::print("program {} under {}: {}\n  {}\n  {}\n", k, search, problem, text_of(programs[k]), command);
      tally.wrong++;
    }
  }
  return tally.finish(only < 0);
}

}  // namespace
}  // namespace channels

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  return channels::run(argv[1], argv[2], argc > 3 ? std::atol(argv[3]) : -1);
}
