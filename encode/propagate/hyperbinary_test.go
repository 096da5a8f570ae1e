package propagate_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/encode/propagate"
)

// techniques are inferences without search, each at least as strong as the previous one.
var techniques = []struct {
	name  string
	apply func(p *propagate.Propagator, ctx context.Context, variables int) bool
}{
	{"unit propagation", func(p *propagate.Propagator, _ context.Context, _ int) bool { return p.Consistent() }},
	{"failed literals", (*propagate.Propagator).FailedLiterals},
	{"hyper-binary resolution", (*propagate.Propagator).HyperBinaryResolution},
	{"binary failed literals", (*propagate.Propagator).BinaryFailedLiterals},
}

const inferenceVariables = 6

// On random formulas no technique loses a model, a conflict means that there is no model, and each technique finds at least what
// the previous one finds.
func TestInferenceIsSoundAndOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		literal := rapid.Custom(func(t *rapid.T) encode.Literal {
			l := encode.Literal(rapid.IntRange(1, inferenceVariables).Draw(t, "variable"))
			if rapid.Bool().Draw(t, "negative") {
				return -l
			}
			return l
		})
		clauses := rapid.SliceOfN(rapid.SliceOfN(literal, 1, 3), 1, 24).Draw(t, "clauses")
		var weaker map[encode.Literal]bool
		conflict := false
		for _, technique := range techniques {
			p := &propagate.Propagator{}
			for _, clause := range clauses {
				p.Clause(clause)
			}
			consistent := technique.apply(p, t.Context(), inferenceVariables)
			if conflict && consistent {
				t.Fatalf("%s: no conflict, a weaker technique has one", technique.name)
			}
			if conflict = !consistent; conflict {
				if len(models(clauses)) > 0 {
					t.Fatalf("%s: conflict, but there are models", technique.name)
				}
				continue
			}
			found := map[encode.Literal]bool{}
			for v := encode.Literal(1); v <= inferenceVariables; v++ {
				if value := p.Value(v); value != 0 {
					found[v*encode.Literal(value)] = true
				}
			}
			for l := range weaker {
				if !found[l] {
					t.Fatalf("%s does not find %d, a weaker technique does", technique.name, l)
				}
			}
			for _, m := range models(clauses) {
				for l := range found {
					if m[max(l, -l)] != (l > 0) {
						t.Fatalf("%s finds %d, model %v has the opposite", technique.name, l, m)
					}
				}
			}
			weaker = found
		}
	})
}

// models lists the assignments that satisfy the clauses, by trying all.
func models(clauses [][]encode.Literal) []map[encode.Literal]bool {
	var found []map[encode.Literal]bool
	for bits := range 1 << inferenceVariables {
		m := map[encode.Literal]bool{}
		for v := range inferenceVariables {
			m[encode.Literal(v+1)] = bits>>v&1 == 1
		}
		satisfied := true
		for _, clause := range clauses {
			some := false
			for _, l := range clause {
				some = some || m[max(l, -l)] == (l > 0)
			}
			satisfied = satisfied && some
		}
		if satisfied {
			found = append(found, m)
		}
	}
	return found
}

// Small formulas that imply 1; the techniques that are strong enough find it.
func TestStrongerTechniquesInferMore(t *testing.T) {
	for _, test := range []struct {
		name    string
		clauses [][]encode.Literal
		expect  []bool // by technique: 1 is found to be true
	}{
		{"a unit clause", [][]encode.Literal{{1}}, []bool{true, true, true, true}},
		{"a failed literal", [][]encode.Literal{{1, 2}, {1, -2}}, []bool{false, true, true, true}},
		// Besides −1, two more decisions are needed for a conflict.
		{"all eight clauses over three variables", [][]encode.Literal{
			{1, 2, 3, 4}, {1, 2, 3, -4}, {1, 2, -3, 4}, {1, 2, -3, -4}, {1, -2, 3, 4}, {1, -2, 3, -4}, {1, -2, -3, 4}, {1, -2, -3, -4},
		}, []bool{false, false, false, false}},
		{"all four clauses over two variables", [][]encode.Literal{
			{1, 2, 3}, {1, 2, -3}, {1, -2, 3}, {1, -2, -3},
		}, []bool{false, false, false, true}},
	} {
		for i, technique := range techniques {
			p := &propagate.Propagator{}
			for _, clause := range test.clauses {
				p.Clause(clause)
			}
			if consistent := technique.apply(p, t.Context(), inferenceVariables); !consistent {
				t.Errorf("%s: %s meets a conflict", test.name, technique.name)
			}
			if found := p.Value(1) > 0; found != test.expect[i] {
				t.Errorf("%s: %s finds 1: %v, expected %v", test.name, technique.name, found, test.expect[i])
			}
		}
	}
}
