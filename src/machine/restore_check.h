// Does a restore bring back everything? For tests and debugging: at each save the exact state is kept, and the engine
// itself byte by byte; at each restore both must be the same again. Only members that are listed in restore_check.cpp,
// each with its reason, may differ. So a new member of the engine that changes and is not journalled is found by the
// first test that runs into it.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle {

class Engine;
class Snapshot;

class RestoreCheck {
 public:
  explicit RestoreCheck(Engine& engine) : engine_(engine) {}
  void saved(const Snapshot&);
  void restored(const Snapshot&);  // aborts with a message if something differs

 private:
  struct State {
    std::vector<std::byte> image;
    std::vector<std::byte> engine;
    std::vector<std::byte> records;  // of threads, whole: bookkeeping that no image holds
  };
  State take() const;
  struct Exempt {
    const char* name;
    const void* begin;
    std::size_t size;
  };
  std::vector<Exempt> exempt() const;
  [[noreturn]] static void differs(const char* what, std::size_t at, const std::string& part);

  Engine& engine_;
  std::unordered_map<const Snapshot*, State> states_;
};

}  // namespace heddle
