package propagate

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/modeltest"
)

const testVariables = 8

// naive returns the literals that unit propagation makes true, or false for a conflict: it goes through every clause until
// nothing changes.
func naive(clauses [][]encode.Literal, decisions []encode.Literal) (map[encode.Literal]bool, bool) {
	isTrue := map[encode.Literal]bool{}
	clauses = slices.Clone(clauses)
	for _, l := range decisions {
		clauses = append(clauses, []encode.Literal{l})
	}
	for changed := true; changed; {
		changed = false
		for _, clause := range clauses {
			satisfied, open := false, map[encode.Literal]bool{}
			for _, l := range clause {
				satisfied = satisfied || isTrue[l]
				if !isTrue[-l] {
					open[l] = true
				}
			}
			if satisfied || len(open) > 1 {
				continue
			}
			if len(open) == 0 {
				return nil, false
			}
			for l := range open {
				isTrue[l], changed = true, true
			}
		}
	}
	return isTrue, true
}

// naiveFailedLiterals adds the findings of the failed-literal rule to the decisions, or reports a conflict.
func naiveFailedLiterals(clauses [][]encode.Literal, decisions []encode.Literal) ([]encode.Literal, bool) {
	decisions = slices.Clone(decisions)
	for again := true; again; {
		again = false
		for v := encode.Literal(1); v <= testVariables; v++ {
			for _, l := range []encode.Literal{v, -v} {
				isTrue, ok := naive(clauses, decisions)
				if !ok {
					return nil, false
				}
				if isTrue[l] || isTrue[-l] {
					continue
				}
				if _, ok := naive(clauses, append(slices.Clone(decisions), l)); !ok {
					decisions = append(decisions, -l)
					again = true
				}
			}
		}
	}
	return decisions, true
}

func drawLiteral(t *rapid.T) encode.Literal {
	v := rapid.IntRange(1, testVariables).Draw(t, "variable")
	return encode.Literal(v * rapid.SampledFrom([]int{-1, 1}).Draw(t, "sign"))
}

// compare compares the propagator with the naive one.
func compare(t *rapid.T, p *Propagator, clauses [][]encode.Literal, decisions []encode.Literal) {
	t.Helper()
	want, ok := naive(clauses, decisions)
	if p.Consistent() != ok {
		t.Fatalf("%v under %v: consistent %t, expected %t", clauses, decisions, p.Consistent(), ok)
	}
	for l := encode.Literal(-testVariables); ok && l <= testVariables; l++ {
		if l != 0 && want[l] != (p.Value(l) > 0) {
			t.Fatalf("%v under %v: literal %d is %d, expected true %t", clauses, decisions, l, p.Value(l), want[l])
		}
	}
}

// TestAgainstNaivePropagation makes random decisions and takes some of them back.
func TestAgainstNaivePropagation(t *testing.T) { rapid.Check(t, againstNaivePropagation) }

func FuzzAgainstNaivePropagation(f *testing.F) { f.Fuzz(rapid.MakeFuzz(againstNaivePropagation)) }

func againstNaivePropagation(t *rapid.T) {
	p := &Propagator{}
	clauses := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []encode.Literal {
		return rapid.SliceOfN(rapid.Custom(drawLiteral), 0, 5).Draw(t, "clause")
	}), 0, 30).Draw(t, "clauses")
	for i, clause := range clauses {
		p.Clause(clause)
		compare(t, p, clauses[:i+1], nil)
	}
	var decisions []encode.Literal
	for range rapid.IntRange(0, 20).Draw(t, "steps") {
		switch action := rapid.IntRange(0, 4).Draw(t, "action"); {
		case action == 0 && len(decisions) > 0:
			p.Undo()
			decisions = decisions[:len(decisions)-1]
		default:
			l := drawLiteral(t)
			decisions = append(decisions, l)
			if got := p.Decide(l); got != p.Consistent() {
				t.Fatalf("Decide returned %t, consistent %t", got, p.Consistent())
			}
		}
		compare(t, p, clauses, decisions)
	}
	if implied, ok := naiveFailedLiterals(clauses, decisions); p.FailedLiterals(context.Background(), testVariables) != ok {
		t.Fatalf("%v under %v: failed-literal rule: %t, expected %t", clauses, decisions, p.Consistent(), ok)
	} else if ok {
		compare(t, p, clauses, implied)
	}
	for range decisions {
		p.Undo()
	}
	compare(t, p, clauses, nil)
}

// TestSearchCounts has every linear encoding find all solutions by propagation and branching alone.
func TestSearchCounts(t *testing.T) {
	modeltest.OnlyLong(t)
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	plain, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	quasiMagic, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	puzzles := modeltest.Puzzles(t, quasiMagic, "quasimagic-180.txt")
	for _, sum := range encode.LinearEncodings.Names() {
		t.Run(sum, func(t *testing.T) {
			encoding := encode.Options{Cells: "extended", AMO: "pairwise", Linear: sum}
			s, _, err := newSearch(context.Background(), plain, encoding)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if nodes, solutions, err := s.run(context.Background(), nil); err != nil || solutions != 288 || nodes < 288 {
					t.Errorf("%d nodes, %d solutions, error %v, expected 288 solutions", nodes, solutions, err)
				}
			}
			s, vm, err := newSearch(context.Background(), quasiMagic, encoding)
			if err != nil {
				t.Fatal(err)
			}
			tried := 0
			for _, p := range puzzles {
				if len(p.Cube) < 15 {
					continue
				}
				cube, _ := vm.Cube(p.Cube)
				if _, solutions, err := s.run(context.Background(), cube); err != nil || solutions != 1 {
					t.Errorf("line %d: %d solutions, error %v, expected one", p.Line, solutions, err)
				}
				tried++
			}
			if tried != 10 {
				t.Errorf("%d puzzles, expected 10", tried)
			}
		})
	}
}

// TestSearchStops ends the context before and during a search that would take very long.
func TestSearchStops(t *testing.T) {
	m, err := model.Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := newSearch(context.Background(), m, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := s.run(ctx, nil); err != context.Canceled {
		t.Errorf("error %v, expected %v", err, context.Canceled)
	}
}

func BenchmarkPropagate(b *testing.B) {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		b.Fatal(err)
	}
	p := &Propagator{}
	vm, err := encode.Compile(context.Background(), m, encode.Options{}, p)
	if err != nil {
		b.Fatal(err)
	}
	cube := []encode.Literal{vm.Literal(0, 1), vm.Literal(1, 8), vm.Literal(9, 9), vm.Literal(10, 6), vm.Literal(40, 5)}
	b.ReportAllocs()
	for b.Loop() {
		for _, l := range cube {
			p.Decide(l)
		}
		for range cube {
			p.Undo()
		}
	}
}

// naiveRule adds clauses by a rule until nothing changes, or reports a conflict. It tries every two literals of the first
// variables; refutes says whether they cannot both be true. A single literal is tried with itself.
func naiveRule(clauses [][]encode.Literal, variables int, refutes func(clauses [][]encode.Literal, l, x encode.Literal) bool) ([][]encode.Literal, bool) {
	var literals []encode.Literal
	for v := encode.Literal(1); int(v) <= variables; v++ {
		literals = append(literals, v, -v)
	}
	clauses = slices.Clone(clauses)
	known := map[[2]encode.Literal]bool{}
	for again := true; again; {
		again = false
		if _, ok := naive(clauses, nil); !ok {
			return nil, false
		}
		for _, l := range literals {
			for _, x := range literals {
				if pair := [2]encode.Literal{l, x}; !known[pair] && refutes(clauses, l, x) {
					known[pair] = true
					clauses = append(clauses, []encode.Literal{-l, -x})
					again = true
				}
			}
		}
	}
	return clauses, true
}

// fewVariables draws clauses of two and mostly three literals over few variables, evenly, so that two literals often share
// several clauses.
func fewVariables(t *rapid.T, variables int) (clauses [][]encode.Literal) {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	for range rapid.IntRange(6, 14).Draw(t, "clauses") {
		var clause []encode.Literal
		for _, v := range random.Perm(variables)[:2+min(1, random.IntN(4))] {
			clause = append(clause, encode.Literal((v+1)*(1-2*random.IntN(2))))
		}
		clauses = append(clauses, clause)
	}
	return clauses
}

// TestInferenceAgainstPlainRules checks that hyper-binary resolution and the binary failed-literal rule find what trials of every
// literal and pair find, and propagate as far from each literal.
func TestInferenceAgainstPlainRules(t *testing.T) {
	conflicts := func(clauses [][]encode.Literal, literals ...encode.Literal) bool {
		_, ok := naive(clauses, literals)
		return !ok
	}
	rules := map[string]struct {
		apply   func(p *Propagator, ctx context.Context, variables int) bool
		refutes func(clauses [][]encode.Literal, l, x encode.Literal) bool
	}{
		"hyper-binary": {(*Propagator).HyperBinaryResolution, func(clauses [][]encode.Literal, l, x encode.Literal) bool {
			isTrue, ok := naive(clauses, []encode.Literal{l})
			return !ok && l == x || ok && isTrue[-x]
		}},
		"binary failed": {(*Propagator).BinaryFailedLiterals, func(clauses [][]encode.Literal, l, x encode.Literal) bool {
			return conflicts(clauses, l, x)
		}},
	}
	for name, rule := range rules {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				clauses := fewVariables(t, 5)
				variables := rapid.IntRange(3, 5).Draw(t, "variables")
				p := &Propagator{}
				for _, clause := range clauses {
					p.Clause(clause)
				}
				inferred, ok := naiveRule(clauses, variables, rule.refutes)
				if rule.apply(p, context.Background(), variables) != ok {
					t.Fatalf("%v, %d variables: consistent %t, expected %t", clauses, variables, p.Consistent(), ok)
				}
				if !ok {
					return
				}
				compare(t, p, inferred, nil)
				for l := encode.Literal(-variables); int(l) <= variables; l++ {
					if l != 0 {
						p.Decide(l)
						compare(t, p, inferred, []encode.Literal{l})
						p.Undo()
					}
				}
			})
		})
	}
}

// TestFullPropagator checks that a formula with more literals than watches can number is an error.
func TestFullPropagator(t *testing.T) {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{500, 3000} {
		p := &Propagator{most: most}
		_, err := encode.Compile(context.Background(), m, encode.Options{}, p)
		if room := len(p.arena) < most && !p.full; room != (err == nil) || room != (most == 3000) {
			t.Errorf("room for %d literals, %d taken: error %v", most, len(p.arena), err)
		}
	}
}
