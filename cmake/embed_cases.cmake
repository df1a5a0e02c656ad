# cmake -DCASES=FOLDER -DOUTPUT=FILE -P embed_cases.cmake: writes the cases of a folder as C++.
file(GLOB files ${CASES}/*.xml)
set(rows "")
foreach(file ${files})
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} bytes HEX)
  string(LENGTH "${bytes}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
  set(resets "")
  if(EXISTS ${CASES}/${name}.reset)
    file(READ ${CASES}/${name}.reset resets)
    string(REGEX REPLACE "[\r\n\t]" " " resets "${resets}")
  endif()
  string(APPEND rows "    {\"${name}\", {\"${bytes}\", ${size}}, \"${resets}\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made of fixtures/cases by embed_cases.cmake.
#include \"src/plugin/cases.hpp\"

namespace squall::plugin {
namespace {

constexpr Case all[] = {
${rows}};

}  // namespace

std::span<const Case> cases() { return all; }

}  // namespace squall::plugin
")
