package encode

import (
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Resolve replaces automatic parts as the table says, and no others.
func TestResolve(t *testing.T) {
	different := func(n, values int, more ...model.Constraint) *model.Model {
		m := &model.Model{}
		for range n {
			m.AddVariable("", model.Interval(1, values))
		}
		m.Constraints = append(more, &model.AllDifferent{Vars: lists.Numbers[model.Var](n)})
		return m
	}
	signs := func(coefficients ...int) *model.Linear {
		return &model.Linear{Terms: lists.Make(len(coefficients), func(i int) model.Term {
			return model.Term{Coefficient: coefficients[i], Var: model.Var(i)}
		})}
	}
	sudoku, large := must(model.Sudoku(3, 3)), must(model.Sudoku(5, 5))
	square := must(model.QuasiMagic(3, 2))
	bits := different(2, 1)
	for v := range bits.Variables {
		bits.Variables[v].Domain = model.Interval(0, 1)
	}
	automatic := Options{Cells: Automatic, AMO: Automatic, Linear: DefaultLinear}
	to := func(solver string, low ...string) Purpose {
		lowered := engine.Options{}
		for _, name := range low {
			lowered[name] = "1"
		}
		return Purpose{solver, engine.LimitsOf[ChoiceLimits](lowered)}
	}
	for i, test := range []struct {
		m       *model.Model
		givens  int
		options Options
		purpose Purpose
		want    string
	}{
		{sudoku, 17, automatic, to(ForSession), "extended/pairwise/auto"},
		{sudoku, 17, automatic, to(ForCadical), "optimized-fixpoint/pairwise/auto"},
		{sudoku, 17, automatic, to(ForMinisat), "optimized-fixpoint/pairwise/auto"},
		{sudoku, 17, automatic, to(ForCounter), "optimized-fixpoint/pairwise/auto"},
		{sudoku, 17, automatic, to(ForProof), "extended/pairwise/auto"},
		{sudoku, 0, automatic, to(ForCadical), "extended/pairwise/auto"},
		{sudoku, 17, Options{}, to(ForCadical), "extended/pairwise/auto"},
		{sudoku, 17, Options{Cells: "minimal", AMO: Automatic}, to(ForCadical), "minimal/pairwise/auto"},
		{sudoku, 17, Options{Cells: Automatic, AMO: "binary", Linear: "mdd"}, to(ForCadical), "optimized-fixpoint/binary/mdd"},
		{sudoku, 27, automatic, to(ForSession, "reduced-literals"), "optimized-fixpoint/pairwise/auto"},
		{sudoku, 26, automatic, to(ForSession, "reduced-literals"), "extended/pairwise/auto"},
		{square, 27, automatic, to(ForSession, "reduced-literals"), "optimized-fixpoint/pairwise/auto"},
		{square, 26, automatic, to(ForSession, "reduced-literals"), "extended/pairwise/auto"},
		{sudoku, 1, automatic, to(ForCadical, "reduced-literals"), "optimized-lines/pairwise/auto"},
		{square, 1, automatic, to(ForCadical, "reduced-literals"), "optimized-fixpoint/pairwise/auto"},
		{square, 27, automatic, to(ForCadical, "many-tuples"), "optimized-fixpoint/pairwise/order"},
		{square, 27, automatic, to(ForSession, "many-tuples"), "extended/pairwise/auto"},
		{square, 27, automatic, to(ForSession, "many-tuples", "bounds-literals"), "extended/pairwise/order"},
		{square, 27, automatic, to(ForSession, "bounds-literals"), "extended/pairwise/auto"},
		{square, 27, automatic, to(ForSession, "wide-different"), "extended/product/auto"},
		{large, 250, automatic, to(ForSession), "optimized-fixpoint/pairwise/auto"},
		{different(6, 5), 0, automatic, to(ForSession), "extended/commander/auto"},
		{different(6, 5), 0, automatic, to(ForCounter), "extended/pairwise/auto"},
		{different(6, 6), 0, automatic, to(ForSession), "extended/pairwise/auto"},
		{different(30, 30, signs(1, -1)), 0, automatic, to(ForSession), "extended/product/auto"},
		{different(29, 30, signs(1, -1)), 0, automatic, to(ForSession), "extended/pairwise/auto"},
		{different(3, 30, signs(1, -1, -1)), 0, automatic, to(ForSession), "extended/pairwise/order"},
		{different(3, 30, signs(1, -1, -1)), 0, Options{AMO: Automatic}, to(ForSession), "extended/pairwise/auto"},
		{different(3, 30, signs(1, -1, -1), signs(1, 1, 1)), 0, automatic, to(ForSession), "extended/pairwise/auto"},
		{different(3, 200, signs(1, -1, -1)), 0, automatic, to(ForSession), "extended/pairwise/auto"},
		{different(4, 16, signs(1, 1, 1, 1)), 0, automatic, to(ForMinisat), "extended/pairwise/order"},
		{different(5, 10, signs(1, 1, 1, 1, 1)), 0, automatic, to(ForMinisat), "extended/pairwise/auto"},
		{bits, 1, automatic, to(ForCadical), "optimized-fixpoint/pairwise/auto"},
		{bits, 1, Options{Cells: Automatic, Bare: true}, to(ForCadical), "extended/pairwise/auto"},
	} {
		got := Resolve(test.m, make(model.Cube, test.givens), test.options, test.purpose)
		if got.String() != test.want {
			t.Errorf("%d: %v, expected %s", i, got, test.want)
		}
		if got.DependsOnCube() && !Varies(test.m, test.options, test.purpose) {
			t.Errorf("%d: %v depends on the cube, but no cube changes the formula", i, got)
		}
	}
}
