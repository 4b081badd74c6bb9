#include "model/assumption.h"

namespace heddle {

std::string text_of(Assumption assumption, const CheckOptions& options) {
  switch (assumption) {
    case Assumption::Allocation:
      return "malloc succeeds";
    case Assumption::Wakeups:
      return "condition variables wake up only when signalled (--spurious-wakeups explores the rest)";
    case Assumption::WeakExchange:
      return "compare_exchange_weak does not fail spuriously";
    case Assumption::Input:
      return "standard input is empty (--stdin FILE gives another)";
    case Assumption::Random:
      return "std::random_device and /dev/random give one fixed sequence of numbers";
    case Assumption::Nondeterminism:
      return "nondeterministic inputs are " + std::to_string(options.nondet.value_or(0));
    case Assumption::Inputs:
      return "nondeterministic inputs are 0, 1, -1, a number that the program compares them with, or 2 where it is no "
             "constant (--nondet K gives another)";
    case Assumption::Time:
      return "clocks show one of the times that are possible";
    case Assumption::Processors:
      return "the machine has two processors";
    case Assumption::Environment:
      return "the environment is empty";
    case Assumption::Uninitialised:
      return "uninitialised memory reads as zero";
    case Assumption::Dangling:
      return "a pointer to a local variable that has ended finds what lies there now";
    case Assumption::Signals:
      return "no signal comes, neither from outside nor from an alarm";
    case Assumption::Files:
      return "no other process changes the files, and there is room for what is written";
    case Assumption::Channels:
      return "pipes and sockets hold 64 KB, and no call is interrupted";
    case Assumption::SharedMemory:
      return "locks in memory that processes share are initialised as process-shared, and nobody uses it after munmap";
    case Assumption::Crashes:
      return "a process crashes at an operation on synchronisation or channels, not between two plain accesses "
             "(--visible all)";
    case Assumption::ProcessFiles:
      return "there are no files below /proc";
    case Assumption::Exit:
      return "a second thread that calls exit() waits for the first (POSIX 2024, glibc 2.41; undefined before)";
    case Assumption::StackSize:
      return "the stacks that threads are given by pthread_attr_setstacksize are large enough";
    case Assumption::Pointers:
      return "no pointer to freed memory is kept in disguise (as an offset, an exclusive or, or in parts)";
    case Assumption::kCount:
      break;
  }
  return {};
}

}  // namespace heddle
