#pragma once

namespace CLI {
class App;
}

namespace squall::cli {

/// `squall corpus`: generated XMPP traffic, to measure parsers with (parsers/corpus/corpus.hpp).
void add_corpus_command(CLI::App& app, int& exit_code);

}  // namespace squall::cli
