package encode

// Hölldobler and Nguyen, An efficient encoding of the at-most-one constraint, 2013.
func init() { AtMostOnes.Register("bimander", bimander) }

// bimanderDigits returns the number of binary digits for the groups. The paper leaves the number of groups open. Here it is a
// power of two, since using all numbers of the digits costs nothing. It is the smallest power of two with groups of at most four:
// one more digit costs n clauses and saves more only if groups are larger.
func bimanderDigits(n int) int { return binaryDigits((n + 3) / 4) }

// bimander splits the literals into m groups of nearly equal size, numbered from 0. It writes each group by pairs, and that each
// literal implies the binary digits of its group's number. Size: n·log₂ m clauses and at most 3n/2 for the pairs, all of 2
// literals, and log₂ m variables; m is a power of two from n/4 to n/2. Unit propagation finds all consequences for the literals.
// As published, the digits are free if no literal is true. Up to 4 literals are one group: pairwise.
func bimander(c *Compiler, literals []Literal, excluded func(i, j int) bool) {
	n := len(literals)
	digits := c.newFreeVariables(bimanderDigits(n))
	m := 1 << len(digits)
	for group := range m {
		first, end := group*n/m, (group+1)*n/m
		pairwise(c, literals[first:end], shifted(excluded, first))
		for _, l := range literals[first:end] {
			c.implyNumber(l, group, digits)
		}
	}
}
