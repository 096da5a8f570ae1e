package native

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/space"
)

// TestOverlap compares with the plain rule, on all domains of two and two cells with three values.
func TestOverlap(t *testing.T) {
	m := variables(times(4, model.Interval(1, 3))...)
	cells := m.OutputVars()
	for domains := slices.Repeat([]uint64{1}, 4); ; {
		both := (domains[0] | domains[1]) & (domains[2] | domains[3])
		var want []uint64
		for _, d := range domains {
			want = append(want, d&both)
		}
		if slices.Contains(want, 0) {
			want = nil
		}
		members := space.NewAllDifferent(space.NewBuilder(t.Context(), m, nil, nil), cells).InWord(space.NewBuilder(t.Context(), m, nil, nil)).Members
		got := fixpoint(m, domains, &overlap{members[:2], members[2:]})
		for a := range want { // sets may shrink again
			want[a] &= (want[0] | want[1]) & (want[2] | want[3])
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%b become %b, expected %b", domains, got, want)
		}
		if !following(domains, 1<<3) {
			return
		}
	}
}

// Implied constraints change no solution of random jigsaws with cages.
func TestImpliedChangesNoSolution(t *testing.T) {
	regions := []int{0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3}
	with, without := int64(0), int64(0)
	for seed := range uint64(modeltest.Scale(40, 400, 1000)) {
		r := rand.New(rand.NewPCG(1, seed))
		m := &model.Model{Grid: &model.Grid{Rows: 4, Columns: 4, Regions: regions}}
		for i := range 16 {
			m.AddVariable(model.CellName(i/4, i%4), model.Interval(1, 4))
		}
		for _, h := range m.Grid.Houses() {
			m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: h.Cells})
		}
		some := modeltest.BruteForce(m, nil)
		solution := some[r.IntN(len(some))]
		for range 3 {
			cage, sum := model.Sum("", 0, 0), 0
			for _, v := range r.Perm(16)[:2+r.IntN(3)] {
				cage.Terms, sum = append(cage.Terms, model.Term{Coefficient: 1, Var: model.Var(v)}), sum+solution[v]
			}
			cage.Lo, cage.Hi = sum, sum
			m.Constraints = append(m.Constraints, cage)
		}
		want := uint64(len(modeltest.BruteForce(m, nil)))
		for choice, nodes := range map[string]*int64{"on": &with, "off": &without} {
			s, err := open(context.Background(), m, engine.Options{"implied": choice, "quick-nodes": "1"})
			if err != nil {
				t.Fatal(err)
			}
			result, err := s.Run(t.Context(), nil, 0, nil)
			if err != nil || result.Count.Uint64() != want {
				t.Fatalf("seed %d, implied=%s: %v solutions (%v), expected %d", seed, choice, result.Count, err, want)
			}
			*nodes += result.Effort[0].Value
		}
	}
	if with >= without {
		t.Errorf("%d nodes with implied constraints, %d without, expected fewer", with, without)
	}
}
