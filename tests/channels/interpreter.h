// What a program of threads and pipes can do, found by walking through all of its interleavings. It shares no code with
// the tool: pipes are queues of bytes, each byte with the vector clock of who sent it (happens-before is nothing else),
// and the end of a pipe has the clocks of all who have closed it. In the place of pipes there may be pairs of datagram
// sockets, which have no end, and message queues, which have room for two, the most urgent first.
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace channels {

enum class Kind : std::uint8_t { Send, Receive, Try, Close, Poll, ReadX, WriteX };
struct Step {
  Kind kind;
  unsigned pipe = 0;  // Poll: this one and the next
  unsigned value = 0;
};
struct Program : std::vector<std::vector<Step>> {  // by thread
  using vector::vector;
  unsigned medium = 0;  // Stream, Packets, Datagrams, Queue, Epoll (a stream, and epoll in the place of poll)
};
enum Medium : unsigned { kStream, kPackets, kDatagrams, kQueue, kEpoll, kMedia };
constexpr unsigned kQueueRoom = 2, kPriorities = 3;

constexpr unsigned kPipes = 2;
constexpr unsigned kEnded = 98, kWouldBlock = 99;
inline unsigned combined(unsigned sum, unsigned value) { return (sum * 7 + value) % 61; }

struct Meaning {
  bool racy = false;
  bool stuck = false;           // in an interleaving without a race
  std::set<unsigned> statuses;  // of those that end
  std::size_t states = 0;
};
Meaning meaning_of(const Program&, std::size_t most_states);
std::string text_of(const Program&);

}  // namespace channels
