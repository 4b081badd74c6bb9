// Bundles of a program (bundles.h) to object code, from the cache or made and put there. The code of a bundle depends
// on its bitcode, the tool and the visibility, and on nothing else: it is always made from the bytes of which the key
// is the hash, in a context of its own, so that a program is the same whether the cache held all, some or none of its
// parts.
//
// A thread of its own begins as soon as the bundles are there, while the program's own code is optimised.
#pragma once
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "instrument/instrument.h"
#include "program/bundles.h"
#include "program/resolver.h"

namespace heddle::program {

struct Part {
  std::string object;  // relocatable ELF
  std::uint64_t hooks = 0;
  bool may_spin = false, weak_atomics = false;  // see Instrumentation
};

class PartCompiler {
 public:
  PartCompiler(std::vector<Bundle> bundles, InstrumentOptions options, const Resolver& resolver,
               std::string cache_directory);
  ~PartCompiler();  // waits for the thread

  // In the order of the bundles. Throws LoadError.
  std::vector<Part> finish();

 private:
  void work(std::string& error);
  Part get(const Bundle& bundle);

  const std::vector<Bundle> bundles_;
  const InstrumentOptions options_;
  const Resolver& resolver_;
  const std::string cache_directory_, tool_;
  std::vector<std::size_t> order_;  // large ones first
  std::vector<Part> parts_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> made_some_ = false;  // and stored them
  std::string errors_[2];                // of the thread, of finish
  std::thread thread_;
};

}  // namespace heddle::program
