// analyze: verified
int x;
int main(void) {
  x++;
  return x;
}
