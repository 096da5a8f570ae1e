package encode

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/model"
)

// assign returns the remaining clauses if the literals in the set are true: it drops clauses with a true literal, and false
// literals from the others.
func assign(clauses [][]Literal, isTrue map[Literal]bool) (left [][]Literal) {
	for _, clause := range clauses {
		if !slices.ContainsFunc(clause, func(l Literal) bool { return isTrue[l] }) {
			left = append(left, slices.DeleteFunc(slices.Clone(clause), func(l Literal) bool { return isTrue[-l] }))
		}
	}
	return left
}

// falsify adds the literals that the positive literals in the set make false by a clause of two literals: the paper's V⁻ for its
// V⁺.
func falsify(clauses [][]Literal, isTrue map[Literal]bool) {
	var excluded []Literal
	for _, clause := range clauses {
		if len(clause) == 2 && clause[0] < 0 && clause[1] < 0 {
			for i, l := range clause {
				if isTrue[-l] {
					excluded = append(excluded, clause[1-i])
				}
			}
		}
	}
	for _, l := range excluded {
		isTrue[l] = true
	}
}

// named writes the clauses with the names of their literals, sorted.
func named(vm *Map, clauses [][]Literal) []string {
	names := map[Literal]string{}
	for i, v := range vm.Model.Variables {
		for value := range vm.Left(model.Var(i)).All() {
			l := vm.Literal(model.Var(i), value)
			names[l], names[-l] = fmt.Sprintf("%s=%d", v.Name, value), fmt.Sprintf("%s≠%d", v.Name, value)
		}
	}
	var list []string
	for _, clause := range clauses {
		var words []string
		for _, l := range clause {
			words = append(words, names[l])
		}
		slices.Sort(words)
		list = append(list, fmt.Sprint(words))
	}
	slices.Sort(list)
	return list
}

// TestOptimizedIsExtendedUnderTheGivens makes the two optimized formulas from the extended one as the paper defines them, literal
// by literal: V⁺ is what the givens make true, V⁻ what V⁺ makes false, and both are removed from every clause. For the fixpoint,
// unit clauses then join V⁺ until there are none.
func TestOptimizedIsExtendedUnderTheGivens(t *testing.T) {
	grids := []*model.Model{must(model.Sudoku(1, 3)), must(model.Sudoku(2, 2)), must(model.Sudoku(2, 3))}
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(grids).Draw(t, "grid")
		published := rapid.Bool().Draw(t, "published")
		cube := model.Cube{}
		for range rapid.IntRange(0, 8).Draw(t, "givens") {
			v := model.Var(rapid.IntRange(0, len(m.Variables)-1).Draw(t, "cell"))
			cube = append(cube, model.Given{Var: v, Value: rapid.IntRange(1, m.Grid.Rows).Draw(t, "value")})
		}
		extended, vm := compile(t, m, Options{Cells: "extended", AMO: "pairwise", Published: published})
		for _, name := range []string{"optimized", "optimized-fixpoint"} {
			isTrue := map[Literal]bool{}
			givens, _ := vm.Cube(cube)
			for _, l := range givens {
				isTrue[l] = true
			}
			falsify(extended.Clauses, isTrue)
			left := assign(extended.Clauses, isTrue)
			for name == "optimized-fixpoint" {
				before := len(isTrue)
				for _, clause := range left {
					if len(clause) == 1 {
						isTrue[clause[0]] = true
					}
				}
				if len(isTrue) == before {
					break
				}
				falsify(extended.Clauses, isTrue)
				left = assign(extended.Clauses, isTrue)
			}
			want := named(vm, left)
			if !published {
				want = slices.Compact(want) // if several clauses shrink to the same one, it is written once
			}
			clash := slices.ContainsFunc(slices.Collect(maps.Keys(isTrue)), func(l Literal) bool { return isTrue[-l] })
			contradiction := clash || slices.Contains(want, "[]")
			formula, reduced := compileCube(t, m, cube, Options{Cells: name, AMO: "pairwise", Published: published})
			got := named(reduced, formula.Clauses)
			if contradiction || slices.Contains(got, "[]") {
				if !contradiction || !slices.Contains(got, "[]") {
					t.Fatalf("%s under %v: a contradiction by the definition: %t, written: %v", name, cube, contradiction, got)
				}
				continue
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s under %v (-by the definition +written):\n%s", name, cube, diff)
			}
			if open := vm.Variables() - len(isTrue); reduced.Variables() != open {
				t.Fatalf("%s under %v: %d variables, expected %d", name, cube, reduced.Variables(), open)
			}
		}
	})
}
