# Run by ctest when it reads the tests of a directory (heddle_add_test(... CASES), HeddleTest.cmake): asks the tool for the
# test cases of a program and adds a test for each, so that what is listed is what the sources have now. If there is no
# list (the program does not compile, or has no cases), it is one test, whose output then says why.
#
# From the file that includes it:
#   heddle_name       how the tests are called: NAME.CASE
#   heddle_check      the command, a list; heddle_arguments: what follows it, from the source files on
#   heddle_expect     the command that compares the verdict (expect.sh), with the expectation
#   heddle_save       where replay files go, without .heddle
#   heddle_directory  where the tests run
#   heddle_timeout    of a test, in seconds; empty: that of ctest
#
# Names are never elements of a list: a semicolon or a bracket in the name of a Catch2 case would split or join them.
cmake_policy(VERSION 3.24)  # ctest itself has none
if(heddle_timeout)
  set(heddle_timeout TIMEOUT ${heddle_timeout})
endif()
execute_process(COMMAND ${heddle_check} --save ${heddle_save}.heddle --list-cases ${heddle_arguments}
                WORKING_DIRECTORY "${heddle_directory}" RESULT_VARIABLE heddle_status OUTPUT_VARIABLE heddle_rest ERROR_QUIET)
if(NOT heddle_status EQUAL 0 OR heddle_rest STREQUAL "")
  add_test("${heddle_name}" ${heddle_expect} ${heddle_check} --save ${heddle_save}.heddle ${heddle_arguments})
  set_tests_properties("${heddle_name}" PROPERTIES LABELS heddle WORKING_DIRECTORY "${heddle_directory}" ${heddle_timeout})
  set(heddle_rest "")
endif()
set(heddle_files)
while(NOT heddle_rest STREQUAL "")
  string(FIND "${heddle_rest}" "\n" heddle_end)
  string(SUBSTRING "${heddle_rest}" 0 ${heddle_end} heddle_case)
  math(EXPR heddle_end "${heddle_end} + 1")
  string(SUBSTRING "${heddle_rest}" ${heddle_end} -1 heddle_rest)
  # A replay file for each, also where two names have the same letters.
  string(REGEX REPLACE "[^A-Za-z0-9_.]" "_" heddle_file "${heddle_case}")
  list(LENGTH heddle_files heddle_number)
  if(heddle_file IN_LIST heddle_files)
    string(APPEND heddle_file -${heddle_number})
  endif()
  list(APPEND heddle_files "${heddle_file}")
  add_test("${heddle_name}.${heddle_case}" ${heddle_expect} ${heddle_check} --save "${heddle_save}.${heddle_file}.heddle"
           --filter "${heddle_case}" ${heddle_arguments})
  set_tests_properties("${heddle_name}.${heddle_case}" PROPERTIES LABELS heddle WORKING_DIRECTORY "${heddle_directory}"
                       ${heddle_timeout})
endwhile()
