package heuristic

// exponential returns e to the power −x, for x from 0 on, by a Taylor series at x/1024 that is squared ten times. It has ten digits, the
// same on every machine: the library's has versions in assembly that differ in the last place. Each product is rounded by itself.
func exponential(x float64) float64 {
	if x > 700 {
		return 0
	}
	x /= 1024
	sum, term := 1.0, 1.0
	for i := 1; i < 16; i++ {
		term = float64(term*x) / -float64(i)
		sum += term
	}
	for range 10 {
		sum = float64(sum * sum)
	}
	return sum
}
