#include "src/cli/cli.hpp"

int main(int argc, char** argv) { return squall::cli::main(argc, argv); }
