package encode

import (
	"math/bits"
	"slices"

	"qmsat/model"
)

// sumSizes are the declared sizes of linear encodings for a single constraint, without an all-different constraint on two of its
// variables and without other sums: variables, clauses, literals. They are computed without writing clauses. A claimed group has
// no declared size, since that depends on the group's fillings.
var sumSizes = map[string]func(m *model.Model, constraint *model.Linear) Size{
	"forbidden": forbiddenSize,
	"joint":     supportSize,
	"mdd":       diagramSize,
	"order":     orderSize,
	"pairs":     supportSize,
	"support":   supportSize,
	"table":     supportSize,
}

// lineSums are the sums of a single linear constraint, without an all-different constraint on two of its variables. Its declared
// sizes are counted from partial sums, not from tuples of values.
type lineSums struct {
	addends [][]int // by term: what its values add, for the lowest value first
	lo, hi  int
}

func newLineSums(m *model.Model, constraint *model.Linear) *lineSums {
	s := &lineSums{lo: constraint.Lo, hi: constraint.Hi}
	for _, term := range constraint.Terms {
		var addends []int
		for value := range m.DomainOf(term.Var).All() {
			addends = append(addends, term.Coefficient*value)
		}
		s.addends = append(s.addends, addends)
	}
	return s
}

func (s *lineSums) within(sum int) bool { return s.lo <= sum && sum <= s.hi }

// termSet is a set of terms, by their indices.
type termSet uint

func (t termSet) has(i int) bool { return t>>i&1 == 1 }

// reach returns the sums that the terms of a set can have.
func (s *lineSums) reach(terms termSet) map[int]bool {
	sums := map[int]bool{0: true}
	for i, addends := range s.addends {
		if terms.has(i) {
			next := map[int]bool{}
			for sum := range sums {
				for _, addend := range addends {
					next[sum+addend] = true
				}
			}
			sums = next
		}
	}
	return sums
}

// completes reports whether some sum of other terms brings a partial sum within the bounds.
func (s *lineSums) completes(partial int, others map[int]bool) bool {
	for sum := range others {
		if s.within(partial + sum) {
			return true
		}
	}
	return false
}

// addClauses adds clauses of the same length to a size.
func (size *Size) addClauses(count int64, literals int) {
	size.Clauses += count
	size.Literals += count * int64(literals)
}

// supportSize is the size of supportClauses for a single constraint. For each target it goes through the partial sums of the
// other terms, in time polynomial in the number of these sums.
func supportSize(m *model.Model, constraint *model.Linear) Size {
	s := newLineSums(m, constraint)
	var size Size
	last := len(s.addends) - 1
	for target := range s.addends {
		ways, chosen := map[int]int64{0: 1}, 0 // by partial sum of the chosen terms: the number of choices that can be completed
		rest := termSet(1)<<len(s.addends) - 1
		for i, addends := range s.addends {
			others := s.reach(rest)
			for sum, count := range ways {
				if s.completes(sum, others) {
					continue
				}
				delete(ways, sum)
				if i > target || target == last {
					size.addClauses(count, chosen)
				}
			}
			if i != target {
				ways, chosen = extendSums(ways, addends), chosen+1
				rest &^= 1 << i
			}
		}
		for sum, count := range ways {
			supports := 0
			for _, addend := range s.addends[target] {
				if s.within(sum + addend) {
					supports++
				}
			}
			if supports < len(s.addends[target]) {
				size.addClauses(count, chosen+supports)
			}
		}
	}
	return size
}

// extendSums returns the numbers of ways to each sum after one more term.
func extendSums(ways map[int]int64, addends []int) map[int]int64 {
	next := map[int]int64{}
	for sum, count := range ways {
		for _, addend := range addends {
			next[sum+addend] += count
		}
	}
	return next
}

// forbiddenSize is the size of forbiddenTuples for a single constraint. For each set of terms, and each of their sums that the
// others cannot complete, it counts the ways to that sum that become completable without any one of the terms. It takes time
// exponential in the number of terms, and polynomial in the number of sums.
func forbiddenSize(m *model.Model, constraint *model.Linear) Size {
	s := newLineSums(m, constraint)
	var size Size
	all := termSet(1)<<len(s.addends) - 1
	for terms := termSet(0); terms <= all; terms++ {
		others := s.reach(all &^ terms)
		for total := range s.reach(terms) {
			if s.completes(total, others) {
				continue
			}
			ways := map[int]int64{0: 1}
			for i, addends := range s.addends {
				if terms.has(i) {
					without := s.reach(all&^terms | 1<<i)
					var minimal []int
					for _, addend := range addends {
						if s.completes(total-addend, without) {
							minimal = append(minimal, addend)
						}
					}
					ways = extendSums(ways, minimal)
				}
			}
			size.addClauses(ways[total], bits.OnesCount(uint(terms)))
		}
	}
	return size
}

// orderSize is the size of orderClauses for a single constraint: four clauses tie each order literal except the outer ones to the
// values, one more ties the second one to the lowest value, and each minimal choice of bounds that breaks a bound of the sum is
// one more clause.
func orderSize(m *model.Model, constraint *model.Linear) Size {
	var size Size
	if constraint.Hi == model.NoUpper && constraint.Lo == model.NoLower {
		return size
	}
	for _, term := range constraint.Terms {
		gates := max(0, m.DomainOf(term.Var).Size()-2)
		size.Variables += gates
		size.Clauses += 3 * int64(gates)
		size.Literals += 7 * int64(gates)
		if gates > 0 {
			size.addClauses(int64(gates)+1, 2)
		}
	}
	s := newLineSums(m, constraint)
	if constraint.Hi != model.NoUpper {
		s.addBounds(&size, constraint.Hi)
	}
	if constraint.Lo != model.NoLower {
		for _, addends := range s.addends {
			for i := range addends {
				addends[i] *= -1
			}
		}
		s.addBounds(&size, -constraint.Lo)
	}
	return size
}

// addBounds adds the minimal choices of lower bounds of the terms that sum to more than most: loosening any one of them by a step
// brings the sum to most or below.
func (s *lineSums) addBounds(size *Size, most int) {
	type boundSum struct{ sum, bounds int }
	for total := range s.reach(1<<len(s.addends) - 1) {
		if total <= most {
			continue
		}
		ways := map[boundSum]int64{{}: 1}
		for _, addends := range s.addends {
			ascending := slices.Sorted(slices.Values(addends))
			next := map[boundSum]int64{}
			for at, count := range ways {
				next[boundSum{at.sum + ascending[0], at.bounds}] += count
				for k := 1; k < len(ascending); k++ {
					if total-(ascending[k]-ascending[k-1]) <= most {
						next[boundSum{at.sum + ascending[k], at.bounds + 1}] += count
					}
				}
			}
			ways = next
		}
		for at, count := range ways {
			if at.sum == total {
				size.addClauses(count, at.bounds)
			}
		}
	}
}
