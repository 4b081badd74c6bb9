// expect: verified
// search: dfs
//
// File streams of C++ on the program's own files.
#include <cassert>
#include <cstdio>
#include <fstream>
#include <string>

int main() {
  const char* name = "/tmp/heddle-fstream";
  {
    std::ofstream out(name);
    assert(out.is_open());
    out << "one " << 2 << "\nlast\n";
  }
  std::ifstream in(name);
  std::string word, line;
  int number = 0;
  in >> word >> number;
  assert(word == "one" && number == 2);
  std::getline(in, line);
  assert(line.empty() && std::getline(in, line) && line == "last");
  assert(!std::getline(in, line) && in.eof());
  in.clear();
  in.seekg(4);
  assert(in.get() == '2' && in.tellg() == 5);
  std::fstream both(name, std::ios::in | std::ios::out);
  both.seekp(0, std::ios::end);
  both << "more";
  both.seekg(0);
  std::getline(both, line);
  assert(line == "one 2");
  std::ofstream(name, std::ios::app) << "!";
  both.close();
  std::ifstream again(name);
  const std::string all((std::istreambuf_iterator<char>(again)), {});
  assert(all == "one 2\nlast\nmore!");
  assert(!std::ifstream("/tmp/heddle-none"));
  return std::remove(name);
}
