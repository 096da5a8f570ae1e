package compare

import (
	"math/rand/v2"
	"testing"

	_ "qmsat/encode/residual"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// cagedJigsaw draws a jigsaw of 4×4 with cages of a random solution.
func cagedJigsaw(r *rand.Rand) *model.Model {
	m := &model.Model{Grid: &model.Grid{Rows: 4, Columns: 4, Regions: []int{0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3}}}
	for i := range 16 {
		m.AddVariable(model.CellName(i/4, i%4), model.Interval(1, 4))
	}
	for _, h := range m.Grid.Houses() {
		m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: h.Cells})
	}
	some := modeltest.BruteForce(m, nil)
	solution := some[r.IntN(len(some))]
	for range 2 + r.IntN(3) {
		sum := model.Sum("", 0, 0)
		for _, v := range r.Perm(16)[:2+r.IntN(6)] {
			sum.Terms, sum.Lo = append(sum.Terms, model.Term{Coefficient: 1, Var: model.Var(v)}), sum.Lo+solution[v]
		}
		sum.Hi = sum.Lo + r.IntN(2)
		m.Constraints = append(m.Constraints, sum)
	}
	return m
}

// Implied constraints in the formula change no count: of the formula's models, projected if need be, and of solutions.
func TestImpliedConstraintsInFormulas(t *testing.T) {
	for seed := range uint64(modeltest.Scale(6, 40, 400)) {
		m := cagedJigsaw(rand.New(rand.NewPCG(2, seed)))
		want := uint64(len(modeltest.BruteForce(m, nil)))
		for _, name := range []string{"gini", "gophersat", "gophersat-pb", "residual"} {
			for _, sum := range []string{"auto", "mdd-distinct", "order", "adder", "pairs"} {
				options := engine.Options{"implied": "on", "sum": sum, "few-tuples": "12", "fact-terms": []string{"1", "2", "4"}[seed%3]}
				if name == "gophersat-pb" {
					options = engine.Options{"implied": "on"}
				}
				session, err := engine.Open(t.Context(), name, m, options)
				if err != nil {
					t.Fatal(err)
				}
				result, err := session.Run(t.Context(), nil, 0, nil)
				if err != nil || result.Count.Uint64() != want {
					t.Fatalf("seed %d, %s with %v: %v solutions (%v), expected %d", seed, name, options, result.Count, err, want)
				}
				session.Close()
				if name == "gophersat-pb" {
					break
				}
			}
		}
	}
}
