// The heddle executable. Everything is in cli/.
#include "cli/commands.h"

int main(int argc, char** argv) { return heddle::cli::run(argc, argv); }
