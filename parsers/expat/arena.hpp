#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace squall::parsers::expat {

/// Bytes that stay where they are until clear(), which keeps the first block.
class Arena {
 public:
  /// A copy of `bytes`. Cost: an allocation a block of 16 KB, or for each piece larger than that.
  const char* copy(std::string_view bytes) {
    char* place = reserve(bytes.size());
    if (!bytes.empty()) std::memcpy(place, bytes.data(), bytes.size());
    used_ += bytes.size();
    return place;
  }
  /// Appends to the piece that was copied last, if there is room behind it.
  bool extend(std::string_view bytes) {
    if (blocks_.empty() || size_ - used_ < bytes.size()) return false;
    std::memcpy(blocks_.back().get() + used_, bytes.data(), bytes.size());
    used_ += bytes.size();
    return true;
  }
  void clear() {
    if (blocks_.size() > 1) {
      blocks_.erase(blocks_.begin() + 1, blocks_.end());
      size_ = first_size_;
    }
    used_ = 0;
  }

 private:
  char* reserve(std::size_t bytes) {
    if (blocks_.empty() || size_ - used_ < bytes) {
      size_ = bytes > block_bytes ? bytes : block_bytes;
      blocks_.push_back(std::make_unique_for_overwrite<char[]>(size_));
      if (blocks_.size() == 1) first_size_ = size_;
      used_ = 0;
    }
    return blocks_.back().get() + used_;
  }

  static constexpr std::size_t block_bytes = 16384;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t size_ = 0;  // of the last block
  std::size_t used_ = 0;  // of it
  std::size_t first_size_ = 0;
};

}  // namespace squall::parsers::expat
