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
	low := func(names ...string) Options {
		o := automatic
		o.Thresholds = engine.Options{}
		for _, name := range names {
			o.Thresholds[name] = "1"
		}
		return o
	}
	for i, test := range []struct {
		m       *model.Model
		givens  int
		options Options
		solver  string
		want    string
	}{
		{sudoku, 17, automatic, ForSession, "extended/pairwise/auto"},
		{sudoku, 17, automatic, ForCadical, "optimized-fixpoint/pairwise/auto"},
		{sudoku, 17, automatic, ForMinisat, "optimized-fixpoint/pairwise/auto"},
		{sudoku, 17, automatic, ForCounter, "optimized-fixpoint/pairwise/auto"},
		{sudoku, 17, automatic, ForProof, "extended/pairwise/auto"},
		{sudoku, 0, automatic, ForCadical, "extended/pairwise/auto"},
		{sudoku, 17, Options{}, ForCadical, "extended/pairwise/auto"},
		{sudoku, 17, Options{Cells: "minimal", AMO: Automatic}, ForCadical, "minimal/pairwise/auto"},
		{sudoku, 17, Options{Cells: Automatic, AMO: "binary", Linear: "mdd"}, ForCadical, "optimized-fixpoint/binary/mdd"},
		{sudoku, 27, low(reducedLiterals.Name), ForSession, "optimized-fixpoint/pairwise/auto"},
		{sudoku, 26, low(reducedLiterals.Name), ForSession, "extended/pairwise/auto"},
		{square, 27, low(reducedLiterals.Name), ForSession, "optimized-fixpoint/pairwise/auto"},
		{square, 26, low(reducedLiterals.Name), ForSession, "extended/pairwise/auto"},
		{sudoku, 1, low(reducedLiterals.Name), ForCadical, "optimized-lines/pairwise/auto"},
		{square, 1, low(reducedLiterals.Name), ForCadical, "optimized-fixpoint/pairwise/auto"},
		{square, 27, low(manyTuples.Name), ForCadical, "optimized-fixpoint/pairwise/order"},
		{square, 27, low(manyTuples.Name), ForSession, "extended/pairwise/auto"},
		{square, 27, low(manyTuples.Name, boundsLiterals.Name), ForSession, "extended/pairwise/order"},
		{square, 27, low(boundsLiterals.Name), ForSession, "extended/pairwise/auto"},
		{square, 27, low(wideDifferent.Name), ForSession, "extended/product/auto"},
		{large, 250, automatic, ForSession, "optimized-fixpoint/pairwise/auto"},
		{different(6, 5), 0, automatic, ForSession, "extended/commander/auto"},
		{different(6, 5), 0, automatic, ForCounter, "extended/pairwise/auto"},
		{different(6, 6), 0, automatic, ForSession, "extended/pairwise/auto"},
		{different(30, 30, signs(1, -1)), 0, automatic, ForSession, "extended/product/auto"},
		{different(29, 30, signs(1, -1)), 0, automatic, ForSession, "extended/pairwise/auto"},
		{different(3, 30, signs(1, -1, -1)), 0, automatic, ForSession, "extended/pairwise/order"},
		{different(3, 30, signs(1, -1, -1)), 0, Options{AMO: Automatic}, ForSession, "extended/pairwise/auto"},
		{different(3, 30, signs(1, -1, -1), signs(1, 1, 1)), 0, automatic, ForSession, "extended/pairwise/auto"},
		{different(3, 200, signs(1, -1, -1)), 0, automatic, ForSession, "extended/pairwise/auto"},
		{different(4, 16, signs(1, 1, 1, 1)), 0, automatic, ForMinisat, "extended/pairwise/order"},
		{different(5, 10, signs(1, 1, 1, 1, 1)), 0, automatic, ForMinisat, "extended/pairwise/auto"},
		{bits, 1, automatic, ForCadical, "optimized-fixpoint/pairwise/auto"},
		{bits, 1, Options{Cells: Automatic, Bare: true}, ForCadical, "extended/pairwise/auto"},
	} {
		purpose := Purpose{test.solver}
		got := Resolve(test.m, make(model.Cube, test.givens), test.options, purpose)
		if got.String() != test.want {
			t.Errorf("%d: %v, expected %s", i, got, test.want)
		}
		if got.DependsOnCube() && !Varies(test.m, test.options, purpose) {
			t.Errorf("%d: %v depends on the cube, but no cube changes the formula", i, got)
		}
	}
}
