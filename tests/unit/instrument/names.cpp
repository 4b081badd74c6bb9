// Names of variables and places.
#include <unistd.h>

#include <climits>

#include "fixture.h"
#include "instrument/numbers.h"

namespace heddle {
namespace {

TEST(Names, GlobalsLieInOneSectionAndAreVisible) {
  Program p(
      R"(namespace ns { int table[3]; static int hidden; } static const int constant = 4; const char* text = "abc";
    thread_local int mine; int common; struct S { static inline int member = 5; };
    int* f() { static int calls = 2; calls++; mine++; return &ns::hidden + constant + S::member; })",
      "cpp");
  for (const char* name : {"ns::table", "ns::hidden", "f()::calls", "text", "common", "S::member"}) {
    const GlobalName* global = p.global(name);
    ASSERT_NE(global, nullptr) << name;
    llvm::GlobalVariable* variable = p.module->getGlobalVariable(global->symbol);
    ASSERT_NE(variable, nullptr) << name;
    EXPECT_EQ(variable->getSection(), ".heddle_globals");
    EXPECT_TRUE(variable->hasExternalLinkage());
  }
  EXPECT_EQ(p.global("constant"), nullptr);
  ASSERT_EQ(p.result.thread_locals.size(), 1u);
  EXPECT_EQ(p.result.thread_locals[0].symbol, "__emutls_v.mine");
  EXPECT_EQ(p.result.variables[p.result.thread_locals[0].variable].name, "mine");
}

TEST(Names, PathsIntoVariables) {
  Program p(R"(struct Empty {}; struct Base { int first; int second; };
    struct Inner { char tag; int values[4]; };
    struct Outer : Empty, Base {
      Inner inner[2]; union { int a; float b; }; int grid[2][3]; unsigned low : 3, high : 20; int* next;
    };
    Outer obj; int grid[2][3]; int main() { obj.first = 1; obj.high = grid[1][1]; return 0; })",
            "cpp");
  const GlobalName* obj = p.global("obj");
  ASSERT_NE(obj, nullptr);
  auto path = [&](std::uint64_t offset) { return p.result.variables.path(obj->variable, offset); };
  EXPECT_EQ(path(0), "obj.first");
  EXPECT_EQ(path(5), "obj.second");
  EXPECT_EQ(path(8), "obj.inner[0].tag");
  EXPECT_EQ(path(9), "obj.inner[0]");  // padding
  EXPECT_EQ(path(12), "obj.inner[0].values[0]");
  EXPECT_EQ(path(28 + 4 + 3 * 4), "obj.inner[1].values[3]");
  EXPECT_EQ(path(48), "obj.a");
  EXPECT_EQ(path(52 + 4 * 5), "obj.grid[1][2]");
  EXPECT_EQ(path(76), "obj.low");
  EXPECT_EQ(path(78), "obj.high");
  EXPECT_EQ(path(80), "obj.next");
  const GlobalName* grid = p.global("grid");
  EXPECT_EQ(p.result.variables.path(grid->variable, 16), "grid[1][1]");
}

TEST(Names, LibraryInternalsAreNotShown) {
  Program p(R"(#include <array>
#include <mutex>
#include <vector>
    struct Q { std::mutex m; std::vector<int> items; std::array<int, 4> last; int n; } q;
    int main() { std::lock_guard<std::mutex> l(q.m); q.items.push_back(q.last[2]); return q.n; })",
            "cpp");
  const GlobalName* q = p.global("q");
  ASSERT_NE(q, nullptr);
  auto path = [&](std::uint64_t offset) { return p.result.variables.path(q->variable, offset); };
  EXPECT_EQ(path(0), "q.m");
  EXPECT_EQ(path(40), "q.items");
  EXPECT_EQ(path(56), "q.items");
  EXPECT_EQ(path(64 + 8), "q.last[2]");
  EXPECT_EQ(path(80), "q.n");
}

TEST(Names, LocalsThatOthersMayReach) {
  Program p("struct P { int x, y; }; void take(int*);\nvoid f() {\n  P point{1, 2};\n  take(&point.y);\n}", "cpp");
  auto* begin = p.first_call("f", "heddle_stack_begin");
  ASSERT_NE(begin, nullptr);
  auto variable = static_cast<std::uint32_t>(llvm::cast<llvm::ConstantInt>(begin->getArgOperand(2))->getZExtValue());
  EXPECT_EQ(p.result.variables.path(variable, 4), "point.y");
  EXPECT_EQ(p.result.variables[variable].line, 3u);
}

TEST(Names, FunctionsAsAPersonWritesThem) {
  Program p(
      R"(int g;
    namespace ns {
      struct Queue { void push(int x); template <class T> void put(T) { g = 2; } };
      void Queue::push(int x) { g = x; }
    }
    namespace { void helper() { g = 3; } } struct Functor { void operator()() { g = 4; } };
    int main() { ns::Queue q; q.push(1); q.put(2L); helper(); Functor()(); auto l = [] { g = 5; }; l(); })",
      "cpp");
  std::map<std::uint64_t, std::string> names;
  for (auto& f : *p.module)
    for (auto& i : llvm::instructions(f))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&i))
        if (call->getCalledFunction() != nullptr && call->getCalledFunction()->getName() == "heddle_write4") {
          auto* store = llvm::cast<llvm::StoreInst>(call->getNextNode());
          auto* value = llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand());
          names[value == nullptr ? 1 : value->getZExtValue()] = p.site_of(call, 1).frames[0].function;
          EXPECT_EQ(p.site_of(call, 1).expression, "g");
        }
  EXPECT_EQ(names[1], "ns::Queue::push");
  EXPECT_EQ(names[2], "ns::Queue::put<long>");
  EXPECT_EQ(names[3], "(anonymous namespace)::helper");
  EXPECT_EQ(names[4], "Functor::operator()");
  EXPECT_EQ(names[5], "main::lambda");
}

TEST(Names, InlinedFramesAndSystemHeaders) {
  Program p(R"(#include <atomic>
std::atomic<int> n;
void f() {
  n.fetch_add(1);
})",
            "cpp");
  const Site& site = p.site_of(p.first_call("f", "heddle_atomic_rmw"), 5);
  ASSERT_GE(site.frames.size(), 2u);
  EXPECT_TRUE(site.frames[0].system);
  EXPECT_NE(site.frames[0].function.find("fetch_add"), std::string::npos);
  EXPECT_FALSE(site.frames.back().system);
  EXPECT_EQ(site.frames.back().function, "f");
  EXPECT_EQ(site.frames.back().line, 4u);
  EXPECT_EQ(site.frames.back().column, 5u);
}

TEST(Names, FilesOutsideTheWorkingDirectoryAreWhole) {
  Program p("int g; void f(void) { g = 1; }");  // compiled in another directory than this test runs in
  EXPECT_EQ(p.site_of(p.first_call("f", "heddle_write4"), 1).frames[0].file, p.directory + "/test.c");
}

TEST(Names, FilesAreNamedAsOnTheCommandLine) {
  char before[PATH_MAX];
  ASSERT_NE(getcwd(before, sizeof before), nullptr);
  char place[] = "/tmp/heddle-instrument-XXXXXX";
  ASSERT_NE(mkdtemp(place), nullptr);
  ASSERT_EQ(chdir(place), 0);
  std::filesystem::create_directory("sub");
  std::ofstream("sub/inc.h") << "static void g(void) { x = 2; }\n";
  std::ofstream("sub/a.c") << "int x;\n#include \"inc.h\"\nvoid f(void) { x = 1; g(); }\n";
  std::map<std::string, std::string> expected = {{"sub/a.c", "sub/inc.h"}, {std::string(place) + "/sub/a.c", ""}};
  for (auto& [given, header] : expected) {
    ASSERT_EQ(std::system(("clang-19 -O1 -g -Xclang -disable-llvm-passes -emit-llvm -c " + given + " -o a.bc").c_str()),
              0);
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    auto module = llvm::parseIRFile("a.bc", problem, context);
    Instrumentation result = instrument(*module, plain_options());
    std::string seen, seen_header;
    for (std::uint32_t i = 1; i < result.sites.size(); ++i) {
      const SourcePosition& frame = result.sites[SiteId(i)].frames[0];
      (frame.function == "f" ? seen : seen_header) = frame.file;
    }
    EXPECT_EQ(seen, given);
    if (!header.empty()) {
      EXPECT_EQ(seen_header, header);
    }
  }
  ASSERT_EQ(chdir(before), 0);
  std::filesystem::remove_all(place);
}

TEST(Names, Expressions) {
  Program p(R"(struct node { int v; struct node* next; struct { int a[4]; } in; } *head, pool[3]; int n;
    void a(struct node* q) { q->next->v = 1; }
    void b(int i) { pool[i].in.a[2] = 1; }
    void c(int* p, int i) { p[i] = 1; }
    void d(int* p) { *p = 1; }
    void e(void) { head->in.a[n] = 1; })");
  auto text = [&](const char* function) { return p.site_of(p.first_call(function, "heddle_write4"), 1).expression; };
  EXPECT_EQ(text("a"), "q->next->v");
  EXPECT_EQ(text("b"), "pool[i].in.a[2]");
  EXPECT_EQ(text("c"), "p[i]");
  EXPECT_EQ(text("d"), "*p");
  EXPECT_EQ(text("e"), "head->in.a[...]");
}

// As with a program whose test framework is compiled apart: the tables are written anew, function by function.
TEST(Names, StayAfterRenumbering) {
  Program p(
      R"(struct Inner { int first, second; }; struct Account { long id; Inner inner[2]; }; struct Other { char c; int v; };
    Account global;
    Other* b() { return new Other; }
    Account* a() { return new Account; }
    void c(Account* q) { q->inner[1].second = 1; })",
      "cpp");
  const auto allocated = [&](const char* function, std::uint64_t size, std::uint64_t offset) {
    llvm::Function* f = p.function(function);
    std::string found;
    for (llvm::Instruction& i : llvm::instructions(*f))
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&i))
        if (store->getPointerOperand()->getName() == "heddle_call_site")
          if (const auto n = llvm::cast<llvm::ConstantInt>(store->getValueOperand())->getZExtValue())
            if (const std::uint32_t type = p.result.sites[SiteId(static_cast<std::uint32_t>(n))].allocates)
              found = p.result.variables.part_of_block(type, size, offset, "");
    return found;
  };
  const auto all_right = [&] {
    EXPECT_EQ(allocated("a", 24, 20), "Account::inner[1].second");
    EXPECT_EQ(allocated("b", 8, 4), "Other::v");
    EXPECT_EQ(p.result.variables.path(p.global("global")->variable, 20), "global.inner[1].second");
    EXPECT_EQ(p.site_of(p.first_call("c", "heddle_write4"), 1).expression, "q->inner[1].second");
  };
  all_right();
  NumberBases bases;
  ASSERT_TRUE(renumber(*p.module, p.result, bases));
  EXPECT_EQ(bases.count("c"), 0u);  // mangled
  EXPECT_EQ(bases.count("_Z1cP7Account"), 1u);
  all_right();
}

}  // namespace
}  // namespace heddle
