package encode

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/encode/formula"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// The tests of this file range over the registries, so they test encodings that are added later too.

// atMostOne writes that at most one of the literals is true, over n variables, in the named way.
func atMostOne(t rapid.TB, name string, n int, literals []Literal, excluded func(i, j int) bool) (*Formula, *Map) {
	t.Helper()
	m := &model.Model{}
	for i := range n {
		m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(1, 1)) // one literal each
	}
	written := &Formula{}
	options := Options{AMO: name}
	encoding, err := options.Encoding()
	if err != nil {
		t.Fatal(err)
	}
	c, err := formula.New(context.Background(), m, nil, options, encoding, written)
	if err != nil {
		t.Fatal(err)
	}
	c.AtMostOne(literals, excluded)
	return written, c.Map
}

// checkAtMostOne compares with the truth table: an assignment of the inputs extends to the auxiliary variables if and only if at
// most one input is true, and in only one way unless the encoding says otherwise. Excluded pairs may be left to other clauses;
// here each gets its own clause.
func checkAtMostOne(t rapid.TB, name string, literals []Literal, excluded func(i, j int) bool) {
	t.Helper()
	n := len(literals)
	formula, vm := atMostOne(t, name, n, literals, excluded)
	checkForm(t, formula.Clauses, n, vm.Variables())
	if twice := repeated(formula.Clauses); twice != nil {
		t.Errorf("%d literals: written twice: %v", n, twice)
	}
	clauses := formula.Clauses
	if excluded != nil {
		for i := range n {
			for j := range i {
				if excluded(i, j) {
					clauses = append(clauses, []Literal{-literals[i], -literals[j]})
				}
			}
		}
	}
	extensions := make([]int, 1<<n) // by the set of true literals
	eachModel(t, clauses, vm.Variables(), func(isTrue func(Literal) bool) {
		set := 0
		for i, l := range literals {
			if isTrue(l) {
				set |= 1 << i
			}
		}
		extensions[set]++
	})
	for set, found := range extensions {
		atMostOne := set&(set-1) == 0
		if atMostOne != (found > 0) {
			t.Errorf("%d literals, of which %b are true: satisfiable %t, expected %t", n, set, found > 0, atMostOne)
		}
		if found > 1 && !vm.Projected() {
			t.Errorf("%d literals, of which %b are true: %d models, expected one", n, set, found)
		}
	}
}

func TestAtMostOneTruthTable(t *testing.T) {
	for _, name := range AtMostOnes.Names() {
		t.Run(name, func(t *testing.T) {
			for n := range 9 {
				literals := make([]Literal, n)
				for i := range literals {
					literals[i] = Literal(i + 1)
				}
				checkAtMostOne(t, name, literals, nil)
				for i := range literals {
					literals[i] *= Literal(1 - 2*(i%2))
				}
				checkAtMostOne(t, name, literals, nil)
			}
		})
	}
}

// At some sizes encodings change their shape, and truth tables are too large. There a solver shows that no two literals are true
// together, that none may be true, and that each may be true alone.
func TestAtMostOneOfMany(t *testing.T) {
	for _, name := range AtMostOnes.Names() {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{9, 10, 15, 16, 17, 25, 28, 36} {
				literals := make([]Literal, n)
				for i := range literals {
					literals[i] = Literal(i+1) * Literal(1-2*(i%2))
				}
				formula, _ := atMostOne(t, name, n, literals, nil)
				solver := gini.New()
				for _, clause := range formula.Clauses {
					for _, l := range clause {
						solver.Add(z.Dimacs2Lit(int(l)))
					}
					solver.Add(z.LitNull)
				}
				holds := func(literals ...Literal) bool {
					for _, l := range literals {
						solver.Assume(z.Dimacs2Lit(int(l)))
					}
					return solver.Solve() == 1
				}
				negated := make([]Literal, n)
				for i, l := range literals {
					negated[i] = -l
				}
				if !holds(negated...) {
					t.Errorf("none of %d literals cannot be true", n)
				}
				for i, l := range literals {
					if negated[i] = l; !holds(negated...) {
						t.Errorf("of %d literals number %d cannot be true alone", n, i)
					}
					negated[i] = -l
					for j := range i {
						if holds(l, literals[j]) {
							t.Errorf("of %d literals numbers %d and %d may be true together", n, j, i)
						}
					}
				}
			}
		})
	}
}

func TestAtMostOneWithExcludedPairs(t *testing.T) {
	for _, name := range AtMostOnes.Names() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n := rapid.IntRange(2, 7).Draw(t, "literals")
				var pairs [7][7]bool
				for i := range n {
					for j := range i {
						pairs[i][j] = rapid.Bool().Draw(t, "excluded")
						pairs[j][i] = pairs[i][j]
					}
				}
				literals := make([]Literal, n)
				for i := range literals {
					literals[i] = Literal(i+1) * Literal(rapid.SampledFrom([]int{-1, 1}).Draw(t, "sign"))
				}
				checkAtMostOne(t, name, literals, func(i, j int) bool { return pairs[i][j] })
			})
		})
	}
}

// checkModel compares the formula of a model with brute force: each solution has models, only one unless the encoding says
// otherwise, and each model is a solution. It returns the clauses.
func checkModel(t rapid.TB, m *model.Model, options Options) [][]Literal {
	t.Helper()
	formula, vm := compile(t, m, options)
	own := 0
	for v := range m.Variables {
		if !vm.Fixed(model.Var(v)) {
			own += vm.Left(model.Var(v)).Size()
		}
	}
	if vm.ModelVariables() != own {
		t.Fatalf("%v: %d variables stand for values, expected %d", options, vm.ModelVariables(), own)
	}
	checkForm(t, formula.Clauses, own, vm.Variables())
	whole := *m
	whole.Outputs = nil
	again, open := compile(t, &whole, options)
	if diff := cmp.Diff(formula, again); diff != "" {
		t.Fatalf("%v: compiled twice, the second time without outputs (-first +second):\n%s", options, diff)
	}

	models := map[string]int{}
	for _, a := range modeltest.BruteForce(&whole, nil) {
		models[modeltest.Key(&whole, a)] = 0
	}
	a := make(model.Assignment, len(m.Variables))
	eachModel(t, formula.Clauses, vm.Variables(), func(isTrue func(Literal) bool) {
		if err := vm.Decode(isTrue, a); err != nil {
			t.Fatalf("%v: %v", options, err)
		}
		models[modeltest.Key(&whole, a)]++
		if err := m.Check(a); err != nil {
			t.Fatalf("%v: a model of the formula is no solution: %v", options, err)
		}
	})
	for solution, found := range models {
		switch {
		case found == 0:
			t.Fatalf("%v: no model of the formula for the solution %s", options, solution)
		case found > 1 && !open.Projected():
			t.Fatalf("%v: %d models for the solution %s, expected one", options, found, solution)
		}
	}
	if want := open.Projected() || m.Projected(); vm.Projected() != want {
		t.Fatalf("%v: projected %t, expected %t", options, vm.Projected(), want)
	}
	return formula.Clauses
}

// TestRandomModels runs each registered part on random models, with the other parts drawn at random.
func TestRandomModels(t *testing.T) {
	for _, part := range eachPart() {
		t.Run(part.Cells+part.AMO+part.Linear+part.Rules, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkModel(t, modeltest.Random(t), drawOptions(t, part)) })
		})
	}
}

// randomLinear draws a model of one linear constraint: all sorts of domains, coefficients of both signs, and bounds that are
// missing, impossible or always met. Some variables may be all-different, perhaps twice.
func randomLinear(t *rapid.T) *model.Model {
	m := &model.Model{}
	c := &model.Linear{Lo: model.NoLower, Hi: model.NoUpper}
	var vars []model.Var
	for i := range rapid.IntRange(1, 4).Draw(t, "variables") {
		values := rapid.SliceOfN(rapid.IntRange(-3, 5), 1, 4).Draw(t, "values")
		vars = append(vars, m.AddVariable(fmt.Sprintf("x%d", i), model.Values(values...)))
	}
	for _, v := range vars[:rapid.IntRange(1, len(vars)).Draw(t, "terms")] {
		coefficient := rapid.IntRange(-3, 3).Filter(func(a int) bool { return a != 0 }).Draw(t, "coefficient")
		c.Terms = append(c.Terms, model.Term{Coefficient: coefficient, Var: v})
	}
	lo := rapid.IntRange(-40, 40).Draw(t, "lower bound")
	hi := lo + rapid.IntRange(0, 60).Draw(t, "width")
	bounds := rapid.IntRange(0, 2).Draw(t, "bounds")
	if bounds != 1 {
		c.Lo = lo
	}
	if bounds != 2 {
		c.Hi = hi
	}
	m.Constraints = append(m.Constraints, c)
	for range rapid.IntRange(0, 2).Draw(t, "all-different constraints") {
		subset := rapid.SliceOfNDistinct(rapid.SampledFrom(vars), 1, len(vars), rapid.ID[model.Var]).Draw(t, "subset")
		m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: subset})
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSumEncodings(t *testing.T) {
	for _, name := range LinearEncodings.Names() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				options := drawOptions(t, Options{Linear: name})
				m := randomLinear(t)
				clauses := checkModel(t, m, options)
				// The sum may repeat clauses of cells and all-different constraints, and one of its bounds a unit clause of the
				// other.
				m.Constraints = m.Constraints[1:]
				rest, _ := compile(t, m, options)
				said := map[string]bool{}
				for _, clause := range rest.Clauses {
					said[fmt.Sprint(slices.Sorted(slices.Values(clause)))] = true
				}
				clauses = slices.DeleteFunc(clauses, func(clause []Literal) bool {
					return len(clause) == 1 || said[fmt.Sprint(slices.Sorted(slices.Values(clause)))]
				})
				// If a lowered threshold leaves a block unexamined, its lines may exclude the same values.
				if twice := repeated(clauses); twice != nil && !options.Published && !options.Implied && options.Limits == nil {
					t.Errorf("written twice: %v", twice)
				}
			})
		})
	}
}

// TestReifiedSums runs every linear encoding under conditions. The gaps of sums are written tuple by tuple, and by sides.
func TestReifiedSums(t *testing.T) {
	for _, name := range LinearEncodings.Names() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := randomLinear(t)
				sum := m.Constraints[0].(*model.Linear)
				c := &model.ReifiedLinear{Terms: sum.Terms, Lo: sum.Lo, Hi: sum.Hi, Outside: rapid.Bool().Draw(t, "outside")}
				if rapid.Bool().Draw(t, "condition") {
					condition := m.AddVariable("condition", model.Interval(0, rapid.IntRange(0, 2).Draw(t, "highest")))
					atom := model.Is(condition, rapid.SliceOf(rapid.IntRange(0, 2)).Draw(t, "set")...)
					c.If, c.Half = &atom, rapid.Bool().Draw(t, "half")
				}
				m.Constraints[0] = c
				checkModel(t, m, drawOptions(t, Options{Linear: name}))
			})
		})
	}
}

// TestSumsOnEitherSide has a sum of many tuples outside its bounds, with a variable for the side: the formula has one model for
// each solution.
func TestSumsOnEitherSide(t *testing.T) {
	for _, half := range []bool{false, true} {
		m := &model.Model{}
		c := &model.ReifiedLinear{Lo: 31, Hi: 34, Outside: half, If: &model.In{Values: model.Values(1)}, Half: half}
		for i := range 5 {
			v := m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(0, 7))
			c.Terms = append(c.Terms, model.Term{Coefficient: 1, Var: v})
			m.Constraints = append(m.Constraints, &model.Rule{Formula: model.Is(v, 6, 7)})
		}
		c.If.Var = m.AddVariable("condition", model.Interval(0, 1))
		m.Constraints = append(m.Constraints, c)
		_, plain := compile(t, &model.Model{Variables: m.Variables, Constraints: m.Constraints[:5]}, Options{})
		checkModel(t, m, Options{})
		if _, with := compile(t, m, Options{}); with.Variables() == plain.Variables() {
			t.Error("no variable says on which side the sum is")
		}
	}
}

// TestSumsBeyondTheRoomForGates lowers the room for gates to each size in turn: where it ends, nothing of the gates stays that
// excludes a solution.
func TestSumsBeyondTheRoomForGates(t *testing.T) {
	m := &model.Model{}
	sum := &model.Linear{Lo: model.NoLower, Hi: 5}
	for i, weight := range []int{1, 2, -3, -1, 4, 2, 1} {
		v := m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(0, 1))
		sum.Terms = append(sum.Terms, model.Term{Coefficient: weight, Var: v})
	}
	for hi := range 7 {
		sum.Hi = hi
		m.Constraints = []model.Constraint{sum}
		for room := range 40 {
			checkModel(t, m, Options{Limits: engine.LimitsOf[Limits](engine.Options{
				"diagram-edges": strconv.Itoa(room + 1), "few-tuples": "1", "few-tuples-together": "1",
			})})
		}
	}
}

// TestSumNumbers compares sizes with figures worked out by hand, for 13 ≤ x + y + z ≤ 17 over 1 to 9.
func TestSumNumbers(t *testing.T) {
	m := &model.Model{}
	for i := range 3 {
		m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(1, 9))
	}
	cells := sizeOf(t, m, Options{})
	m.Constraints = []model.Constraint{model.Sum("", 13, 17, m.OutputVars()...)}
	for name, want := range map[string]struct{ variables, clauses int }{
		"support": {0, 3 * 81},                  // each of 81 choices of two values leaves the third at most 5 of its values
		"order":   {3 * 7, 3*(7*4+1) + 52 + 52}, // 52 triples sum to 18, and as many to 12; if x ≥ 9 and y ≥ 8, then z ≥ 1 excludes nothing
		"mdd":     {75 + 13 + 45, 566},          // 75 pairs of values sum to 4 to 16: 75 edges lead to 13 nodes, and 45 edges leave these
	} {
		size := sizeOf(t, m, Options{Linear: name})
		if size.Variables-cells.Variables != want.variables || size.Clauses-cells.Clauses != int64(want.clauses) {
			t.Errorf("%s: %+v beside %+v of the cells, expected %+v more", name, size, cells, want)
		}
	}
}

// TestCellsWriteEachClauseOnce has all-different constraints that share variables, repeat each other, and have as many variables
// as values. Other kinds of constraints may repeat these clauses: see Options.
func TestCellsWriteEachClauseOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	for _, name := range CellEncodings.Names() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := &model.Model{}
				var vars []model.Var
				for i := range rapid.IntRange(1, 4).Draw(t, "variables") {
					values := rapid.SliceOfN(rapid.IntRange(1, 4), 1, 4).Draw(t, "values")
					vars = append(vars, m.AddVariable(fmt.Sprintf("x%d", i), model.Values(values...)))
				}
				for range rapid.IntRange(1, 4).Draw(t, "all-different constraints") {
					subset := rapid.SliceOfNDistinct(rapid.SampledFrom(vars), 1, len(vars), rapid.ID[model.Var]).Draw(t, "subset")
					m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: subset})
				}
				options := drawOptions(t, Options{Cells: name})
				clauses := checkModel(t, m, options)
				if twice := repeated(clauses); twice != nil && !options.Published && !options.Implied {
					t.Errorf("written twice: %v", twice)
				}
			})
		})
	}
	for options := range eachOptions {
		models := []*model.Model{must(model.Sudoku(1, 4)), must(model.Sudoku(2, 2))}
		if modeltest.Long() {
			models = append(models, must(model.QuasiMagic(3, 2)))
		}
		for _, m := range models {
			formula, _ := compile(t, m, options)
			if twice := repeated(formula.Clauses); twice != nil {
				t.Errorf("%s, %v: written twice: %v", m.Name, options, twice)
			}
		}
	}
}

func TestTables(t *testing.T) {
	m := &model.Model{}
	x := m.AddVariable("x", model.Interval(1, 3))
	y := m.AddVariable("y", model.Values(0, 2))
	z := m.AddVariable("z", model.Interval(5, 5))
	for _, test := range []struct {
		name      string
		vars      []model.Var
		tuples    [][]int
		allowed   int // solutions if the tuples are allowed; if they are forbidden, the solutions are the other assignments
		forbidden int
	}{
		{"no tuple", []model.Var{x, y}, nil, 0, 6},
		{"some tuples", []model.Var{x, y}, [][]int{{1, 0}, {3, 2}}, 2, 4},
		{"a tuple twice", []model.Var{x, y}, [][]int{{1, 0}, {1, 0}}, 1, 5},
		{"outside the domains", []model.Var{x, y}, [][]int{{4, 0}, {1, 1}, {2, 2}}, 1, 5},
		{"only outside the domains", []model.Var{x, y}, [][]int{{9, 9}}, 0, 6},
		{"every tuple", []model.Var{x, y}, [][]int{{1, 0}, {2, 0}, {3, 0}, {1, 2}, {2, 2}, {3, 2}}, 6, 0},
		{"one variable", []model.Var{x}, [][]int{{1}, {3}, {7}}, 4, 2},
		{"one value", []model.Var{z}, [][]int{{5}}, 6, 0},
		{"three variables", []model.Var{z, y, x}, [][]int{{5, 0, 1}, {5, 2, 3}, {5, 0, 3}, {6, 0, 1}}, 3, 3},
	} {
		for _, forbidden := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/forbidden=%t", test.name, forbidden), func(t *testing.T) {
				m.Constraints = []model.Constraint{&model.Table{Vars: test.vars, Tuples: test.tuples, Forbidden: forbidden}}
				want := test.allowed
				if forbidden {
					want = test.forbidden
				}
				if got := len(modeltest.BruteForce(m, nil)); got != want {
					t.Fatalf("the model has %d solutions, expected %d", got, want)
				}
				for options := range eachOptions {
					if twice := repeated(checkModel(t, m, options)); twice != nil {
						t.Errorf("written twice: %v", twice)
					}
				}
			})
		}
	}
}

func TestRules(t *testing.T) {
	m := &model.Model{}
	x := m.AddVariable("x", model.Interval(1, 3))
	y := m.AddVariable("y", model.Interval(1, 3))
	z := m.AddVariable("z", model.Values(0, 7))
	atoms := []model.Formula{model.Is(x, 1), model.Is(y, 1, 2), model.Is(z, 7), model.Is(x, 1, 3)}
	pair := model.And{model.Is(x, 1, 2), model.Is(y, 2)}
	for _, test := range []struct {
		formula model.Formula
		want    int // solutions among the 18 assignments
	}{
		{model.And{}, 18},
		{model.Or{}, 0},
		{model.Not{Of: model.And{}}, 0},
		{model.Not{Of: model.Or{}}, 18},
		{model.Is(x, 2), 6},
		{model.Not{Of: model.Is(x, 2)}, 12},
		{model.Is(x), 0},
		{model.Is(x, 4, 9), 0},
		{model.Is(x, 1, 2, 3, 4), 18},
		{model.Or{model.Is(x, 4), model.Is(y, 2)}, 6},
		{model.Or{model.Is(x, 1), model.Is(x, 2, 3)}, 18},
		{model.And{model.Is(x, 1), model.Is(x, 2)}, 0},
		{model.Implies{If: model.Is(x, 1), Then: model.Is(y, 1)}, 14},
		{model.Not{Of: model.Implies{If: model.Is(x, 1), Then: model.Is(y, 1)}}, 4},
		{model.Implies{If: model.And{}, Then: model.Or{}}, 0},
		{model.Or{pair, model.Is(z, 7)}, 11},
		{model.Not{Of: model.Or{pair, model.Is(z, 7)}}, 7},
		{model.Or{model.Not{Of: model.Or{model.Is(x, 1), model.Is(y, 1)}}, model.Is(z, 0)}, 13},
		{model.Or{model.Implies{If: pair, Then: pair}, pair}, 18},
		{model.Or{model.Not{Of: model.Implies{If: model.Is(x, 1), Then: model.Is(y, 1)}}, model.Is(z, 0)}, 11},
		{model.Count{Kind: model.AtMost, K: -1, Of: atoms}, 0},
		{model.Count{Kind: model.AtMost, K: math.MinInt, Of: atoms}, 0},
		{model.Count{Kind: model.AtMost, K: 0, Of: atoms}, 1},
		{model.Count{Kind: model.AtMost, K: 3, Of: atoms}, 16},
		{model.Count{Kind: model.AtMost, K: 4, Of: atoms}, 18},
		{model.Count{Kind: model.AtMost, K: math.MaxInt, Of: atoms}, 18},
		{model.Count{Kind: model.AtLeast, K: math.MinInt, Of: atoms}, 18},
		{model.Count{Kind: model.AtLeast, K: 0, Of: atoms}, 18},
		{model.Count{Kind: model.AtLeast, K: 4, Of: atoms}, 2},
		{model.Count{Kind: model.AtLeast, K: 5, Of: atoms}, 0},
		{model.Count{Kind: model.AtLeast, K: math.MaxInt, Of: atoms}, 0},
		{model.Count{Kind: model.AtLeast, K: 1}, 0},
		{model.Count{Kind: model.Exactly, K: 0}, 18},
		{model.Count{Kind: model.Exactly, K: -1, Of: atoms}, 0},
		{model.Count{Kind: model.Exactly, K: 4, Of: atoms}, 2},
		{model.Count{Kind: model.Exactly, K: math.MaxInt, Of: atoms}, 0},
		{model.Count{Kind: model.Exactly, K: math.MinInt, Of: atoms}, 0},
		{model.Count{Kind: model.Exactly, K: 1, Of: []model.Formula{model.And{}, model.Is(x, 1)}}, 12},
		{model.Count{Kind: model.Exactly, K: 2, Of: []model.Formula{model.Is(x, 1), model.Is(x, 1)}}, 6},
		{model.Not{Of: model.Count{Kind: model.Exactly, K: 2, Of: []model.Formula{model.Is(x, 1), model.Is(y, 1), pair}}}, 14},
	} {
		t.Run(fmt.Sprintf("%T%v", test.formula, test.formula), func(t *testing.T) {
			for _, formula := range []struct {
				model.Formula
				want int
			}{{test.formula, test.want}, {model.Not{Of: test.formula}, 18 - test.want}} {
				m.Constraints = []model.Constraint{&model.Rule{Formula: formula.Formula}}
				if got := len(modeltest.BruteForce(m, nil)); got != formula.want {
					t.Fatalf("%v has %d solutions, expected %d", formula.Formula, got, formula.want)
				}
				for _, name := range RuleEncodings.Names() {
					checkModel(t, m, Options{Rules: name})
				}
			}
		})
	}
}

// TestCountsAreGatesOnce checks that a count and its negation share their gates.
func TestCountsAreGatesOnce(t *testing.T) {
	m := &model.Model{}
	var atoms []model.Formula
	for i := range 5 {
		atoms = append(atoms, model.Is(m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(0, 1)), 1))
	}
	once := &model.Rule{Formula: model.Count{Kind: model.Exactly, K: 2, Of: atoms}}
	m.Constraints = []model.Constraint{once}
	_, vm := compile(t, m, Options{})
	m.Constraints = append(m.Constraints, once, &model.Rule{Formula: model.Count{Kind: model.AtLeast, K: 2, Of: slices.Clone(atoms)}})
	_, same := compile(t, m, Options{})
	if vm.Variables() != same.Variables() {
		t.Errorf("%d variables with the rule once, %d with it repeated", vm.Variables(), same.Variables())
	}
}

// TestSupportForbidsHopelessValues has a value that no other values complete. A unit clause excludes it for the first two terms,
// which the search assigns while the others are open. So no decision is needed to see it.
func TestSupportForbidsHopelessValues(t *testing.T) {
	for hopeless := range 2 {
		m := &model.Model{}
		var vars []model.Var
		for i := range 3 {
			values := model.Interval(1, 3)
			if i == hopeless {
				values = model.Values(1, 100)
			}
			vars = append(vars, m.AddVariable(fmt.Sprintf("x%d", i), values))
		}
		m.Constraints = []model.Constraint{model.Sum("", 3, 7, vars...)}
		formula, vm := compile(t, m, Options{Linear: "support"})
		unit := []Literal{-vm.Literal(vars[hopeless], 100)}
		if !slices.ContainsFunc(formula.Clauses, func(clause []Literal) bool { return slices.Equal(clause, unit) }) {
			t.Errorf("x%d = 100: no clause %v in %v", hopeless, unit, formula.Clauses)
		}
	}
}
