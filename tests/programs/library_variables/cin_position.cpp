// expect: inconclusive
// message: seekoff is not modelled
#include <iostream>

int main() { return std::cin.tellg() == 7; }
