# The report page (src/report/page): one file with style and script in their places, which the report library embeds. The
# two places that are left, for the text and the data of a report, are filled by src/report/page.cpp.
set(page_folder ${CMAKE_SOURCE_DIR}/src/report/page)
set(page_scripts elements model source state timeline pictures page)  # in this order
list(TRANSFORM page_scripts REPLACE "(.+)" "${page_folder}/\\1.js")
set(page_template ${CMAKE_BINARY_DIR}/report_page.html)
add_custom_command(
  OUTPUT ${page_template}
  COMMAND ${CMAKE_COMMAND} -DHTML=${page_folder}/page.html -DSTYLE=${page_folder}/page.css "-DSCRIPTS=${page_scripts}"
          -DOUTPUT=${page_template} -P ${CMAKE_SOURCE_DIR}/cmake/join_page.cmake
  DEPENDS ${page_folder}/page.html ${page_folder}/page.css ${page_scripts} ${CMAKE_SOURCE_DIR}/cmake/join_page.cmake
  VERBATIM)
set_source_files_properties(
  src/report/page_template.cpp PROPERTIES
  COMPILE_DEFINITIONS HEDDLE_PAGE_TEMPLATE="${page_template}"
  OBJECT_DEPENDS ${page_template})
