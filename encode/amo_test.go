package encode

import (
	"slices"
	"testing"
)

// inputs returns n literals of different variables, the first n.
func inputs(n int) []Literal {
	literals := make([]Literal, n)
	for i := range literals {
		literals[i] = Literal(i + 1)
	}
	return literals
}

// TestAtMostOneNumbers compares the encodings with figures worked out by hand from the papers, for 9 literals.
func TestAtMostOneNumbers(t *testing.T) {
	for name, want := range map[string]Size{
		"pairwise":   {0, 36, 72},
		"sequential": {8, 23, 46},
		"ladder":     {8, 31, 69},
		"product":    {6, 24, 48},         // 3 rows and 3 columns
		"commander":  {2, 2*7 + 10, 52},   // 9 → 3 literals and 2 commanders
		"binary":     {4, 36, 72},         // 4 digits
		"bimander":   {2, 18 + 3 + 3, 48}, // groups of 2, 2, 2, 3
		"totalizer":  {7, 29, 65},
	} {
		written, vm := atMostOne(t, name, 9, inputs(9), nil)
		got := Size{Variables: vm.Variables() - 9, Clauses: int64(len(written.Clauses)), Literals: int64(len(slices.Concat(written.Clauses...)))}
		if got != want {
			t.Errorf("%s: %+v, expected %+v", name, got, want)
		}
	}
}

// falsified returns the literals that unit propagation makes false once one literal is true.
func falsified(clauses [][]Literal, assumed Literal) map[Literal]bool {
	isFalse := map[Literal]bool{-assumed: true}
	for changed := true; changed; {
		changed = false
		for _, clause := range clauses {
			open := slices.DeleteFunc(slices.Clone(clause), func(l Literal) bool { return isFalse[l] })
			if len(open) == 1 && !isFalse[-open[0]] {
				isFalse[-open[0]], changed = true, true
			}
		}
	}
	return isFalse
}

// TestAtMostOnePropagation checks that in each encoding a true literal makes exactly all other literals false.
func TestAtMostOnePropagation(t *testing.T) {
	for name := range AtMostOnes.Entries {
		for _, n := range []int{2, 3, 4, 5, 7, 8, 9, 16, 25, 36} {
			literals := inputs(n)
			formula, _ := atMostOne(t, name, n, literals, nil)
			for _, assumed := range literals {
				isFalse := falsified(formula.Clauses, assumed)
				for _, l := range literals {
					if isFalse[l] != (l != assumed) || isFalse[-l] != (l == assumed) {
						t.Errorf("%s, %d literals, %d assumed: %d is false %t, true %t", name, n, assumed, l, isFalse[l], isFalse[-l])
					}
				}
			}
		}
	}
}
