// For --exact: the whole image of each state that was met, so that no fingerprint is taken for another state's. A state
// takes as much memory as the program's; equal fingerprints of different images are a collision, which is told.
#pragma once
#include <tsl/robin_map.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "machine/abstract_machine.h"
#include "search/stored_words.h"
#include "support/fingerprint.h"

namespace heddle {

inline constexpr const char* kCollision =
    "two different states have the same fingerprint of 128 bits: states cannot be told apart by it";

class ExactStates {
 public:
  explicit ExactStates(bool wanted) : wanted_(wanted) {}

  // Is the state that the machine is in the one that had this fingerprint before, or the first that has it?
  bool agrees(const Fingerprint& fingerprint, const AbstractMachine& machine) {
    if (!wanted_) return true;
    machine.write_exact_state(image_);
    return agrees(fingerprint, image_);
  }
  bool agrees(const Fingerprint& fingerprint, std::span<const std::byte> image) {
    const auto known = images_.find(fingerprint);
    if (known != images_.end()) return std::ranges::equal(known->second, image);
    images_.emplace(fingerprint, std::vector<std::byte>(image.begin(), image.end()));
    return true;
  }

  void write(WordWriter& out) const {
    out.put(images_.size());
    for (const auto& [fingerprint, image] : images_) {
      write_fingerprint(fingerprint, out);
      out.put_bytes({reinterpret_cast<const std::uint8_t*>(image.data()), image.size()});
    }
  }
  void read(WordReader& in) {
    images_.clear();
    in.each([&] {
      const Fingerprint fingerprint = read_fingerprint(in);
      const std::vector<std::uint8_t> bytes = in.take_bytes();
      agrees(fingerprint, std::as_bytes(std::span(bytes)));
    });
  }

 private:
  struct Hash {
    std::size_t operator()(const Fingerprint& f) const { return f.low; }
  };
  const bool wanted_;
  std::vector<std::byte> image_;
  tsl::robin_map<Fingerprint, std::vector<std::byte>, Hash> images_;
};

}  // namespace heddle
