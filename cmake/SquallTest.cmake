# squall_test(NAME LABEL unit|conformance|integration SOURCES ... [LINKS ...] [TIMEOUT S])
# Declares one GoogleTest program; each of its tests becomes a ctest entry with that label.
function(squall_test name)
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "SOURCES;LINKS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 60)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} squall_options GTest::gtest_main GTest::gmock)
  target_compile_definitions(${name} PRIVATE SQUALL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # Integration tests load the machine or start servers: each runs alone, so that a parallel ctest stays safe.
  string(COMPARE EQUAL "${ARG_LABEL}" integration alone)
  gtest_discover_tests(${name}
    TEST_PREFIX "${ARG_LABEL}."
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT} RUN_SERIAL ${alone})
endfunction()
