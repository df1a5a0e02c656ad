#pragma once

#include <memory>
#include <string>

#include <boost/system/result.hpp>

#include "parsers/plugin/squall_parser.h"

namespace squall::plugin {

/// A parser plugin that has been loaded. Unloaded at the end: parsers made of it must be gone by then.
/// Loading runs code of the plugin in this process, with all that this process may do.
class Library {
 public:
  /// `path`: of a file; a name without a slash is one in the current folder, not one to look for.
  /// Error: one line, the file named in it, that says what is wrong and what is expected.
  static boost::system::result<Library, std::string> open(const std::string& path);

  const squall_parser_api& api() const { return *api_; }

 private:
  struct Close {
    void operator()(void* handle) const;
  };
  Library(std::unique_ptr<void, Close> handle, const squall_parser_api* api) : handle_(std::move(handle)), api_(api) {}

  std::unique_ptr<void, Close> handle_;
  const squall_parser_api* api_ = nullptr;
};

}  // namespace squall::plugin
