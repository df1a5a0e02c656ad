#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <unistd.h>

#include "src/net/certificate.hpp"

namespace squall::test {

/// Certificates and keys as files, in a folder of their own that is gone with this object.
class TlsFiles {
 public:
  TlsFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "squall-tls-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
  }
  ~TlsFiles() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TlsFiles(const TlsFiles&) = delete;
  TlsFiles& operator=(const TlsFiles&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path) << text;
    return path.string();
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace squall::test
