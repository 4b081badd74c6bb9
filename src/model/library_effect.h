// What a library function does that other threads can notice, besides reading and writing what it is given: the third
// column of symbol_policy_modelled.def. From it follows what a thread may still do (instrument/may_do.cpp), so it must
// never say less than the model of the function does; more is only slower.
#pragma once
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <initializer_list>

#include "model/operation_table.h"

namespace heddle {

// The operations that a call may perform, silent ones included, on the object that its first argument points to.
class MayPerform {
 public:
  constexpr MayPerform(std::initializer_list<OperationKind> kinds) : size_(kinds.size()) {
    assert(size_ <= kinds_.size());
    std::copy(kinds.begin(), kinds.end(), kinds_.begin());
  }
  static constexpr MayPerform anything() {
    MayPerform all{};
    all.anything_ = true;
    return all;
  }
  constexpr bool is_anything() const { return anything_; }
  constexpr bool is_nothing() const { return !anything_ && size_ == 0; }
  constexpr const OperationKind* begin() const { return kinds_.data(); }
  constexpr const OperationKind* end() const { return kinds_.data() + size_; }
  constexpr bool has(OperationKind kind) const { return std::find(begin(), end(), kind) != end(); }

 private:
  bool anything_ = false;
  std::size_t size_ = 0;
  std::array<OperationKind, 3> kinds_{};
};

// Whom it starts.
enum class Starts : std::uint8_t {
  Nobody,
  ThirdArgument,    // a thread that runs that function
  VirtualFunction,  // a thread that runs one of the object behind the first argument
};

// When what it is given will be called.
enum class Registers : std::uint8_t { Nothing, ForThreadEnd, ForProcessEnd, ForBothEnds };

// What it may be the end of.
enum class MayEnd : std::uint8_t { Nothing, Storage, Thread, Exceptions };  // exceptions: whose destructors then run

struct LibraryEffect {
  MayPerform does;
  Starts starts = Starts::Nobody;
  Registers registers = Registers::Nothing;
  MayEnd ends = MayEnd::Nothing;
};

}  // namespace heddle
