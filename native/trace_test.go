package native

import (
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/space"
)

// A trace has a step for each node, and what it tells leads to what the search finds. Nothing else changes.
func TestTraceTellsTheSearch(t *testing.T) {
	sudoku := func(r int) *model.Model {
		m, err := model.Sudoku(r, r)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	magic, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		model   *model.Model
		cube    model.Cube
		limit   uint64
		options engine.Options
	}{
		{"plain 4×4", sudoku(2), nil, 0, nil},
		{"quasi-magic", magic, model.Cube{{Var: 0, Value: 5}, {Var: 12, Value: 8}, {Var: 40, Value: 4}}, 3, nil},
		{"16×16", sudoku(4), model.Cube{{Var: 0, Value: 16}}, 1, nil},
		{"contradiction", sudoku(2), model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 1}}, 0, nil},
		{"steps", sudoku(2), nil, 20, engine.Options{"branch": "first_fail indomain_split r1c1 r1c2 r2c1"}},
	} {
		run := func(see func(engine.TraceStep)) (engine.Result, []model.Assignment) {
			options := engine.Options{searchSetting.Name: "general"}
			for name, value := range test.options {
				options[name] = value
			}
			s, err := engine.Open(t.Context(), space.EngineName, test.model, options)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if see != nil {
				s.(engine.Tracer).Trace(see)
			}
			var solutions []model.Assignment
			result, err := s.Run(t.Context(), test.cube, test.limit, func(a model.Assignment) bool {
				solutions = append(solutions, slices.Clone(a))
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			return result, solutions
		}
		var nodes, solutions, fails int
		plain, found := run(nil)
		type value struct {
			v model.Var
			n int
		}
		var trail []value // removed or fixed
		var depths []int
		traced, again := run(func(s engine.TraceStep) {
			back := s.Depth
			if s.Type == engine.TraceDecide {
				back--
			}
			for len(depths) > 0 && depths[len(depths)-1] > back {
				trail, depths = trail[:len(trail)-1], depths[:len(depths)-1]
			}
			switch s.Type {
			case engine.TraceDecide, engine.TraceRestart:
				nodes++
			case engine.TracePrune:
				if s.By == engine.TraceRefuted {
					nodes++
				}
			case engine.TraceFail:
				fails++
			case engine.TraceSolution:
				for _, fixed := range trail {
					if fixed.n > 0 && found[solutions][fixed.v] != fixed.n || fixed.n < 0 && found[solutions][fixed.v] == -fixed.n {
						t.Errorf("%s: solution %d contradicts the trace in %s", test.name, solutions+1, test.model.NameOf(fixed.v))
					}
				}
				solutions++
			}
			switch {
			case s.Type == engine.TraceFix, s.Type == engine.TraceDecide && s.By == "":
				trail, depths = append(trail, value{s.Var, s.Value}), append(depths, s.Depth)
			case s.Type == engine.TracePrune:
				trail, depths = append(trail, value{s.Var, -s.Value}), append(depths, s.Depth)
			}
			if s.By == "" && (s.Type == engine.TraceFix || s.Type == engine.TracePrune || s.Type == engine.TraceFail) {
				t.Errorf("%s: a step %s by nobody", test.name, s.Type)
			}
		})
		if len(found) != len(again) || plain.Count.Cmp(traced.Count) != 0 || plain.Effort[0] != traced.Effort[0] {
			t.Errorf("%s: %v, %v when traced", test.name, plain, traced)
		}
		if int64(nodes) != plain.Effort[0].Value || solutions != len(found) {
			t.Errorf("%s: the trace has %d nodes and %d solutions, expected %d and %d", test.name, nodes, solutions, plain.Effort[0].Value, len(found))
		}
		if plain.Count.Sign() == 0 && fails == 0 {
			t.Errorf("%s: nothing failed", test.name)
		}
	}
}
