// A command line of clang, as far as a wrapper has to understand it: which words are inputs, which of them are sources
// that become objects, where the objects go, what is only for the linker. Everything else is passed on unread.
//
//   read_command     the words, response files (@file) replaced by their contents
//   bitcode_flags    of the words, those that frontend/compile understands and that matter for one source
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/flags.h"

namespace heddle {

struct CommandWord {
  enum class Kind {
    Other,     // a flag, or the value of one
    Source,    // becomes an object, with bitcode
    Input,     // an object, a library, an assembler file ...
    Language,  // -x and its value
    Output,    // -o and its value
    Linking,   // only means something when linking
    Mode,      // -c
    Rules,     // -MD, -MF and their kin: about the file with make's rules
  };
  Kind kind = Kind::Other;
  std::string text;
};

struct CommandSource {
  std::string file;
  std::size_t word = 0;              // its position
  std::optional<Language> language;  // nothing: no bitcode can be made of it, `problem` says why
  std::string problem;
};

struct CompilerCommand {
  std::vector<CommandWord> words;
  std::vector<CommandSource> sources;
  bool makes_objects = false;  // sources become objects: neither -E, -S, -M, --version ... nor nothing to compile
  bool links = false;          // and the objects are linked
  std::string output;          // of -o
  std::string rules;           // "-MD" or "-MMD" if clang shall write a file with rules whose name was not given
  std::string error;           // a flag that is refused, or an unreadable response file
};

// `cxx`: the words are for clang++, which takes C for C++.
CompilerCommand read_command(const std::vector<std::string>& words, bool cxx);

std::vector<std::string> bitcode_flags(const CompilerCommand& command, const CommandSource& source);

// Splits the text of a response file, or a command of compile_commands.json, as a shell and clang do.
std::vector<std::string> split_words(std::string_view text);

}  // namespace heddle
