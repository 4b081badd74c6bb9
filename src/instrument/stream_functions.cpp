// The input and output functions of C++ streams, told apart from the rest of what a program does with a stream.
//
// Threads may share the standard streams as far as formatted and unformatted input and output goes
// ([iostream.objects.overview]): the machine has to know which accesses to std::cout are made by such a function, and
// which by the program itself (setf, width, rdbuf, `<< std::hex`, `<< std::setw(3)`), for which nothing is promised.
// Both use the small functions of ios_base and basic_ios. In an input or output function, calls of those are inlined
// before the hooks come, so that the function which an access stands in says whose it is.
#include "instrument/context.h"
#include "llvm/IR/InstIterator.h"

namespace heddle {

using namespace llvm;

namespace {

bool begins_with_any(StringRef name, std::initializer_list<StringRef> beginnings) {
  return any_of(beginnings, [&](StringRef beginning) { return name.starts_with(beginning); });
}

// Members of std::basic_ostream and std::basic_istream (gcount, a const one, is none). What constructors and destructors
// do concerns nobody else, and the inserters of manipulators only call them.
bool is_member(StringRef name) {
  return begins_with_any(name, {"_ZNSo", "_ZNSi", "_ZNSt13basic_ostreamI", "_ZNSt13basic_istreamI"});
}

bool is_free_function(StringRef name) {
  if (begins_with_any(name, {"_ZSt4endlI", "_ZSt4endsI", "_ZSt5flushI", "_ZSt2wsI", "_ZSt7getlineI", "_ZSt16__ostream_insertI",
                             "_ZSt15__ostream_writeI", "_ZSt14__ostream_fillI", "_ZSt17__istream_extract"}))
    return true;
  if (!begins_with_any(name, {"_ZStlsI", "_ZStrsI"})) return false;
  return !name.contains("5_Setw") && !name.contains("8_Setfill") && !name.contains("8_Setbase") &&
         !name.contains("13_Setprecision") && !name.contains("12_Setiosflags") && !name.contains("14_Resetiosflags");
}

// What reads or changes a stream or its buffer on behalf of its caller; the last are those of src/library/streams.h.
bool is_helper(StringRef name) {
  return begins_with_any(name, {"_ZNSt8ios_base", "_ZNKSt8ios_base", "_ZNSt9basic_iosI", "_ZNKSt9basic_iosI", "_ZStoRRSt",
                                "_ZStaNRSt", "_ZSteORSt", "_ZNKSi6gcount", "_ZNSt15basic_streambufI",
                                "_ZNKSt15basic_streambufI", "_ZNSt19istreambuf_iteratorI", "_ZNSt19ostreambuf_iteratorI",
                                "_ZN13heddle_stream", "_ZNK13heddle_stream", "_ZZN13heddle_stream"});
}

// Facets are shared by all streams of a locale, and constant; what narrow() remembers of earlier calls is not the program's
// business, though it is inline code that remembers it.
bool is_facet(StringRef name) { return begins_with_any(name, {"_ZNKSt5ctypeI", "_ZNSt5ctypeI"}); }

}  // namespace

bool is_stream_function(StringRef name) { return is_member(name) || is_free_function(name) || is_facet(name); }

void open_stream_functions(Module& module) {
  for (Function& function : module) {
    if (function.isDeclaration() || !(is_helper(function.getName()) || is_stream_function(function.getName()))) continue;
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && !callee->isDeclaration() && is_helper(callee->getName())) call->addFnAttr(Attribute::AlwaysInline);
    }
  }
}

}  // namespace heddle
