// The C++ library: streams, conversions, containers in the order in which they are walked, exceptions.
#include "seeded.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <exception>
#include <functional>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace {

void streams() {
  std::ostringstream out;
  for (unsigned n = 1 + below(6); n > 0; --n) switch (below(12)) {
      case 0: out << std::hex; break;
      case 1: out << std::setw(static_cast<int>(below(9))); break;
      case 2: out << std::setfill(PICK("*0_")); break;
      case 3: out << std::setprecision(static_cast<int>(below(9))) << std::fixed; break;
      case 4: out << static_cast<int>(below(2000)) - 1000; break;
      case 5: out << PICK(((double[]){0.5, -1e10, 3.14159, 1e-5})); break;
      case 6: out << std::boolalpha << (below(2) == 0); break;
      case 7: out << "text" << 'c'; break;
      case 8: out << std::left << std::showbase << std::oct << below(100); break;
      case 9: out << std::uppercase << std::scientific << 12345.678; break;
      case 10: out << std::quoted(std::string("a\"b")); break;
      case 11: out << static_cast<void*>(nullptr) << std::showpos << 7; break;
    }
  std::cout << out.str() << "\n";
}

void parsing() {
  char buffer[20];
  std::istringstream in(text(buffer, 18, PICK(((const char*[]){"0123 ", "12.e- ", "abc 1", "0x1f ", "true1 "}))));
  int i = -7;
  double d = -7;
  std::string s = "#";
  char c = '#';
  bool b = false;
  unsigned short u = 7;
  switch (below(6)) {
    case 0: in >> i >> d; break;
    case 1: in >> s >> i; break;
    case 2: in >> c >> d >> s; break;
    case 3: in >> std::boolalpha >> b >> u; break;
    case 4: std::getline(in, s, ' '); in >> std::hex >> i; break;
    case 5: in.ignore(3); in >> std::ws; c = static_cast<char>(in.peek() & 127); in.get(buffer, 4); s = buffer; break;
  }
  std::cout << "'" << in.str() << "' " << i << " " << d << " " << s << " " << c << b << u << " " << in.good() << in.eof() << in.fail() << "\n";
}

void conversions() {
  char buffer[24];
  const std::string s = text(buffer, 22, PICK(((const char*[]){"0123456789", "-19", " 1x", "1.5e"})));
  try {
    switch (below(8)) {
      case 0: std::cout << std::stoi(s); break;
      case 1: std::cout << std::stoul(s, nullptr, 16); break;
      case 2: std::cout << std::stod(s); break;
      case 3: std::cout << std::stoll(s); break;
      case 4: std::cout << std::to_string(static_cast<int>(below(5000)) - 2500) << std::to_string(1.5); break;
      case 5: {
        int v = -7;
        auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), v);
        std::cout << v << " " << end - s.data() << " " << static_cast<int>(error);
      } break;
      case 6: {
        char out[30];
        auto r = std::to_chars(out, out + below(30), PICK(((double[]){0.1, 1e21, -2.5})));
        std::cout << static_cast<int>(r.ec) << std::string(out, r.ec == std::errc() ? r.ptr : out);
      } break;
      case 7: std::cout << s.substr(below(30)) << s.at(below(30)); break;
    }
  } catch (const std::exception& e) {
    std::cout << "exception " << e.what();
  }
  std::cout << " '" << s << "'\n";
}

void containers() {
  std::map<int, int> tree;
  std::unordered_map<std::string, int> hashed;
  std::list<int> list;
  std::multiset<int> set;
  std::deque<int> deque;
  for (unsigned n = below(30); n > 0; --n) {
    const int k = static_cast<int>(below(12));
    switch (below(9)) {
      case 0: tree[k] += 1; break;
      case 1: tree.erase(k); break;
      case 2: hashed[std::to_string(k)] = k; break;
      case 3: list.push_front(k); break;
      case 4: set.insert(k); break;
      case 5: list.sort(); list.unique(); break;
      case 6: if (set.find(k) != set.end()) set.erase(set.find(k)); break;
      case 7: deque.push_back(k), deque.push_front(-k); break;
      case 8: list.reverse(); break;
    }
  }
  for (auto [k, v] : tree) std::cout << k << ":" << v << " ";
  for (auto& [k, v] : hashed) std::cout << k << "=" << v << " ";
  for (int v : list) std::cout << v << ",";
  for (int v : set) std::cout << v << ";";
  for (int v : deque) std::cout << v << "/";
  std::cout << hashed.bucket_count() << "\n";
}

struct Counted {
  static inline int alive = 0;
  Counted() { ++alive; }
  Counted(const Counted&) { ++alive; }
  ~Counted() { --alive; }
};

int thrower(unsigned kind) {
  Counted guard;
  switch (kind) {
    case 0: throw std::runtime_error("runtime");
    case 1: throw 42;
    case 2: throw Counted();
    case 3: return std::vector<int>(3).at(below(9));
    case 4: return std::get<int>(std::variant<std::string, int>("text"));
    case 5: return std::optional<int>().value();
    case 6: std::function<void()>()(); return 0;
    case 7:
      try {
        throw std::logic_error("inner");
      } catch (...) {
        std::throw_with_nested(std::runtime_error("outer"));
      }
    case 8: {
      std::exception_ptr p;
      try { throw std::out_of_range("kept"); } catch (...) { p = std::current_exception(); }
      std::rethrow_exception(p);
    }
    default: return static_cast<int>(std::uncaught_exceptions());
  }
}

void exceptions() {
  try {
    std::cout << thrower(below(10));
  } catch (const std::exception& e) {
    std::cout << e.what();
    try { std::rethrow_if_nested(e); } catch (const std::exception& inner) { std::cout << " in " << inner.what(); }
  } catch (int i) {
    std::cout << "int " << i;
  } catch (...) {
    std::cout << "other";
  }
  std::cout << " alive " << Counted::alive << "\n";
}

void pointers() {
  auto p = std::make_shared<Counted>();
  std::weak_ptr<Counted> w = p;
  std::vector<std::shared_ptr<Counted>> copies(below(4), p);
  if (below(2)) p.reset();
  if (below(2)) copies.clear();
  std::cout << w.use_count() << w.expired() << Counted::alive << (w.lock() == p) << "\n";
}

void randoms() {
  std::mt19937 a(below(100));
  std::minstd_rand b(below(100));
  std::uniform_int_distribution<int> d(0, 99);
  std::normal_distribution<double> normal;
  std::vector<int> v = {1, 2, 3, 4, 5};
  std::shuffle(v.begin(), v.end(), a);
  std::cout << a() << " " << b() << " " << d(a) << " " << normal(a) << " " << v[0] << v[4] << " " << std::hash<std::string>()("text") << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int i = 0; i < 20; ++i) switch (below(7)) {
      case 0: streams(); break;
      case 1: parsing(); break;
      case 2: conversions(); break;
      case 3: containers(); break;
      case 4: exceptions(); break;
      case 5: pointers(); break;
      case 6: randoms(); break;
    }
  return 0;
}
