// link_units(): one module with debug information, or a message that names the files.
#include "frontend/link.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>

#include "workspace.h"

namespace heddle {
namespace {

class Link : public Workspace {
 protected:
  LinkResult link(const std::vector<std::string>& files, const std::vector<std::string>& flags = {}) {
    CompileResult compiled = compile_files(files, flags);
    EXPECT_FALSE(compiled.error) << error_of(compiled);
    return link_units(context_, std::move(compiled.units));
  }
  static std::string message(const LinkResult& result) {
    EXPECT_EQ(result.module == nullptr, result.error.has_value());
    return result.error ? result.error->message : "(no error)";
  }
  llvm::LLVMContext context_;
};

TEST_F(Link, joins_c_and_cxx_with_debug_information) {
  write("a.c", "int counter;\nstatic int local;\nint add(void) { return ++counter + ++local; }\n");
  write("b.cpp",
        "#include <string>\nextern \"C\" int add(void);\nstatic int local = 3;\ninline int twice() { return 2 * local; "
        "}\n"
        "int main(int argc, char** argv) { return add() + twice() + std::string(argv[0]).size() > 3; }\n");
  write("c.cpp", "inline int twice() { return 0; }\nint third() { return twice(); }\n");
  const LinkResult result = link({"a.c", "b.cpp", "c.cpp"});
  ASSERT_TRUE(result.module) << message(result);
  EXPECT_FALSE(llvm::verifyModule(*result.module, nullptr));
  const llvm::Function* add = result.module->getFunction("add");
  ASSERT_TRUE(add && !add->isDeclaration());
  ASSERT_TRUE(add->getSubprogram());
  EXPECT_EQ(add->getSubprogram()->getLine(), 3u);
  EXPECT_EQ(add->getSubprogram()->getFilename(), "a.c");
  EXPECT_FALSE(add->hasFnAttribute(llvm::Attribute::OptimizeNone));
  EXPECT_EQ(result.module->getPICLevel(), llvm::PICLevel::BigPIC);
  llvm::DebugInfoFinder finder;
  finder.processModule(*result.module);
  EXPECT_EQ(finder.compile_unit_count(), 3u);
}

TEST_F(Link, duplicate_definitions_name_both_files) {
  write("a.c", "int f(void) { return 1; }\nint main(void) { return 0; }\nint v = 1;\n");
  write("b.c", "\nint f(void) { return 2; }\nint v = 2;\n");
  const std::string text = message(link({"a.c", "b.c"}));
  EXPECT_NE(text.find("b.c:2: error: duplicate definition of 'f', first defined in a.c:1\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("b.c:3: error: duplicate definition of 'v', first defined in a.c:3\n"), std::string::npos)
      << text;
}

TEST_F(Link, duplicate_names_are_demangled) {
  write("a.cpp", "namespace n { int f(int) { return 1; } }\nint main() {}\n");
  write("b.cpp", "namespace n { int f(int) { return 2; } }\n");
  EXPECT_EQ(message(link({"a.cpp", "b.cpp"})),
            "b.cpp:1: error: duplicate definition of 'n::f(int)', first defined in a.cpp:1\n");
}

TEST_F(Link, weak_and_common_symbols_are_no_duplicates) {
  write("a.c", "int shared;\n__attribute__((weak)) int f(void) { return 1; }\nint main(void) { return f(); }\n");
  write("b.c", "int shared;\nint f(void) { return 2; }\n");
  const LinkResult result = link({"a.c", "b.c"}, {"-fcommon"});
  EXPECT_TRUE(result.module) << message(result);
  EXPECT_NE(message(link({"a.c", "b.c"})).find("duplicate definition of 'shared'"), std::string::npos);
}

TEST_F(Link, the_same_file_twice) {
  write("a.c", "int main(void) { return 0; }\n");
  EXPECT_EQ(message(link({"a.c", "a.c"})), "a.c:1: error: duplicate definition of 'main', first defined in a.c:1\n");
}

TEST_F(Link, no_main) {
  write("a.c", "int f(void) { return 1; }\n");
  write("b.c", "static int main(void) { return 1; }\nint (*use)(void) = main;\n");
  write("c.cpp", "namespace n { int main() { return 1; } }\n");
  write("d.c", "int main(void);\nint g(void) { return main(); }\n");
  for (const char* file : {"a.c", "b.c", "c.cpp", "d.c"})
    EXPECT_EQ(message(link({file})), std::string(file) +
                                       ": error: the program has no function main (one in a library that was not built "
                                       "with 'heddle cc' or 'heddle c++' does not count)\n");
}

TEST_F(Link, kinds_of_main) {
  for (const char* parameters : {"void", "int c, char **v", "int c, char **v, char **e"}) {
    write("a.c", std::string("int main(") + parameters + ") { return 0; }\n");
    const LinkResult result = link({"a.c"});
    EXPECT_TRUE(result.module) << message(result);
  }
  write("odd.ll", "define double @main(double %x) {\n  ret double %x\n}\n");
  EXPECT_TRUE(message(link({"odd.ll"})).starts_with("odd.ll: error: main must return int"));
}

TEST_F(Link, handwritten_ir_links_with_c) {
  write("a.ll", "define i32 @seven() {\n  ret i32 7\n}\n");
  write("b.c", "int seven(void);\nint main(void) { return seven(); }\n");
  const LinkResult result = link({"a.ll", "b.c"});
  ASSERT_TRUE(result.module) << message(result);
  EXPECT_FALSE(result.module->getFunction("seven")->isDeclaration());
}

TEST_F(Link, another_machine) {
  write("a.ll", "target triple = \"aarch64-unknown-linux-gnu\"\ndefine i32 @main() {\n  ret i32 0\n}\n");
  EXPECT_TRUE(message(link({"a.ll"})).starts_with("a.ll: error: is compiled for aarch64-unknown-linux-gnu"));
}

TEST_F(Link, another_data_layout) {
  write("a.c", "int main(void) { return 0; }\n");
  write("b.ll", "target datalayout = \"e-m:e-p:32:32-i64:64\"\ndefine i32 @f() {\n  ret i32 0\n}\n");
  EXPECT_EQ(message(link({"a.c", "b.ll"})),
            "b.ll: error: has another data layout than a.c: the two cannot be linked\n");
}

TEST_F(Link, conflicting_module_flags) {
  write("a.c", "int main(void) { return 0; }\n");
  write("b.ll", "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"wchar_size\", i32 2}\n");
  EXPECT_TRUE(message(link({"a.c", "b.ll"})).starts_with("b.ll: error: cannot be linked: "))
      << message(link({"a.c", "b.ll"}));
}

TEST_F(Link, unreadable_units) {
  EXPECT_TRUE(message(link_units(context_, {{"x.bc", "garbage"}})).starts_with("x.bc"));
  EXPECT_EQ(message(link_units(context_, {})), "heddle: error: no source file\n");
}

TEST_F(Link, the_contexts_own_handler_comes_back) {
  write("a.c", "int main(void) { return 0; }\n");
  struct Mine : llvm::DiagnosticHandler {};
  auto mine = std::make_unique<Mine>();
  const Mine* const pointer = mine.get();
  context_.setDiagnosticHandler(std::move(mine));
  link({"a.c"});
  EXPECT_EQ(context_.getDiagHandlerPtr(), pointer);
}

}  // namespace
}  // namespace heddle
