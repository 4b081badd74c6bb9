// A machine that compares states, started; and afterwards the program's globals as they were before it, since a machine
// starts every execution with the globals that it finds when it is made.
#pragma once
#include <cstring>
#include <memory>
#include <string>

#include "detect/registry.h"
#include "machine/machine.h"

namespace heddle::states {

class Setting {
 public:
  Setting(const Image& image, Visibility visible, const std::string& detector)
      : image_(image),
        globals_(reinterpret_cast<const char*>(image.globals_begin), image.globals_size),
        options_(options(visible, detector)),
        detector_(make_detector(options_.detector, journal_)),
        machine(image, options_, journal_, detector_.get(), names) {
    machine.compare_states();
    machine.start();
  }
  ~Setting() { std::memcpy(reinterpret_cast<char*>(image_.globals_begin), globals_.data(), globals_.size()); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  static CheckOptions options(Visibility visible, const std::string& detector) {
    CheckOptions options;
    options.visible = visible;
    options.detector = detector;
    options.keep_going = true;  // so that releases are transitions of their own, with a detector and without
    return options;
  }

  const Image& image_;
  const std::string globals_;
  CheckOptions options_;
  Journal journal_;
  std::unique_ptr<RaceDetector> detector_;

 public:
  ThreadNames names;
  Machine machine;
};

}  // namespace heddle::states
