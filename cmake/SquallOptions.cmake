# Warnings and sanitizers for every target of the house: link squall_options PRIVATE.
add_library(squall_options INTERFACE)
target_include_directories(squall_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(squall_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast>
  $<$<COMPILE_LANGUAGE:CXX>:-Woverloaded-virtual> $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor> -Wnull-dereference -Wimplicit-fallthrough
  $<$<BOOL:${SQUALL_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms of GCC 12's optimiser inside libstdc++ (strings, variants).
  target_compile_options(squall_options INTERFACE -Wno-restrict -Wno-null-dereference -Wno-maybe-uninitialized)
endif()

if(SQUALL_SANITIZE)
  add_compile_options(-fsanitize=${SQUALL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SQUALL_SANITIZE})
endif()

# squall_library(NAME SOURCES ... [LINKS ...]): a static library of one room.
function(squall_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_LINKS} PRIVATE squall_options)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
endfunction()
