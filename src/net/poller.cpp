#include "src/net/poller.hpp"
