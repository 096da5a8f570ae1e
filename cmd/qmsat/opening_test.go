package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"qmsat/internal/cputime"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/propositional"
)

// formulaFamilies are formulas with about the given number of clauses. Each could make opening slow in its own way.
var formulaFamilies = []struct {
	name    string
	clauses func(size int) [][]int
}{
	{"random", func(size int) (clauses [][]int) { // easy: two clauses of three literals for each variable
		r := rand.New(rand.NewPCG(1, 0))
		for range size {
			var clause []int
			for range 3 {
				clause = append(clause, (1+r.IntN(size/2))*(1-2*r.IntN(2)))
			}
			clauses = append(clauses, clause)
		}
		return clauses
	}},
	{"chain", func(size int) (clauses [][]int) {
		for x := 1; x <= size; x++ {
			clauses = append(clauses, []int{-x, x + 1})
		}
		return clauses
	}},
	{"star", func(size int) (clauses [][]int) { // a variable in all clauses
		for x := 2; x <= size; x++ {
			clauses = append(clauses, []int{1, -x, x%size + 1})
		}
		return clauses
	}},
	{"long", func(size int) (clauses [][]int) { // pairs that differ, and a clause of all variables
		all := []int{}
		for x := 1; x <= size; x += 2 {
			clauses = append(clauses, []int{x, x + 1}, []int{-x, -x - 1})
			all = append(all, x, x+1)
		}
		return append(clauses, all)
	}},
	{"sparse", func(size int) (clauses [][]int) { // eight times as many variables as clauses
		for x := 1; x <= min(size, 1<<17); x++ { // of at most 2^20 variables
			clauses = append(clauses, []int{8*x - 7, -8 * x})
		}
		return clauses
	}},
	{"groups", func(size int) (clauses [][]int) { // at most one of each ten variables
		for first := 1; len(clauses) < size; first += 10 {
			for x := range 10 {
				for y := range x {
					clauses = append(clauses, []int{-first - x, -first - y})
				}
			}
		}
		return clauses
	}},
}

func formulaOf(tb testing.TB, clauses [][]int) *model.Model {
	tb.Helper()
	var text strings.Builder
	most := 0
	for _, clause := range clauses {
		for _, x := range clause {
			most = max(most, x, -x)
			fmt.Fprint(&text, x, " ")
		}
		text.WriteString("0\n")
	}
	m, _, err := propositional.ReadDIMACS("formula", strings.NewReader(fmt.Sprintf("p cnf %d %d\n%s", most, len(clauses), text.String())))
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// eachOpening calls measure for each family of formulas, of some sizes, and each engine. open opens a session on the family's formula
// of a size, and reports false if the engine refuses it.
func eachOpening(tb testing.TB, sizes []int, measure func(name string, open func(size int) bool)) {
	for _, family := range formulaFamilies {
		models := map[int]*model.Model{}
		for _, size := range sizes {
			models[size] = formulaOf(tb, family.clauses(size))
		}
		for _, name := range engine.Names() {
			measure(name+"/"+family.name, func(size int) bool {
				s, err := engine.Open(tb.Context(), name, models[size], nil)
				if refused := (*engine.UnsupportedError)(nil); errors.As(err, &refused) {
					return false
				} else if err != nil {
					tb.Fatal(err)
				}
				if err := s.Close(); err != nil {
					tb.Fatal(err)
				}
				return true
			})
		}
	}
}

// TestOpeningGrows holds that opening an engine on a formula grows by at most n log n. Eight times the clauses may allocate 16
// times as many bytes, and in long tests take 24 times as long a processor time, the least of up to five; 64 times is quadratic.
func TestOpeningGrows(t *testing.T) {
	allocated := func() float64 {
		var of runtime.MemStats
		runtime.ReadMemStats(&of)
		return float64(of.TotalAlloc)
	}
	opened, small := 0, modeltest.Scale(500, 2000)
	sizes := []int{small, 8 * small}
	compare := func(name, what string, times int, floor, most float64, read func() float64, open func(size int) bool) {
		least := map[int]float64{}
		grows := func() bool { return least[8*small] > most*max(least[small], floor) }
		for round := 0; round == 0 || round < times && grows(); round++ {
			for _, n := range sizes {
				if times > 1 {
					runtime.GC()
				}
				before := read()
				if !open(n) {
					return
				}
				if used := read() - before; round == 0 || used < least[n] {
					least[n] = used
				}
			}
		}
		opened++
		if grows() {
			t.Errorf("%s: %s %.4g for %d clauses and %.4g for %d", name, what, least[small], small, least[8*small], 8*small)
		}
	}
	eachOpening(t, sizes, func(name string, open func(size int) bool) {
		if !open(small) { // what an engine makes once, it has made
			return
		}
		if !modeltest.Long() {
			compare(name, "bytes", 1, 1e5, 16, allocated, open)
			return
		}
		compare(name, "seconds", 5, 2e-3, 24, func() float64 { return cputime.Self().Seconds() }, open)
	})
	if opened < 40 {
		t.Errorf("%d openings compared, expected some for each engine of formulas", opened)
	}
}

// BenchmarkOpening opens engines on formulas of up to a million clauses.
func BenchmarkOpening(b *testing.B) {
	sizes := []int{125_000, 250_000, 500_000, 1_000_000}
	eachOpening(b, sizes, func(name string, open func(size int) bool) {
		for _, size := range sizes {
			if !open(size) {
				return
			}
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					open(size)
				}
			})
		}
	})
}
