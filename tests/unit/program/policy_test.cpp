// The table of outside functions.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "model/symbol_policy.h"

namespace heddle {
namespace {

SymbolPolicy policy(std::string_view name) { return symbol_rule(name).policy; }

TEST(SymbolPolicy, OneOfEachKind) {
  EXPECT_EQ(policy("pthread_mutex_lock"), SymbolPolicy::Modelled);
  EXPECT_EQ(policy("memcpy"), SymbolPolicy::Intercepted);
  EXPECT_EQ(policy("sqrt"), SymbolPolicy::Forwarded);
  EXPECT_EQ(policy("sqrtf"), SymbolPolicy::Forwarded);
  EXPECT_EQ(policy("fork"), SymbolPolicy::Refused);
  EXPECT_EQ(policy("BZ2_bzCompress"), SymbolPolicy::Unknown);
  EXPECT_EQ(policy(""), SymbolPolicy::Unknown);
}

TEST(SymbolPolicy, ModelledBeatsThePrefixThatRefuses) {
  EXPECT_EQ(policy("pthread_join"), SymbolPolicy::Modelled);
  EXPECT_EQ(policy("pthread_mutex_getprioceiling"), SymbolPolicy::Refused);
  EXPECT_EQ(symbol_rule("pthread_mutex_getprioceiling").reason, "is a threads function that is not modelled");
  EXPECT_EQ(policy("_ZNSt6thread4joinEv"), SymbolPolicy::Modelled);
}

TEST(SymbolPolicy, LongerPrefixesComeFirst) {
  EXPECT_EQ(policy("_ZNSt6localeC1ERKS_"), SymbolPolicy::Forwarded);
  EXPECT_EQ(policy("_ZNSt6localeC1Ev"), SymbolPolicy::Intercepted);
  EXPECT_EQ(policy("_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE5uflowEv"), SymbolPolicy::Forwarded);
  EXPECT_EQ(policy("_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE7seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode"),
            SymbolPolicy::Refused);
  EXPECT_EQ(policy("_ZNSt10filesystem12current_pathB5cxx11Ev"), SymbolPolicy::Refused);
  EXPECT_EQ(policy("_ZNSt3pmr28unsynchronized_pool_resource7releaseEv"), SymbolPolicy::Unknown);
  EXPECT_EQ(policy("_ZNSt8ios_baseC2Ev"), SymbolPolicy::Forwarded);
  EXPECT_EQ(policy("_ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi"), SymbolPolicy::Unknown);
  EXPECT_EQ(policy("_ZNSt6thread6_StateD2Ev"), SymbolPolicy::Forwarded);
}

TEST(SymbolPolicy, WhatActsOnTheWorldIsNeverForwardedOrUnknown) {
  for (const char* name : {"open",
                           "open64",
                           "fopen",
                           "unlink",
                           "rename",
                           "mkdir",
                           "socket",
                           "connect",
                           "execve",
                           "posix_spawnp",
                           "system",
                           "kill",
                           "sigaction",
                           "longjmp",
                           "__sigsetjmp",
                           "dlopen",
                           "mmap",
                           "mprotect",
                           "ptrace",
                           "pthread_kill",
                           "pthread_atfork",
                           "GOMP_parallel",
                           "__kmpc_fork_call",
                           "setenv",
                           "syscall",
                           "getrandom",
                           "chmod",
                           "ioctl",
                           "_ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei",
                           "_ZNSt13random_device9_M_getvalEv"}) {
    const SymbolRule rule = symbol_rule(name);
    EXPECT_TRUE(rule.policy == SymbolPolicy::Refused || rule.policy == SymbolPolicy::Modelled) << name;
    if (rule.policy == SymbolPolicy::Refused) EXPECT_FALSE(rule.reason.empty()) << name;
  }
}

// A misspelt name in the table would never be found out otherwise.
TEST(SymbolPolicy, ForwardedNamesExist) {
  void* libraries = dlopen("libstdc++.so.6", RTLD_LAZY);
  std::string missing;
  auto check = [&](std::string_view words) {
    while (!words.empty()) {
      const std::size_t end = std::min(words.find(' '), words.size());
      const std::string name(words.substr(0, end));
      words.remove_prefix(std::min(end + 1, words.size()));
      if (!dlsym(libraries, name.c_str())) missing += name + " ";
    }
  };
#define FORWARDED(names) check(names);
#define FORWARDED_MATH(names) check(names);
#define FORWARDED_PREFIX(prefixes)
#define REFUSED(names, why)
#define REFUSED_PREFIX(prefixes, why)
#define UNKNOWN_PREFIX(prefixes)
#define UNWINDING_PREFIX(prefixes)
#include "model/symbol_policy_forwarded.def"
  EXPECT_EQ(missing, "");
}

}  // namespace
}  // namespace heddle
