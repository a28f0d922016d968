# Tests of a program that CMake builds:
#   enable_testing()
#   include(SUITE/tests.cmake)
#   gotcha_tests(TARGET [OPTIONS_OF_RUN_SH...])
# Each compares with what was kept of a run with the test, or what `sh run.sh --record PROGRAM` has kept; where nothing was, no signal may end the program.
# A test that cannot be set up is skipped.
cmake_minimum_required(VERSION 3.17)
function(gotcha_tests target)
  file(GLOB folders LIST_DIRECTORIES true "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/[0-9]*")
  foreach(folder IN LISTS folders)
    get_filename_component(number "${folder}" NAME)
    set(name "gotcha.${target}.${number}")
    add_test(NAME "${name}" COMMAND sh "${folder}/run.sh" --check ${ARGN} "$<TARGET_FILE:${target}>")
    set_tests_properties("${name}" PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 10 LABELS gotcha)
  endforeach()
endfunction()
