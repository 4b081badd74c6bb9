# The folders once more, under the sanitizers, for their unit tests (tests/CMakeLists.txt, tests/sanitizers):
#   heddle_<folder>_address     AddressSanitizer and UBSan: every folder that links without our own malloc
#   heddle_<folder>_undefined   UBSan alone: the rest, and the whole tool (heddle_undefined), which takes the folders
#                               above as they are
#
# ./test alone builds one of four, by the tree (HEDDLE_TURN): compiling them takes longer than their tests, and whatever is
# wrong stays wrong until its turn comes. Where most of the work is LLVM's, which has no sanitizers, they find next to nothing: those
# are for the long tests.
set(HEDDLE_TURN "" CACHE STRING "a number: build the part of the sanitized copies whose turn it is; empty: all of them")
option(HEDDLE_LONG_TESTS "build what only the long tests need" OFF)
set(sanitized_address)
set(sanitized_undefined)
set(turn -1)
if(NOT HEDDLE_TURN STREQUAL "")
  math(EXPR turn "${HEDDLE_TURN} % 4")
endif()
if(turn MATCHES "-1|0")
  list(APPEND sanitized_address model sync detect)  # the fuzz targets need these
endif()
if(turn MATCHES "-1|1")
  list(APPEND sanitized_address search)
endif()
if(turn MATCHES "-1|2")
  list(APPEND sanitized_address locks)
endif()
if(turn MATCHES "-1|3")
  set(sanitized_undefined machine report run cli)
endif()
if(HEDDLE_LONG_TESTS)
  list(APPEND sanitized_address frontend ir instrument program)
endif()
# Of these it is the compilation that takes time, not the tests: they are not optimised. The others have campaigns.
set(sanitized_unoptimised model frontend ir instrument program machine report run cli)
option(HEDDLE_FUZZ "build the fuzz targets (needs clang)" ON)
# The parsers' fuzz targets (tests/fuzz) take these with them, and want to know how far an input came in them.
set(sanitized_fuzzed model sync detect)

# vptr and function look at what a compiler with this option puts beside objects and functions: programs and LLVM have
# it not.
set(flags_address -fsanitize=address,undefined -fno-sanitize=vptr,function)
set(flags_undefined -fsanitize=undefined -fno-sanitize=vptr,function)

# Invariants (src/support/invariant.h) are checked here too.
function(heddle_sanitize target kind)
  target_compile_definitions(${target} PRIVATE HEDDLE_CHECK_INVARIANTS)
  target_compile_options(${target} PRIVATE ${flags_${kind}} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1)
  target_link_options(${target} PUBLIC ${flags_${kind}})
endfunction()

foreach(kind address undefined)
  foreach(folder ${sanitized_${kind}})
    get_target_property(sources heddle_${folder} SOURCES)
    get_target_property(uses heddle_${folder} LINK_LIBRARIES)
    foreach(used ${sanitized_${kind}})
      list(TRANSFORM uses REPLACE "^heddle_${used}$" "heddle_${used}_${kind}")
    endforeach()
    set(library heddle_${folder}_${kind})
    add_library(${library} STATIC ${sources})
    target_link_libraries(${library} PUBLIC ${uses})
    foreach(property INCLUDE_DIRECTORIES LINK_DIRECTORIES COMPILE_DEFINITIONS)
      get_target_property(value heddle_${folder} ${property})
      if(value)
        set_target_properties(${library} PROPERTIES ${property} "${value}")
      endif()
    endforeach()
    target_include_directories(${library} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
    target_link_directories(${library} PUBLIC ${LLVM_LIBRARY_DIRS})
    if(folder IN_LIST unity_folders)
      set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    endif()
    heddle_sanitize(${library} ${kind})
    if(folder IN_LIST sanitized_unoptimised)
      target_compile_options(${library} PRIVATE -O0)
    endif()
    if(HEDDLE_FUZZ AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND folder IN_LIST sanitized_fuzzed)
      target_compile_options(${library} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
  endforeach()
endforeach()

if(TARGET heddle_cli_undefined)
  add_executable(heddle_undefined src/main.cpp)
  target_link_libraries(heddle_undefined PRIVATE heddle_cli_undefined)
  heddle_sanitize(heddle_undefined undefined)
endif()
