// A directory of entries that can be made again at any time: bitcode of sources (cache.h), headers
// (precompiled.h), code of whole programs (program/compiled.h) and of parts that several programs have
// (program/parts.h). An entry is a row of bytes under a key, which is a hash of everything that decides them. A
// missing, damaged or outdated entry is simply not there; a directory that cannot be written does no harm.
//
// Entries are written beside their place and renamed, so readers need no lock; two writers of one key write the same.
// Those least recently used go once the directory has grown too large.
#pragma once
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace heddle {

class CacheDirectory {
 public:
  explicit CacheDirectory(std::string directory) : directory_(std::move(directory)) {}

  std::optional<std::string> load(const std::string& key, std::string_view extension) const;
  void store(const std::string& key, std::string_view extension, std::string_view body) const;
  // The same for one of many: whoever stores them calls make_room in the end.
  void store_one_of_many(const std::string& key, std::string_view extension, std::string_view body) const;
  // Removes entries if there are too many bytes. Looks at every file.
  void make_room() const;
  // The entry was of use: it stays longer.
  void touch(const std::string& key, std::string_view extension) const;

 private:
  std::string path_of(const std::string& key, std::string_view extension) const {
    return directory_ + "/" + key + std::string(extension);
  }

  std::string directory_;  // empty: every load misses
};

// 32 hexadecimal digits.
std::string hash_text(std::string_view bytes);

// Path, size and times of a file: what an upgrade of it changes. Empty if there is no such file.
std::string file_identity(const std::string& path);

// Numbers and texts in a row of bytes; both classes are called with the same things in the same order, so that one
// function template can describe a type for both: `archive(name, size)`, `void fields(auto& archive, Type& value)`.
class Packer {
 public:
  template <class... Values>
  void operator()(Values&... values) {
    (one(values), ...);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <class Value>
  void one(Value& value) {
    if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value>)
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    else if constexpr (requires { value.begin(), value.size(); })
      row(value);
    else
      fields(*this, value);
  }
  template <class Row>
  void row(Row& list) {
    std::uint64_t size = list.size();
    one(size);
    if constexpr (std::is_same_v<std::remove_const_t<Row>, std::string>)
      bytes_.append(list);
    else
      for (auto& value : list) one(value);
  }
  std::string bytes_;
};

// Every read past the end yields zeros; good() tells in the end.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}
  template <class... Values>
  void operator()(Values&... values) {
    (one(values), ...);
  }
  bool good() const { return good_ && rest_.empty(); }

 private:
  template <class Value>
  void one(Value& value) {
    if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value>) {
      const std::string_view bytes = take(sizeof value);
      if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      std::uint64_t size = 0;
      one(size);
      value = take(size);
    } else if constexpr (requires { value.emplace_back(); }) {
      std::uint64_t size = 0;
      one(size);
      value.clear();
      for (; size > 0 && good_; --size) one(value.emplace_back());
    } else {
      fields(*this, value);
    }
  }
  std::string_view take(std::uint64_t n) {
    if (n > rest_.size()) good_ = false;
    if (!good_) return {};
    const std::string_view result = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return result;
  }
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace heddle
