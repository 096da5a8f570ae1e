package native

import (
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// A session that learns values without a solution loses nothing else, also where it opened without the value.
func TestLearn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		all, has := map[string]bool{}, map[model.Given]bool{}
		for _, a := range modeltest.BruteForce(m, nil) {
			all[modeltest.Key(m, a)] = true
			for _, v := range m.OutputVars() {
				has[model.Given{Var: v, Value: a[v]}] = true
			}
		}
		session, err := open(t.Context(), m, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		learner, learns := session.(engine.Learner)
		for _, v := range m.OutputVars() {
			for value := range m.DomainOf(v).All() {
				if rapid.IntRange(0, 3).Draw(t, "left out") > 0 {
					continue
				}
				given := model.Given{Var: v, Value: value}
				result, err := session.Run(t.Context(), model.Cube{given}, 1, nil)
				if err != nil || (result.Count.Sign() > 0) != has[given] {
					t.Fatalf("%v: %v solutions, error %v", given, result.Count, err)
				}
				if learns && !has[given] {
					learner.Learn(model.Cube{given})
				}
			}
		}
		if result, err := session.Run(t.Context(), nil, 0, nil); err != nil || result.Count.Uint64() != uint64(len(all)) {
			t.Fatalf("%v solutions, error %v, expected %d", result.Count, err, len(all))
		}
	})
}
