# src/library: our versions of compiled library functions, as bitcode inside the program library.
set(library_flags -O1 -g -fPIC -D_GLIBCXX_TSAN=1 -Xclang -disable-llvm-passes -D__NO_INLINE__ -Wall -Wextra -Werror
    "-fdebug-compilation-dir=<heddle library>")
find_program(HEDDLE_CLANG NAMES clang-19 HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
find_program(HEDDLE_LLVM_CAT NAMES llvm-cat llvm-cat-19 HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)

file(GLOB library_sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/src/library ${CMAKE_SOURCE_DIR}/src/library/*.c
     ${CMAKE_SOURCE_DIR}/src/library/*.cpp)
file(GLOB library_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/library/*.h)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/library)
set(library_objects)
foreach(source ${library_sources})
  set(object ${CMAKE_BINARY_DIR}/library/${source}.bc)
  set(standard -std=c17 -fexceptions)  # what a comparison throws goes through qsort
  if(source MATCHES "cpp$")
    set(standard -std=c++20)
  endif()
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${HEDDLE_CLANG} ${standard} ${library_flags} -emit-llvm -c ${source} -o ${object}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/src/library
    DEPENDS ${CMAKE_SOURCE_DIR}/src/library/${source} ${library_headers}
    VERBATIM)
  list(APPEND library_objects ${object})
endforeach()

# One file with a module for each source: a program takes only those that it needs.
set(library_bitcode ${CMAKE_BINARY_DIR}/library/heddle_library.bc)
add_custom_command(
  OUTPUT ${library_bitcode}
  COMMAND ${HEDDLE_LLVM_CAT} -b ${library_objects} -o ${library_bitcode}
  DEPENDS ${library_objects}
  VERBATIM)
set_source_files_properties(
  src/ir/library_bitcode.cpp PROPERTIES
  COMPILE_DEFINITIONS HEDDLE_LIBRARY_BITCODE="${library_bitcode}"
  OBJECT_DEPENDS ${library_bitcode})
