package cdcl

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// drawn is a random formula with the solutions of brute force: by bit the values of the outputs.
type drawn struct {
	Formula
	outputs []bool
	groups  [][]Literal
}

// draw draws clauses with repeated literals, tautologies, empty clauses, units, pure variables, variables without clauses, and groups
// of literals of which exactly one is true.
func draw(r *rand.Rand) *drawn {
	d := &drawn{}
	d.Variables = 1 + r.IntN(12)
	all := r.IntN(2) == 0
	for range d.Variables {
		d.outputs = append(d.outputs, all || r.IntN(2) == 0)
	}
	literal := func() Literal { return Literal(r.IntN(2 * d.Variables)) }
	used := 1 + r.IntN(d.Variables)
	for range r.IntN(5 * d.Variables) {
		var clause []Literal
		for range 1 + r.IntN(2) + r.IntN(4) {
			clause = append(clause, Literal(r.IntN(2*used)))
		}
		if len(clause) > 1 || r.IntN(4) == 0 {
			d.add(clause)
		}
	}
	if r.IntN(50) == 0 {
		d.add(nil)
	}
	for range r.IntN(4) {
		group := lists.Map(r.Perm(d.Variables)[:min(d.Variables, 2+r.IntN(4))], func(v int) Literal { return Literal(2*v) | literal()&1 })
		d.add(group)
		for i, a := range group {
			for _, b := range group[:i] {
				d.add([]Literal{a ^ 1, b ^ 1})
			}
		}
		if same := func(l Literal) bool { return d.outputs[l>>1] == d.outputs[group[0]>>1] }; r.IntN(2) == 0 && !slices.ContainsFunc(group, func(l Literal) bool { return !same(l) }) {
			d.groups = append(d.groups, group)
		}
	}
	return d
}

// add adds a clause as a sink does.
func (d *drawn) add(clause []Literal) {
	clause = slices.Clone(clause)
	slices.Sort(clause)
	clause = slices.Compact(clause)
	for i := 1; i < len(clause); i++ {
		if clause[i] == clause[i-1]^1 {
			return
		}
	}
	switch len(clause) {
	case 0:
		d.Empty = true
	case 1:
		d.Units = append(d.Units, clause...)
	case 2:
		d.Binary = append(d.Binary, clause...)
	default:
		d.Long = append(append(d.Long, Literal(len(clause))), clause...)
		d.Clauses++
	}
}

// satisfied reports whether all clauses have a true literal.
func (d *drawn) satisfied(isTrue func(Literal) bool) bool {
	good := !d.Empty && !slices.ContainsFunc(d.Units, func(l Literal) bool { return !isTrue(l) })
	for i := 0; i < len(d.Binary); i += 2 {
		good = good && (isTrue(d.Binary[i]) || isTrue(d.Binary[i+1]))
	}
	for at := 0; at < len(d.Long); at += 1 + int(d.Long[at]) {
		good = good && slices.ContainsFunc(d.Long[at+1:][:d.Long[at]], isTrue)
	}
	return good
}

// solutions returns the solutions under assumptions, assignment by assignment.
func (d *drawn) solutions(assumed []Literal) (list []int) {
	mask := 0
	for v, output := range d.outputs {
		if output {
			mask |= 1 << v
		}
	}
	for a := range 1 << d.Variables {
		isTrue := func(l Literal) bool { return a>>(l>>1)&1 == int(l&1^1) }
		if slices.ContainsFunc(assumed, func(l Literal) bool { return !isTrue(l) }) {
			continue
		}
		if d.satisfied(isTrue) {
			list = append(list, a&mask)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Random formulas have the solutions of brute force, projected, each once, in one run after another, whatever a solver keeps and what is
// required between two runs.
func TestRandomFormulas(t *testing.T) {
	for n := range modeltest.Scale(2_000, 20_000, 200_000) {
		r := rand.New(rand.NewPCG(55, uint64(n)))
		d := draw(r)
		options := engine.Options{}
		for _, s := range engine.Thresholds[Limits]() {
			values := s.Values()
			options[s.Name] = values[r.IntN(len(values))]
		}
		s, err := New(context.Background(), d.Formula, d.outputs, d.groups, engine.LimitsOf[Limits](options))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range s.trail {
			if !s.inconsistent && s.facts[l>>1].reason != none {
				t.Fatal("a literal that is true in all models keeps a clause that stands elsewhere by now")
			}
		}
		for range 3 {
			var required, assumed []Literal
			for _, v := range r.Perm(d.Variables)[:min(d.Variables, r.IntN(4))] {
				if !slices.Contains(s.free, Literal(2*v+1)) {
					required = append(required, Literal(2*v+r.IntN(2)))
				}
			}
			if len(required) > 0 {
				d.add(required)
				s.Require(required...)
			}
			for range r.IntN(3) * r.IntN(3) {
				assumed = append(assumed, Literal(r.IntN(2*d.Variables)))
			}
			want := d.solutions(assumed)
			found, values := []int{}, 0
			looks := 1 << 30
			if r.IntN(4) == 0 {
				looks = r.IntN(6)
			}
			multiply := r.IntN(2) == 0
			s.Begin(assumed, multiply)
			total := int64(0)
			take := func(fresh []Literal, solutions int64) bool {
				for _, l := range fresh {
					values = values&^(1<<(l>>1)) | int(l&1^1)<<(l>>1)
				}
				seen := 0
				for v, output := range d.outputs {
					if output {
						seen |= values & (1 << v)
					}
				}
				if total += solutions; solutions == 1 && !multiply {
					if !d.satisfied(func(l Literal) bool { return values>>(l>>1)&1 == int(l&1^1) }) {
						t.Fatalf("formula %d: told %b, which is no solution", n, values)
					}
					found = append(found, seen)
				}
				return true
			}
			stop := func() bool {
				if key := slices.Clone(s.memo.key); s.memo.told {
					s.memo.told = false
					if s.listen(); s.memo.told && !slices.Equal(s.memo.key, key) {
						t.Fatalf("formula %d: the key of a node is %x, and %x where it is made anew", n, key, s.memo.key)
					}
				}
				looks--
				return looks < 0
			}
			for range r.IntN(3) { // a run is searched part by part
				all := looks
				looks = r.IntN(4)
				s.Search(take, stop)
				looks = all
			}
			exhausted := s.Search(take, stop)
			free := s.Free()
			s.End()
			slices.Sort(found)
			if distinct := slices.Compact(slices.Clone(found)); len(distinct) != len(found) {
				t.Fatalf("formula %d, %+v: twice the same of %v", n, d, found)
			}
			if !exhausted && looks < 0 || multiply {
				for _, a := range found {
					if !slices.Contains(want, a) {
						t.Fatalf("formula %d, %+v: wrong %v", n, d, a)
					}
				}
				if exhausted && total<<free != int64(len(want)) {
					t.Fatalf("formula %d, %+v: %d solutions, %d free, expected %d", n, d, total, free, len(want))
				}
				continue
			}
			if !exhausted || !slices.Equal(found, want) {
				t.Fatalf("formula %d, %+v, assumed %v, limits %v: solutions %v, expected %v", n, d, assumed, options, found, want)
			}
		}
	}
}

// What a solver keeps stays right while it learns and drops clauses: a formula with units that lets clauses go when it is loaded, clauses
// required later, and enough conflicts to reduce the store often.
func TestUnitsAndLearning(t *testing.T) {
	for seed := range modeltest.Scale[uint64](40, 2_000) {
		r := rand.New(rand.NewPCG(55, seed))
		d := &drawn{}
		const variables = 16
		d.Variables, d.outputs = variables, slices.Repeat([]bool{true}, variables)
		three := func() (clause []Literal) {
			for _, v := range r.Perm(variables - 5)[:3] {
				clause = append(clause, Literal(2*v+10+r.IntN(2)))
			}
			return clause
		}
		for range 30 {
			d.add(three())
		}
		d.add([]Literal{0}) // the last clauses imply by it what goes with them
		d.add([]Literal{2})
		for v := range Literal(3) {
			d.add([]Literal{1, 3, 2*v + 4})
		}
		s, err := New(t.Context(), d.Formula, d.outputs, nil, &Limits{
			LeastLearned: 2, MostLearned: 4, Growing: 100, RestartInterval: 5, NodesPerPoll: 1 + r.IntN(20), ManyConflicts: 1, KeyWords: 2,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, more := range []int{0, 6} {
			for range more {
				clause := three()
				s.Require(clause...)
				d.add(clause)
			}
			found := 0
			s.Begin(nil, false)
			if !s.Search(func(_ []Literal, solutions int64) bool { found += int(solutions); return true }, func() bool { return false }) {
				t.Fatal("not finished")
			}
			s.End()
			if want := len(d.solutions(nil)); found != want {
				t.Fatalf("formula %d, %d clauses required: %d solutions, expected %d", seed, more, found, want)
			}
		}
	}
}
