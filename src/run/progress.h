// The lines that show what is going on: on standard error, only if that is a terminal.
#pragma once
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "report/wire.h"
#include "search/search.h"

namespace heddle::run {

// How a running search gets on. After some seconds a second line says where its branches come from.
class Progress {
 public:
  explicit Progress(bool wanted);
  void show(const LiveState& live, double seconds);
  void explain(const Branching& why);
  void clear();

 private:
  std::string share_text(double share, double seconds);

  bool on_;
  unsigned lines_ = 0;  // shown now
  double next_ = 0.5;   // nothing flickers for a search that ends at once
  std::string why_;
  double share_ = 0;        // that was last shown
  double share_moved_ = 0;  // seconds
};

// What happens before: which phase it is and for how long, shown by a thread of its own because the phases themselves
// know nothing of it. It has ended when the object has.
class PhaseLine {
 public:
  explicit PhaseLine(bool wanted);
  ~PhaseLine();
  PhaseLine(const PhaseLine&) = delete;
  PhaseLine& operator=(const PhaseLine&) = delete;
  void enter(const std::string& phase);

 private:
  void show();

  std::mutex mutex_;
  std::condition_variable over_;
  std::string phase_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace heddle::run
