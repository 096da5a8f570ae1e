package propagate

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"testing"

	"qmsat/encode"
	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// The tests of this file compare what encodings say of themselves, [formula.About], with unit propagation under every partial
// assignment of small constraints.

// strengthCase is a model whose cells have the values from 1 to a number.
type strengthCase struct {
	model     *model.Model
	solutions []model.Assignment
}

func newCase(cells, values int, constraints func(vars []model.Var) []model.Constraint) strengthCase {
	m := &model.Model{}
	var vars []model.Var
	for i := range cells {
		vars = append(vars, m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(1, values)))
	}
	m.Constraints = constraints(vars)
	return strengthCase{m, modeltest.BruteForce(m, nil)}
}

// left are sets of values by cell: bit v-1 for value v.
type left []int

// eachLeft calls visit with every choice of sets of values that are not empty, and with what unit propagation leaves of them: nil
// if it finds a contradiction.
func (s strengthCase) eachLeft(t *testing.T, options encode.Options, visit func(before, after left)) {
	t.Helper()
	p := &Propagator{}
	vm, err := encode.Compile(context.Background(), s.model, options, p)
	if err != nil {
		t.Fatal(err)
	}
	before := make(left, len(s.model.Variables))
	var choose func(i int)
	choose = func(i int) {
		if i == len(before) {
			if !p.Consistent() {
				visit(before, nil)
				return
			}
			after := make(left, len(before))
			for v, set := range before {
				for k := range s.model.Variables[v].Domain.Size() {
					if set>>k&1 == 1 && p.Value(vm.Literal(model.Var(v), k+1)) >= 0 {
						after[v] |= 1 << k
					}
				}
			}
			visit(before, after)
			return
		}
		size := s.model.Variables[i].Domain.Size()
		for set := 1; set < 1<<size; set++ {
			decisions := 0
			for k := range size {
				if set>>k&1 == 0 {
					p.Decide(-vm.Literal(model.Var(i), k+1))
					decisions++
				}
			}
			before[i] = set
			choose(i + 1)
			for range decisions {
				p.Undo()
			}
		}
	}
	choose(0)
}

// consequences returns the values that variables have in solutions within the sets. It returns nil if there is no such solution.
func (s strengthCase) consequences(within left) left {
	var possible left
	for _, a := range s.solutions {
		if slices.ContainsFunc(s.model.OutputVars(), func(v model.Var) bool { return within[v]>>(a[v]-1)&1 == 0 }) {
			continue
		}
		if possible == nil {
			possible = make(left, len(within))
		}
		for v, value := range a {
			possible[v] |= 1 << (value - 1)
		}
	}
	return possible
}

// complete reports whether propagation finds all consequences whenever at most some cells are open.
func (s strengthCase) complete(t *testing.T, options encode.Options, open int) bool {
	ok := true
	s.eachLeft(t, options, func(before, after left) {
		n := 0
		for _, set := range before {
			n += min(1, bits.OnesCount(uint(set))-1)
		}
		possible := s.consequences(before)
		ok = ok && (n > open || slices.Equal(after, possible))
	})
	return ok
}

// TestStrengthOfSums compares the propagation of linear encodings with what they say: it is the strongest kind that holds.
func TestStrengthOfSums(t *testing.T) {
	free := newCase(3, 4, func(vars []model.Var) []model.Constraint { return []model.Constraint{model.Sum("", 7, 8, vars...)} })
	different := newCase(3, 4, func(vars []model.Var) []model.Constraint {
		return []model.Constraint{&model.AllDifferent{Vars: vars}, model.Sum("", 7, 7, vars...)}
	})
	box := newCase(4, 4, func(v []model.Var) []model.Constraint {
		return []model.Constraint{
			&model.AllDifferent{Vars: v}, model.Sum("", 4, 6, v[0], v[1]), model.Sum("", 4, 6, v[2], v[3]),
			model.Sum("", 4, 6, v[0], v[2]), model.Sum("", 4, 6, v[1], v[3]),
		}
	})
	// Here no filling has some pairs of values although each line has them.
	wide := newCase(6, 6, func(v []model.Var) []model.Constraint {
		return []model.Constraint{
			&model.AllDifferent{Vars: v}, model.Sum("", 8, 9, v[:3]...), model.Sum("", 8, 13, v[3:]...),
			model.Sum("", 5, 8, v[0], v[3]), model.Sum("", 5, 8, v[1], v[4]), model.Sum("", 5, 8, v[2], v[5]),
		}
	})
	kinds := []struct {
		kind  formula.Propagation
		holds func(encode.Options) bool
	}{
		{formula.OfBoxes, func(o encode.Options) bool { return box.complete(t, o, 4) }},
		{formula.OfDifferent, func(o encode.Options) bool { return different.complete(t, o, 3) }},
		{formula.Everything, func(o encode.Options) bool { return free.complete(t, o, 3) }},
		{formula.OfPairs, func(o encode.Options) bool { return free.complete(t, o, 2) && wide.findsPairs(t, o) }},
		{formula.AllButTwo, func(o encode.Options) bool { return free.complete(t, o, 2) }},
		{formula.AllButOne, func(o encode.Options) bool { return free.complete(t, o, 1) }},
		{formula.WrongSums, func(o encode.Options) bool { return free.complete(t, o, 0) }},
	}
	for name, e := range encode.LinearEncodings.Entries {
		for _, k := range kinds {
			if k.holds(encode.Options{Linear: name}) {
				if k.kind != e.Propagation {
					t.Errorf("%s says that it propagates %s, but it propagates %s", name, e.Propagation, k.kind)
				}
				break
			}
			if k.kind == e.Propagation {
				t.Errorf("%s does not propagate %s", name, k.kind)
			}
		}
	}
}

// TestStrengthOfCells compares what cell encodings propagate with singles, for every partial assignment of the literals of a house
// of three cells.
func TestStrengthOfCells(t *testing.T) {
	const n = 3
	house := newCase(n, n, func(vars []model.Var) []model.Constraint { return []model.Constraint{&model.AllDifferent{Vars: vars}} })
	for name, e := range encode.CellEncodings.Entries {
		p := &Propagator{}
		vm, err := encode.Compile(t.Context(), house.model, encode.Options{Cells: name}, p)
		if err != nil {
			t.Fatal(err)
		}
		for code := range 19683 { // 3 to the power n²
			var decided, found [n * n]int
			for i, rest := 0, code; i < n*n; i, rest = i+1, rest/3 {
				if decided[i] = rest%3 - 1; decided[i] != 0 {
					p.Decide(vm.Literal(model.Var(i/n), i%n+1) * encode.Literal(decided[i]))
				}
			}
			consistent := p.Consistent()
			for i := range found {
				found[i] = p.Value(vm.Literal(model.Var(i/n), i%n+1))
			}
			for _, d := range decided {
				if d != 0 {
					p.Undo()
				}
			}
			if expected, ok := singles(decided, e.Propagation); ok != consistent || ok && expected != found {
				t.Fatalf("%s, %v: propagates %v (%t), but %s are %v (%t)", name, decided, found, consistent, e.Propagation, expected, ok)
			}
		}
	}
}

// TestLockedCandidates takes, for each two houses of a 4×4 grid that share two cells, the value 1 from the other cells of the one.
// Encodings that find locked candidates take it from the other cells of the other too.
func TestLockedCandidates(t *testing.T) {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	houses := slices.Collect(maps.Values(maps.Collect(model.Each[*model.AllDifferent](m.Constraints))))
	for name, e := range encode.CellEncodings.Entries {
		p := &Propagator{}
		vm, err := encode.Compile(t.Context(), m, encode.Options{Cells: name}, p)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range houses {
			for _, b := range houses {
				others := lists.Filter(a.Vars, func(v model.Var) bool { return !slices.Contains(b.Vars, v) })
				if len(others) != 2 {
					continue
				}
				p.Decide(-vm.Literal(others[0], 1))
				p.Decide(-vm.Literal(others[1], 1))
				for _, v := range b.Vars {
					locked := e.Propagation == formula.LockedCandidates && !slices.Contains(a.Vars, v)
					if excluded := p.Value(vm.Literal(v, 1)) < 0; excluded != locked {
						t.Errorf("%s, which propagates %s: 1 excluded at %s is %t", name, e.Propagation, m.NameOf(v), excluded)
					}
				}
				p.Undo()
				p.Undo()
			}
		}
	}
}

// singles repeats the rules of a kind of propagation for a house of three cells; ok is false if they meet a contradiction. A value
// is 1 if the cell has it and -1 if the cell cannot have it.
func singles(values [9]int, kind formula.Propagation) (_ [9]int, ok bool) {
	const n = 3
	ok = true
	set := func(i, value int) bool {
		before := values[i]
		if before == -value {
			ok = false
		}
		values[i] = value
		return before == 0
	}
	last := func(i, step int) bool { // one of three places left
		open := []int{}
		for k := range n {
			if values[i+k*step] >= 0 {
				open = append(open, i+k*step)
			}
		}
		if ok = ok && len(open) > 0; len(open) != 1 {
			return false
		}
		return set(open[0], 1)
	}
	for changed := true; changed && ok; {
		changed = false
		for i := range n {
			changed = last(i*n, 1) || changed
			if kind == formula.HiddenSingles || kind == formula.LockedCandidates {
				changed = last(i, n) || changed
			}
		}
		for i := range values {
			for k := range values {
				peer, own := k%n == i%n && k != i, k/n == i/n && k != i
				if values[i] == 1 && (peer || own && kind != formula.FromExcluded) {
					changed = set(k, -1) || changed
				}
			}
		}
	}
	return values, ok
}

// TestStrengthOfAtMostOnes tries all partial assignments of six literals, of which one must be true.
func TestStrengthOfAtMostOnes(t *testing.T) {
	const n = 6
	one := newCase(1, n, func([]model.Var) []model.Constraint { return nil })
	for name, e := range encode.AtMostOnes.Entries {
		p := &Propagator{}
		vm, err := encode.Compile(t.Context(), one.model, encode.Options{AMO: name}, p)
		if err != nil {
			t.Fatal(err)
		}
		for code := range 729 { // 3 to the power n
			var decided, found [n]int
			places, isTrue := n, 0
			for i, rest := 0, code; i < n; i, rest = i+1, rest/3 {
				switch decided[i] = rest%3 - 1; decided[i] {
				case 1:
					isTrue++
				case -1:
					places--
				}
				if decided[i] != 0 {
					p.Decide(vm.Literal(0, i+1) * encode.Literal(decided[i]))
				}
			}
			consistent := p.Consistent()
			for i := range found {
				found[i] = p.Value(vm.Literal(0, i+1))
			}
			for range n - count(decided[:], 0) {
				p.Undo()
			}
			for i, value := range decided { // what follows
				if isTrue == 1 && value == 0 {
					decided[i] = -1
				} else if places == 1 && value == 0 {
					decided[i] = 1
				}
			}
			if possible := isTrue < 2 && places > 0; possible != consistent || possible && decided != found {
				t.Fatalf("%s, which propagates %s: found %v (%t), expected %v (%t)", name, e.Propagation, found, consistent, decided, possible)
			}
		}
		if e.Propagation != formula.Everything {
			t.Errorf("%s says that it propagates %s, but it propagates %s", name, e.Propagation, formula.Everything)
		}
	}
}

func count(list []int, value int) (n int) {
	for _, v := range list {
		if v == value {
			n++
		}
	}
	return n
}

// TestStrengthOfRules tries all partial assignments of the atoms of rules: without an atom that occurs twice, and with one.
func TestStrengthOfRules(t *testing.T) {
	for name, e := range encode.RuleEncodings.Entries {
		for form, complete := range map[string]bool{"tree": true, "negated": true, "nested": true, "twice": false} {
			s := newCase(5, 2, func(v []model.Var) []model.Constraint {
				a, b, c, d, f := model.Is(v[0], 1), model.Is(v[1], 1), model.Is(v[2], 2), model.Is(v[3], 1), model.Is(v[4], 1)
				return []model.Constraint{&model.Rule{Formula: map[string]model.Formula{
					"tree":    model.Or{model.And{a, b}, model.And{c, model.Or{d, f}}},
					"negated": model.Not{Of: model.Or{model.And{a, b}, model.Implies{If: c, Then: model.And{d, f}}}},
					"nested":  model.Implies{If: model.Or{a, model.And{b, c}}, Then: model.And{d, f}},
					"twice":   model.Or{model.And{a, b}, model.And{model.Not{Of: a}, b}},
				}[form]}}
			})
			if found := s.complete(t, encode.Options{Rules: name}, 5); found != complete || e.Propagation != formula.OfTrees {
				t.Errorf("%s, which propagates %s: complete is %t for %s, expected %t", name, e.Propagation, found, form, complete)
			}
		}
	}
}

// findsPairs reports whether two values that no solution has together are a contradiction at once.
func (s strengthCase) findsPairs(t *testing.T, options encode.Options) bool {
	p := &Propagator{}
	vm, err := encode.Compile(context.Background(), s.model, options, p)
	if err != nil {
		t.Fatal(err)
	}
	for u := range s.model.Variables {
		for v := range u {
			for x := range s.model.Variables[u].Domain.All() {
				for y := range s.model.Variables[v].Domain.All() {
					if slices.ContainsFunc(s.solutions, func(a model.Assignment) bool { return a[u] == x && a[v] == y }) {
						continue
					}
					p.Decide(vm.Literal(model.Var(u), x))
					consistent := p.Decide(vm.Literal(model.Var(v), y))
					p.Undo()
					if p.Undo(); consistent {
						return false
					}
				}
			}
		}
	}
	return true
}
