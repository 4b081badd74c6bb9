// What threads may do, read from their code: functions that nobody calls by name, and every modelled function.
#include <algorithm>

#include "fixture.h"

namespace heddle {
namespace {

using K = OperationKind;

const Ability* ability(const Program& p, const std::string& entry) {
  for (const Ability& a : p.result.abilities)
    if (a.entry == entry) return &a;
  return nullptr;
}
// An operation of this kind on this variable; none: on anything.
bool may(const Program& p, const std::string& entry, K kind, const std::string& variable = "") {
  const Ability* a = ability(p, entry);
  EXPECT_NE(a, nullptr) << entry;
  return a != nullptr && std::any_of(a->touches.begin(), a->touches.end(), [&](const Ability::Touch& touch) {
           return touch.kind == kind && touch.symbol == variable;
         });
}
bool may_do_everything(const Program& p, const std::string& entry) {
  return ability(p, entry) == nullptr || ability(p, entry)->everything;
}

constexpr const char* kDeclarations = R"(
  typedef unsigned long Handle; struct Mutex { long content[5]; };
  #ifdef __cplusplus
  extern "C" {
  #endif
  int pthread_create(Handle*, const void*, void* (*)(void*), void*);
  int pthread_mutex_lock(struct Mutex*); int pthread_mutex_unlock(struct Mutex*);
  void harmless_function(void); void unknown_function(void);
  #ifdef __cplusplus
  }
  #endif
  struct Mutex m; Handle t; int g;
)";
constexpr const char* kMain = R"(int main(void) { return pthread_create(&t, 0, entry, 0); })";

TEST(MayDo, WhatIsCalledByName) {
  Program p(std::string(kDeclarations) + "void* entry(void* a) { pthread_mutex_lock(&m); return a; }" + kMain);
  EXPECT_TRUE(may(p, "entry", K::MutexLock, "m"));
  EXPECT_FALSE(may(p, "entry", K::MutexLock));
  EXPECT_FALSE(may(p, "entry", K::MutexUnlock, "m"));
  EXPECT_FALSE(may_do_everything(p, "entry"));
}

TEST(MayDo, LibraryFunctionsThroughPointers) {
  Program p(std::string(kDeclarations) + R"(int (*pointer)(struct Mutex*) = pthread_mutex_lock;
    void* entry(void* a) { pointer(&m); return a; })" +
            kMain);
  EXPECT_TRUE(may(p, "entry", K::MutexLock)) << "of any mutex";
  EXPECT_FALSE(may_do_everything(p, "entry"));
  Program harmless(std::string(kDeclarations) + R"(void (*pointer)(void) = harmless_function;
    void* entry(void* a) { pointer(); return a; })" +
                   kMain);
  EXPECT_FALSE(may_do_everything(harmless, "entry"));
  EXPECT_TRUE(ability(harmless, "entry")->touches.empty());
  Program unknown(std::string(kDeclarations) + R"(void (*pointer)(void) = unknown_function;
    void* entry(void* a) { pointer(); return a; })" +
                  kMain);
  EXPECT_TRUE(may_do_everything(unknown, "entry"));
}

TEST(MayDo, PointersThatTheThreadDoesNotCall) {
  Program p(std::string(kDeclarations) + R"(int (*pointer)(struct Mutex*) = pthread_mutex_lock;
    void* entry(void* a) { pthread_mutex_unlock(&m); return a; })" +
            kMain);
  EXPECT_FALSE(may(p, "entry", K::MutexLock));
}

TEST(MayDo, CreatingThroughAPointer) {
  Program p(std::string(kDeclarations) +
            R"(int (*pointer)(Handle*, const void*, void* (*)(void*), void*) = pthread_create;
    void* other(void* a) { pthread_mutex_lock(&m); return a; }
    void* entry(void* a) { pointer(&t, 0, other, 0); return a; })" +
            kMain);
  EXPECT_TRUE(may(p, "entry", K::MutexLock, "m"));
}

TEST(MayDo, AliasesOfFunctions) {
  Program p(std::string(kDeclarations) + R"(void locks(void) { pthread_mutex_lock(&m); }
    void also(void) __attribute__((alias("locks")));
    void* entry(void* a) { also(); return a; })" +
            kMain);
  EXPECT_TRUE(may(p, "entry", K::MutexLock, "m"));
}

// A thread that does nothing but call this.
Program calls_of(const std::string& name) {
  InstrumentOptions options = plain_options();
  options.policy = [](std::string_view symbol) { return symbol_rule(symbol).policy; };
  const std::string source = R"(@object = global [64 x i8] zeroinitializer
    declare i32 @pthread_create(ptr, ptr, ptr, ptr)
    declare void @"NAME"(...)
    define ptr @entry(ptr %a) {
      call void (...) @"NAME"(ptr @object)
      ret ptr null
    }
    define i32 @main() {
      %c = call i32 @pthread_create(ptr @object, ptr null, ptr @entry, ptr null)
      ret i32 0
    })";
  std::string text = source;
  for (std::size_t at; (at = text.find("NAME")) != std::string::npos;) text.replace(at, 4, name);
  return Program(text, "ll", options);
}

void expect_foreseen(const std::string& name) {
  const LibraryEffect effect = symbol_rule(name).effect;
  if (effect.starts != Starts::Nobody) return;  // above
  const Program p = calls_of(name);
  EXPECT_EQ(may_do_everything(p, "entry"), effect.does.is_anything()) << name;
  if (effect.does.is_anything()) return;
  for (const K kind : effect.does) EXPECT_TRUE(may(p, "entry", kind, "object")) << name << ": " << name_of(kind);
  EXPECT_EQ(ability(p, "entry")->touches.size(), static_cast<std::size_t>(effect.does.end() - effect.does.begin()))
      << name;
}

TEST(MayDo, WhatThePolicySaysOfModelledFunctions) {
#define MODELLED(name, function, ...) expect_foreseen(name);
#define MODELLED_DATA(name, object)
#define INTERCEPTED(name, function)
#include "model/symbol_policy_modelled.def"
#undef MODELLED
#undef MODELLED_DATA
#undef INTERCEPTED
}

}  // namespace
}  // namespace heddle
