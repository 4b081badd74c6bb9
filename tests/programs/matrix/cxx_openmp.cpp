// primitive: OpenMP
// expect: error
// message: -fopenmp
// flags: -fopenmp
//
// The run-time library of OpenMP is not modelled: the option is refused by name.
int main() {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 2; i++) sum += i;
  return sum - 1;
}
