# cmake --install and cpack -G DEB. Everything is found relative to the executable, so any prefix works, and a prefix may
# be moved:
#
#   bin/heddle, heddle-cc, heddle-c++     the tool; the library bitcode and the pages of `heddle help` are inside it
#   share/heddle                          heddle.h as the tool itself includes it, gdb's side of `replay --gdb`
#   include/heddle.h, lib/pkgconfig       for native builds of programs that include it
#   lib/cmake/Heddle                      find_package(Heddle), heddle_add_test
#   share/man, bash-completion, zsh       generated from the table of options
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # the tests need not be built to install the tool
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(generated ${CMAKE_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${generated})
foreach(pair man-page:heddle.1 bash-completion:heddle.bash zsh-completion:_heddle)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 topic)
  list(GET pair 1 file)
  add_custom_command(
    OUTPUT ${generated}/${file}
    COMMAND heddle_tool help ${topic} > ${generated}/${file}
    DEPENDS heddle_tool
    VERBATIM)
  list(APPEND generated_files ${generated}/${file})
endforeach()
add_custom_target(heddle_generated ALL DEPENDS ${generated_files})

install(TARGETS heddle_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
foreach(name heddle-cc heddle-c++)
  install(CODE "file(CREATE_LINK heddle \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/${name}\" SYMBOLIC)")
endforeach()
install(FILES include/heddle.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# The tool has a copy of its own: with the prefix /usr the folder of the other one is that of the C library, which cannot
# be named to a compiler without changing the order in which it looks for headers.
install(FILES include/heddle.h DESTINATION share/heddle/include)
install(FILES src/cli/heddle_gdb.py DESTINATION share/heddle)
install(PROGRAMS cmake/package/expect.sh DESTINATION share/heddle)
install(FILES ${generated}/heddle.1 DESTINATION share/man/man1)
install(FILES ${generated}/heddle.bash DESTINATION share/bash-completion/completions RENAME heddle)
install(FILES ${generated}/_heddle DESTINATION share/zsh/site-functions)
install(FILES README.md DESTINATION share/doc/heddle)
install(FILES LICENSE DESTINATION share/doc/heddle RENAME copyright)
install(DIRECTORY docs/guide DESTINATION share/doc/heddle)

# lib, whatever GNUInstallDirs makes of it on this machine: what is there does not depend on the machine.
configure_package_config_file(cmake/package/HeddleConfig.cmake.in ${generated}/HeddleConfig.cmake
                              INSTALL_DESTINATION lib/cmake/Heddle
                              PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${generated}/HeddleConfigVersion.cmake COMPATIBILITY SameMajorVersion
                                 ARCH_INDEPENDENT)
install(FILES ${generated}/HeddleConfig.cmake ${generated}/HeddleConfigVersion.cmake cmake/package/HeddleTest.cmake
              cmake/package/HeddleCases.cmake
        DESTINATION lib/cmake/Heddle)
configure_file(cmake/package/heddle.pc.in ${generated}/heddle.pc @ONLY)
install(FILES ${generated}/heddle.pc DESTINATION lib/pkgconfig)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_CONTACT "The Heddle authors <heddle@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "model checker and race detector for multithreaded C and C++")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # the shared libraries of the tool; what it starts is listed here
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libstdc++-12-dev, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gdb, googletest, cmake")
include(CPack)
