// expect: verified
//
// What the input functions return and leave behind, in one thread.
#include <cassert>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>

int main() {
  std::istringstream in("one 2 0x1f x\nline\nrest;abcdefg");
  std::string word;
  int two, hex;
  char c = 0, text[8];
  in >> word >> two >> std::hex >> hex >> c;
  assert(word == "one" && two == 2 && hex == 31 && c == 'x');
  in.ignore();
  assert(in.gcount() == 1);
  in.getline(text, 8);
  assert(std::strcmp(text, "line") == 0 && in.gcount() == 5);
  assert(in.get() == 'r' && in.gcount() == 1 && in.peek() == 'e' && in.gcount() == 0);
  in.unget();
  assert(in.good() && in.get(c) && c == 'r');
  in.putback('r').get(text, 4);
  assert(std::strcmp(text, "res") == 0 && in.gcount() == 3 && in.good());
  in.ignore(std::numeric_limits<std::streamsize>::max(), ';');
  assert(in.gcount() == 2 && in.peek() == 'a');
  in.ignore(2);
  assert(in.gcount() == 2 && in.good() && in.readsome(text, 2) == 2 && text[0] == 'c' && text[1] == 'd');
  in.get(text, 3, 'f');
  assert(std::strcmp(text, "e") == 0 && in.peek() == 'f');
  in.get(text, 3, 'f');
  assert(in.fail() && !in.eof() && text[0] == 0);
  in.clear();
  assert(!in.read(text, 8) && in.gcount() == 2 && in.eof() && text[1] == 'g');
  assert(in.get() == EOF && in.gcount() == 0);
  std::istringstream words("first second");
  words.width(4);
  words >> text;
  assert(std::strcmp(text, "fir") == 0 && words.width() == 0);
  words >> text;
  assert(std::strcmp(text, "st") == 0 && words >> text && std::strcmp(text, "second") == 0 && words.eof());
  assert(!(words >> text) && words.fail());
  in.clear();
  in.ignore(5);
  assert(in.eof() && !in.fail() && in.gcount() == 0);
}
