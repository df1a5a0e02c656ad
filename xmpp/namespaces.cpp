#include "xmpp/namespaces.hpp"
