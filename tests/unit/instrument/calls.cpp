// Calls that leave the module, and what the module as a whole refers to.
#include "fixture.h"

namespace heddle {
namespace {

std::string refused_text(llvm::CallInst* call) {
  auto* global = llvm::cast<llvm::GlobalVariable>(call->getArgOperand(0)->stripPointerCasts());
  return llvm::cast<llvm::ConstantDataArray>(global->getInitializer())->getAsCString().str();
}

int call_sites(Program& p, const std::string& in) {
  int n = 0;
  for (auto& i : llvm::instructions(*p.function(in)))
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&i))
      n += store->getPointerOperand()->getName() == "heddle_call_site";
  return n;
}

TEST(Calls, SitesAreStoredBeforeCallsThatLeave) {
  Program p(R"(void outside(void); static int inside(int x) { return x + 1; } void (*pointer)(void);
    int f(int x) { outside(); return inside(x); }
    void g(void) { pointer(); })");
  EXPECT_EQ(call_sites(p, "f"), 1);
  EXPECT_EQ(call_sites(p, "g"), 1);
}

TEST(Calls, UnknownFunctionsAreAnnounced) {
  Program p(
      R"(void unknown_function(int, void*, void (*)(void)); void harmless_function(void*); void handler(void) {} int x;
    void f(void) { unknown_function(1, &x, handler); unknown_function(2, 0, 0); harmless_function(&x); })");
  EXPECT_EQ(p.count("f", "heddle_external_call"), 2);
  EXPECT_EQ(p.count("f", "heddle_external_pointer"), 2);
  ASSERT_EQ(p.result.external_calls.size(), 2u);
  EXPECT_EQ(p.result.external_calls[0].name, "unknown_function");
  EXPECT_EQ(p.result.external_calls[1].position.line, 2u);
  EXPECT_EQ(p.result.harmless_calls, std::vector<std::string>{"harmless_function"});
}

TEST(Calls, RefusedWhenReached) {
  Program p(R"(void refused_function(void); int x;
    void f(int c) { if (c) refused_function(); }
    void g(void) { __asm__ volatile("" ::: "memory"); __asm__ volatile("pause"); }
    void h(void) { __asm__ volatile("nop; lock; hlt %0" : "+m"(x)); }
    void i(void) { __asm__ volatile("lock; incl %0" : "+m"(x)); })");
  EXPECT_EQ(p.count("f", "heddle_refused"), 1);
  EXPECT_EQ(refused_text(p.first_call("f", "heddle_refused")), "refused_function");
  EXPECT_EQ(p.count("g", "heddle_refused"), 0);
  EXPECT_EQ(refused_text(p.first_call("h", "heddle_refused")), "inline assembly `lock; hlt $0`");
  EXPECT_EQ(p.site_of(p.first_call("h", "heddle_refused"), 1).frames[0].line, 4u);
  EXPECT_EQ(p.count("i", "heddle_refused"), 0);
  EXPECT_EQ(p.count("i", "heddle_atomic_rmw"), 1);
  EXPECT_EQ(p.result.refused_calls, std::vector<std::string>{"refused_function"});
}

TEST(Calls, ModelledInlineFunctionsLoseTheirBodies) {
  Program p(
      "inline int modelled_inline(int x) { return x * 2; } inline int other(int x) { return x * 3; }\n"
      "int f(int x) { return modelled_inline(x) + other(x); }",
      "cpp");
  EXPECT_TRUE(p.function("modelled_inline")->isDeclaration());
  EXPECT_FALSE(p.function("other")->isDeclaration());
  EXPECT_EQ(call_sites(p, "f"), 1);
}

TEST(Calls, PureFunctionsAreNotMergedOrDropped) {
  InstrumentOptions options = plain_options();
  options.optimise = true;
  Program p(R"(unsigned long strlen(const char*); int memcmp(const void*, const void*, unsigned long); char *s;
    __attribute__((pure)) int look(int); 
    int f(const char* a, const char* b) {
      strlen(a); look(1);
      return look(1) + (memcmp(a, b, 4) == 0) + (int)strlen(a);
    })",
            "c", options);
  EXPECT_EQ(p.count("f", "strlen"), 2);
  EXPECT_EQ(p.count("f", "look"), 2);
  EXPECT_EQ(p.count("f", "memcmp"), 1);
}

TEST(Calls, UnusedAllocationsStay) {
  InstrumentOptions options = plain_options();
  options.optimise = true;
  Program p("#include <cstdlib>\nint main() { free(malloc(3)); delete new int; }", "cpp", options);
  EXPECT_EQ(p.count("main", "malloc"), 1);
  EXPECT_EQ(p.count("main", "_Znwm"), 1);
}

TEST(Calls, ConstructorsAndDestructorsAreTakenOut) {
  Program p(R"(int order; 
    __attribute__((constructor(300))) static void late() { order = 3; }
    __attribute__((constructor(200))) static void early() { order = 2; }
    __attribute__((destructor(200))) static void last() {}
    __attribute__((destructor(300))) static void first() {}
    int make(); int x = make(); int main() {})",
            "cpp");
  ASSERT_EQ(p.result.constructors.size(), 3u);
  EXPECT_NE(p.result.constructors[0].find("early"), std::string::npos);
  EXPECT_NE(p.result.constructors[1].find("late"), std::string::npos);
  ASSERT_EQ(p.result.destructors.size(), 2u);
  EXPECT_NE(p.result.destructors[0].find("first"), std::string::npos);
  EXPECT_EQ(p.module->getGlobalVariable("llvm.global_ctors"), nullptr);
  EXPECT_EQ(p.module->getGlobalVariable("llvm.global_dtors"), nullptr);
  for (const std::string& name : p.result.constructors) {
    ASSERT_NE(p.module->getFunction(name), nullptr);
    EXPECT_TRUE(p.module->getFunction(name)->hasExternalLinkage());
  }
}

TEST(Calls, WhetherAnUnlockCanBeNoticed) {
  const char* locks = R"(#include <pthread.h>
    pthread_mutex_t m; pthread_cond_t c;
    void f(void) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); )";
  EXPECT_FALSE(Program(std::string(locks) + "}").result.unlock_is_visible);
  EXPECT_TRUE(Program(std::string(locks) + "}").result.uses_conditions);
  EXPECT_FALSE(Program(std::string(locks) + "pthread_cond_timedwait(&c, &m, 0); }").result.unlock_is_visible);
  EXPECT_TRUE(Program(std::string(locks) + "pthread_mutex_trylock(&m); }").result.unlock_is_visible);
  EXPECT_TRUE(Program(std::string(locks) + "pthread_mutex_destroy(&m); }").result.unlock_is_visible);
}

TEST(Calls, ScopedLockOfSeveralWaitsBeforeItTries) {
  EXPECT_FALSE(Program("#include <mutex>\nstd::mutex a, b; void f() { std::scoped_lock l(a); }", "cpp")
                   .result.unlock_is_visible);
  Program several("#include <mutex>\nstd::mutex a, b; void f() { std::scoped_lock l(a, b); }", "cpp");
  EXPECT_FALSE(several.result.unlock_is_visible) << "only std::lock tries";
  EXPECT_NE(several.module->getFunction("heddle_lock_all"), nullptr);
  Program also("#include <mutex>\nstd::mutex a, b; bool f() { std::scoped_lock l(a, b); return a.try_lock(); }", "cpp");
  EXPECT_TRUE(also.result.unlock_is_visible);
  Program unknown(
      "#include <mutex>\nstruct Own { void lock(); bool try_lock(); void unlock(); }; Own o; std::mutex m;"
      "void f() { std::scoped_lock l(o, m); }",
      "cpp");
  EXPECT_TRUE(unknown.result.unlock_is_visible) << "nobody knows what its lock() does";
}

TEST(Calls, LibraryState) {
  EXPECT_TRUE(Program("#include <iostream>\nint main() { std::cout << 1; }", "cpp").result.uses_library_state);
  EXPECT_TRUE(
      Program("#include <sstream>\nint main() { std::stringstream s; s << 1; }", "cpp").result.uses_library_state);
  EXPECT_FALSE(Program("#include <vector>\n#include <string>\n#include <mutex>\nint main() { std::vector<std::string> "
                       "v; v.push_back(\"x\"); }",
                       "cpp")
                   .result.uses_library_state);
}

// The machine keeps in mind which function is about to be called: an access, where another thread may go on, comes
// before.
TEST(Calls, RoomForTheResultIsAnnouncedFirst) {
  Program p(
      "struct Big { long content[8]; }; struct Big (*pointer)(int*); int g;"
      "void f(struct Big* into) { *into = pointer(&g); }");
  std::vector<std::string> hooks;
  bool asked = false;
  for (llvm::Instruction& i : llvm::instructions(*p.function("f"))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
    if (call == nullptr) continue;
    if (call->getCalledFunction() == nullptr) break;
    const std::string name = call->getCalledFunction()->getName().str();
    asked |= name == "heddle_indirect_call";
    if (asked || name == "heddle_write_range") hooks.push_back(name);
  }
  const std::vector<std::string> expected = {"heddle_write_range", "heddle_indirect_call", "heddle_external_pointer",
                                             "heddle_external_pointer"};
  EXPECT_EQ(hooks, expected);
}

}  // namespace
}  // namespace heddle
