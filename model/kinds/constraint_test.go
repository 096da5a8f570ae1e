package kinds

import (
	"math"
	"qmsat/model"
	"strings"
	"testing"
)

// three returns a model of three variables 0..4 with the given constraints.
func three(constraints ...model.Constraint) *model.Model {
	m := &model.Model{Constraints: constraints}
	for _, name := range []string{"a", "b", "c"} {
		m.AddVariable(name, model.Interval(0, 4))
	}
	return m
}

func TestHolds(t *testing.T) {
	yes, no := model.Is(0, 1, 3), model.Is(0, 2) // under a = 1, 2, 3
	for _, c := range []struct {
		name       string
		constraint model.Constraint
		holds      []model.Assignment
		fails      []model.Assignment
	}{
		{"all-different", &model.AllDifferent{Vars: []model.Var{0, 1, 2}},
			[]model.Assignment{{0, 1, 2}, {4, 0, 3}}, []model.Assignment{{1, 1, 2}, {1, 2, 1}, {2, 1, 1}, {3, 3, 3}}},
		{"all-different of some", &model.AllDifferent{Vars: []model.Var{0, 2}}, []model.Assignment{{1, 1, 2}}, []model.Assignment{{1, 0, 1}}},
		{"all-different of one", &model.AllDifferent{Vars: []model.Var{1}}, []model.Assignment{{1, 1, 1}}, nil},
		{"sum", model.Sum("", 5, 6, 0, 1, 2), []model.Assignment{{1, 2, 2}, {4, 0, 2}}, []model.Assignment{{1, 1, 2}, {4, 1, 2}}},
		{"linear", &model.Linear{Terms: []model.Term{{Coefficient: 2, Var: 0}, {Coefficient: -3, Var: 1}}, Lo: -1, Hi: 1},
			[]model.Assignment{{1, 1, 0}, {3, 2, 0}, {0, 0, 4}}, []model.Assignment{{0, 1, 0}, {1, 0, 0}, {1, 2, 4}}},
		{"lower bound only", model.Sum("", 8, model.NoUpper, 0, 1), []model.Assignment{{4, 4, 0}}, []model.Assignment{{4, 3, 4}}},
		{"upper bound only", model.Sum("", model.NoLower, 0, 0, 1), []model.Assignment{{0, 0, 4}}, []model.Assignment{{0, 1, 0}}},
		{"allowed", &model.Table{Vars: []model.Var{2, 0}, Tuples: [][]int{{1, 2}, {3, 4}, {9, 9}}},
			[]model.Assignment{{2, 0, 1}, {4, 4, 3}}, []model.Assignment{{1, 0, 2}, {4, 0, 1}, {2, 0, 3}}},
		{"none allowed", &model.Table{Vars: []model.Var{0}}, nil, []model.Assignment{{0, 0, 0}}},
		{"forbidden", &model.Table{Vars: []model.Var{2, 0}, Tuples: [][]int{{1, 2}, {3, 4}}, Forbidden: true},
			[]model.Assignment{{1, 0, 2}, {4, 0, 1}}, []model.Assignment{{2, 0, 1}, {4, 1, 3}}},
		{"none forbidden", &model.Table{Vars: []model.Var{0}, Forbidden: true}, []model.Assignment{{0, 0, 0}}, nil},
		{"largest", &Extremum{Of: []model.Var{0, 1}, Result: 2, Max: true},
			[]model.Assignment{{1, 3, 3}, {4, 0, 4}, {2, 2, 2}}, []model.Assignment{{1, 3, 1}, {4, 0, 3}, {0, 0, 1}}},
		{"smallest", &Extremum{Of: []model.Var{0, 1}, Result: 2}, []model.Assignment{{1, 3, 1}, {4, 0, 0}}, []model.Assignment{{1, 3, 3}, {4, 1, 0}}},
		{"largest of itself and another", &Extremum{Of: []model.Var{2, 0, 0}, Result: 2, Max: true},
			[]model.Assignment{{1, 0, 1}, {1, 4, 3}}, []model.Assignment{{2, 0, 1}}},
		{"element", &Element{Index: 0, Of: []model.Var{1, 1, 0}, Result: 2},
			[]model.Assignment{{1, 4, 4}, {2, 0, 0}, {3, 1, 3}}, []model.Assignment{{0, 4, 4}, {4, 4, 4}, {1, 4, 3}, {3, 3, 1}}},
		{"sum outside", &model.ReifiedLinear{Terms: []model.Term{{Coefficient: 1, Var: 0}, {Coefficient: -1, Var: 1}}, Lo: 0, Hi: 1, Outside: true},
			[]model.Assignment{{0, 1, 0}, {4, 2, 0}}, []model.Assignment{{1, 1, 0}, {3, 2, 0}}},
		{"sum exactly where", &model.ReifiedLinear{Terms: []model.Term{{Coefficient: 1, Var: 0}, {Coefficient: 1, Var: 1}}, Lo: 3, Hi: model.NoUpper, If: &model.In{Var: 2, Values: model.Values(1, 2)}},
			[]model.Assignment{{1, 2, 1}, {4, 4, 2}, {1, 1, 0}, {0, 0, 4}}, []model.Assignment{{1, 2, 0}, {4, 4, 3}, {1, 1, 1}}},
		{"sum outside at least where", &model.ReifiedLinear{Terms: []model.Term{{Coefficient: 2, Var: 0}}, Lo: 2, Hi: 4, Outside: true, If: &model.In{Var: 2, Values: model.Values(1)}, Half: true},
			[]model.Assignment{{0, 0, 1}, {3, 0, 1}, {1, 0, 0}, {3, 0, 0}}, []model.Assignment{{1, 0, 1}, {2, 0, 1}}},
		{"in", &model.Rule{Formula: model.In{Var: 0, Values: model.NewDomain(model.Range{Lo: 0, Hi: 1}, model.Range{Lo: 4, Hi: 9})}},
			[]model.Assignment{{0, 2, 2}, {1, 2, 2}, {4, 2, 2}}, []model.Assignment{{2, 0, 0}, {3, 1, 4}}},
		{"in nothing", &model.Rule{Formula: model.Is(0)}, nil, []model.Assignment{{0, 0, 0}}},
		{"and", &model.Rule{Formula: model.And{model.Is(0, 1), model.Is(1, 2)}}, []model.Assignment{{1, 2, 0}}, []model.Assignment{{1, 1, 0}, {2, 2, 0}, {0, 0, 0}}},
		{"empty and", &model.Rule{Formula: model.And{}}, []model.Assignment{{0, 0, 0}}, nil},
		{"or", &model.Rule{Formula: model.Or{model.Is(0, 1), model.Is(1, 2)}}, []model.Assignment{{1, 2, 0}, {1, 1, 0}, {2, 2, 0}}, []model.Assignment{{0, 0, 0}}},
		{"empty or", &model.Rule{Formula: model.Or{}}, nil, []model.Assignment{{0, 0, 0}}},
		{"not", &model.Rule{Formula: model.Not{Of: model.Is(0, 1)}}, []model.Assignment{{0, 1, 1}}, []model.Assignment{{1, 0, 0}}},
		{"implies", &model.Rule{Formula: model.Implies{If: model.Is(0, 1), Then: model.Is(1, 2)}},
			[]model.Assignment{{1, 2, 0}, {0, 0, 0}, {0, 2, 0}}, []model.Assignment{{1, 1, 0}}},
		{"at most 1", &model.Rule{Formula: model.Count{Kind: model.AtMost, K: 1, Of: []model.Formula{model.Is(0, 1), model.Is(1, 1), model.Is(2, 1)}}},
			[]model.Assignment{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, []model.Assignment{{1, 0, 1}, {1, 1, 1}}},
		{"at least 2", &model.Rule{Formula: model.Count{Kind: model.AtLeast, K: 2, Of: []model.Formula{model.Is(0, 1), model.Is(1, 1), model.Is(2, 1)}}},
			[]model.Assignment{{1, 0, 1}, {1, 1, 1}}, []model.Assignment{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}},
		{"exactly 2", &model.Rule{Formula: model.Count{Kind: model.Exactly, K: 2, Of: []model.Formula{model.Is(0, 1), model.Is(1, 1), model.Is(2, 1)}}},
			[]model.Assignment{{1, 0, 1}, {0, 1, 1}}, []model.Assignment{{0, 0, 0}, {1, 0, 0}, {1, 1, 1}}},
		{"the same part twice counts twice", &model.Rule{Formula: model.Count{Kind: model.Exactly, K: 2, Of: []model.Formula{yes, yes, no}}},
			[]model.Assignment{{1, 0, 0}, {3, 0, 0}}, []model.Assignment{{0, 0, 0}, {2, 0, 0}}},
		{"at most -1", &model.Rule{Formula: model.Count{Kind: model.AtMost, K: -1, Of: nil}}, nil, []model.Assignment{{0, 0, 0}}},
		{"at least 0", &model.Rule{Formula: model.Count{Kind: model.AtLeast, K: 0, Of: nil}}, []model.Assignment{{0, 0, 0}}, nil},
		{"nested", &model.Rule{Formula: model.Or{model.And{yes, model.Not{Of: no}}, model.Implies{If: model.Is(1, 0), Then: model.Is(2, 0)}}},
			[]model.Assignment{{1, 0, 1}, {0, 0, 0}, {0, 1, 1}}, []model.Assignment{{2, 0, 1}}},
		{"product", &Product{X: 0, Y: 1, Result: 2}, []model.Assignment{{2, 2, 4}, {0, 3, 0}, {1, 3, 3}}, []model.Assignment{{2, 2, 2}, {0, 3, 3}, {2, 1, 1}}},
		{"square", &Product{X: 0, Y: 0, Result: 2}, []model.Assignment{{2, 3, 4}, {1, 0, 1}}, []model.Assignment{{2, 2, 2}, {3, 1, 3}}},
		{"division", &Division{Dividend: 0, Divisor: 1, Quotient: 2, Remainder: 1},
			[]model.Assignment{}, []model.Assignment{{4, 2, 2}, {4, 0, 0}, {0, 0, 0}}},
		{"regular", &Regular{Vars: []model.Var{0, 2, 0}, States: 2, Start: 1, Lowest: 1, Accepting: []int{2}, Next: [][]int{{1, 2}, {0, 2}}},
			[]model.Assignment{{2, 0, 2}}, []model.Assignment{{2, 0, 1}, {1, 0, 1}, {1, 2, 2}, {0, 0, 2}, {3, 0, 2}}},
		{"regular from 0", &Regular{Vars: []model.Var{0, 1}, States: 2, Start: 1, Accepting: []int{1}, Next: [][]int{{2, 1}, {1, 0}}},
			[]model.Assignment{{0, 0, 4}, {1, 1, 0}}, []model.Assignment{{0, 1, 0}, {1, 0, 0}, {1, 2, 0}}},
		{"lexicographic", &Lexicographic{Smaller: []model.Var{0, 1}, Than: []model.Var{2, 2}},
			[]model.Assignment{{0, 4, 1}, {1, 0, 1}, {1, 1, 1}}, []model.Assignment{{2, 0, 1}, {1, 2, 1}}},
		{"strictly lexicographic", &Lexicographic{Smaller: []model.Var{0, 1}, Than: []model.Var{2, 2}, Strict: true},
			[]model.Assignment{{0, 4, 1}, {1, 0, 1}}, []model.Assignment{{2, 0, 1}, {1, 2, 1}, {1, 1, 1}}},
		{"lexicographic exactly where", &Lexicographic{Smaller: []model.Var{0, 0}, Than: []model.Var{0, 1}, If: &model.In{Var: 2, Values: model.Values(1)}},
			[]model.Assignment{{0, 4, 1}, {1, 1, 1}, {2, 1, 0}}, []model.Assignment{{2, 1, 1}, {1, 1, 0}, {0, 4, 2}}},
		{"lexicographic at least where", &Lexicographic{Smaller: []model.Var{0}, Than: []model.Var{1}, Strict: true, If: &model.In{Var: 2, Values: model.Values(1)}, Half: true},
			[]model.Assignment{{0, 4, 1}, {1, 1, 0}, {2, 1, 0}, {1, 2, 0}}, []model.Assignment{{2, 1, 1}, {1, 1, 1}}},
		{"connected", &Connected{Vars: []model.Var{2, 0, 1}, Edges: [][2]int{{0, 1}, {2, 1}}, Values: model.Values(1, 3)},
			[]model.Assignment{{0, 0, 0}, {0, 0, 1}, {1, 0, 3}, {1, 1, 1}, {3, 3, 2}}, []model.Assignment{{0, 1, 1}, {2, 3, 1}}},
		{"connected, of a size", &Connected{Vars: []model.Var{0, 1, 2}, Edges: [][2]int{{0, 1}}, Values: model.Values(1), Size: &model.Range{Lo: 1, Hi: 2}},
			[]model.Assignment{{1, 0, 0}, {1, 1, 0}, {0, 0, 1}}, []model.Assignment{{0, 0, 0}, {1, 1, 1}, {1, 0, 1}}},
		{"either", &Either{Of: [][]model.Constraint{{&model.AllDifferent{Vars: []model.Var{0, 1}}, model.Sum("", 3, 3, 0, 1)}, {model.Sum("", 4, 4, 2)}}},
			[]model.Assignment{{1, 2, 0}, {0, 3, 4}, {0, 0, 4}}, []model.Assignment{{1, 1, 0}, {0, 1, 3}, {2, 0, 2}}},
		{"circuit", &Circuit{Next: []model.Var{0, 2, 1}}, []model.Assignment{{2, 1, 3}, {3, 2, 1}}, []model.Assignment{{1, 2, 3}, {2, 3, 1}, {2, 1, 0}, {2, 2, 3}, {2, 4, 3}}},
		{"circuit of one", &Circuit{Next: []model.Var{1}}, []model.Assignment{{0, 1, 0}}, []model.Assignment{{1, 0, 1}, {1, 2, 1}}},
		{"division without remainder", &Division{Dividend: 0, Divisor: 1, Quotient: 1, Remainder: 2},
			[]model.Assignment{{4, 2, 0}, {1, 1, 0}}, []model.Assignment{{4, 1, 0}, {0, 0, 0}, {3, 2, 1}}},
	} {
		m := three(c.constraint)
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, a := range c.holds {
			if !c.constraint.Holds(a) || m.Check(a) != nil {
				t.Errorf("%s: does not hold for %v", c.name, a)
			}
		}
		for _, a := range c.fails {
			if c.constraint.Holds(a) || m.Check(a) == nil {
				t.Errorf("%s: holds for %v", c.name, a)
			}
		}
	}
}

// Division is truncated towards 0, and the remainder has the dividend's sign.
func TestDivisionOfNegatives(t *testing.T) {
	c := &Division{Dividend: 0, Divisor: 1, Quotient: 2, Remainder: 3}
	for _, a := range []model.Assignment{{7, 2, 3, 1}, {-7, 2, -3, -1}, {7, -2, -3, 1}, {-7, -2, 3, -1}, {-6, 3, -2, 0}, {0, -5, 0, 0}} {
		if !c.Holds(a) {
			t.Errorf("does not hold for %v", a)
		}
	}
	for _, a := range []model.Assignment{{-7, 2, -4, 1}, {7, -2, -4, -1}, {-7, -2, 4, 1}, {0, 0, 0, 0}, {7, 2, 2, 3}} {
		if c.Holds(a) {
			t.Errorf("holds for %v", a)
		}
	}
}

func TestScope(t *testing.T) {
	for _, c := range []struct {
		constraint model.Constraint
		want       string
	}{
		{&model.AllDifferent{Vars: []model.Var{2, 0}}, "c a"},
		{&model.Linear{Terms: []model.Term{{Coefficient: 5, Var: 1}, {Coefficient: 1, Var: 0}}}, "b a"},
		{&model.Table{Vars: []model.Var{1, 2}}, "b c"},
		{&Extremum{Of: []model.Var{1, 0, 1}, Result: 2}, "c b a"},
		{&Element{Index: 1, Of: []model.Var{0, 2, 0}, Result: 2}, "b c a"},
		{&model.ReifiedLinear{Terms: []model.Term{{Coefficient: 5, Var: 1}, {Coefficient: 1, Var: 0}}, If: &model.In{Var: 2, Values: model.Values(1)}}, "b a c"},
		{&model.Rule{Formula: model.Implies{If: model.Not{Of: model.Is(1, 3)}, Then: model.Count{Kind: model.AtMost, K: 1, Of: []model.Formula{model.Is(0, 1), model.And{model.Is(1, 2), model.Is(2, 2)}}}}}, "b a c"},
		{&model.Rule{Formula: model.Count{Kind: model.AtLeast, K: 1, Of: []model.Formula{model.Is(2, 1), model.Or{model.Is(0, 1)}, model.Count{Kind: model.Exactly, K: 1, Of: []model.Formula{model.Is(1, 1)}}}}}, "c a b"},
		{&model.Rule{Formula: model.And{}}, ""},
		{&Product{X: 2, Y: 0, Result: 2}, "c a"},
		{&Regular{Vars: []model.Var{2, 0, 2}, States: 1, Start: 1, Lowest: 1, Next: [][]int{{1}}}, "c a"},
		{&Division{Dividend: 1, Divisor: 1, Quotient: 0, Remainder: 2}, "b a c"},
		{&Lexicographic{Smaller: []model.Var{2, 0}, Than: []model.Var{0, 2}, If: &model.In{Var: 1, Values: model.Values(1)}}, "c a b"},
		{&Either{Of: [][]model.Constraint{{model.Sum("", 0, 1, 2, 0)}, {model.Sum("", 0, 1, 0), model.Sum("", 0, 1, 1)}}}, "c a b"},
	} {
		m := three(c.constraint)
		var names []string
		for _, v := range c.constraint.Scope() {
			names = append(names, m.NameOf(v))
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: scope %q, want %q", c.constraint.Kind(), got, c.want)
		}
	}
}

func TestCheckSays(t *testing.T) {
	m := three(
		&model.AllDifferent{Name: "row 1", Vars: []model.Var{0, 1, 2}},
		model.Sum("", 3, model.NoUpper, 0, 1),
		&model.Rule{Formula: model.Is(2, 0, 1)})
	for _, c := range []struct {
		a    model.Assignment
		want string
	}{
		{model.Assignment{1, 2, 0}, ""},
		{model.Assignment{1, 2}, "the assignment has 2 values, the model 3 variables"},
		{model.Assignment{1, 2, 3, 4}, "the assignment has 4 values, the model 3 variables"},
		{model.Assignment{1, 5, 0}, "b = 5 is outside 0..4"},
		{model.Assignment{1, 0, 1}, `all-different "row 1" on a … c does not hold`},
		{model.Assignment{0, 2, 1}, "linear on a … b does not hold"},
		{model.Assignment{3, 2, 4}, "rule on c does not hold"},
	} {
		if got := message(m.Check(c.a)); got != c.want {
			t.Errorf("Check(%v) = %q, want %q", c.a, got, c.want)
		}
	}
	if got := message(m.CheckCube(model.Assignment{1, 2, 0}, model.Cube{{Var: 0, Value: 1}, {Var: 2, Value: 0}})); got != "" {
		t.Errorf("CheckCube = %q, want none", got)
	}
	if got, want := message(m.CheckCube(model.Assignment{1, 2, 0}, model.Cube{{Var: 0, Value: 1}, {Var: 2, Value: 3}})), "c = 0, but 3 is given"; got != want {
		t.Errorf("CheckCube = %q, want %q", got, want)
	}
	want := "variable 3 = 3 is given, but the assignment has 3 values"
	if got := message(m.CheckCube(model.Assignment{1, 2, 0}, model.Cube{{Var: 3, Value: 3}})); got != want {
		t.Errorf("CheckCube = %q, want %q", got, want)
	}
}

// message returns the text of an error, or "" if there is none.
func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestValidateRefuses(t *testing.T) {
	with := func(change func(m *model.Model)) *model.Model {
		m := three()
		change(m)
		return m
	}
	constraint := func(c model.Constraint) *model.Model { return three(c) }
	grid := func(g *model.Grid, cells ...string) *model.Model {
		m := &model.Model{Grid: g}
		for _, name := range cells {
			m.AddVariable(name, model.Interval(1, 2))
		}
		return m
	}
	for _, c := range []struct {
		m    *model.Model
		want string
	}{
		{&model.Model{}, "the model has no variables"},
		{with(func(m *model.Model) { m.Name = "\xff" }), `model name "\xff": expected UTF-8 text`},
		{with(func(m *model.Model) { m.Variables[1].Name = "" }),
			`variable name "", expected a letter or underscore, then letters, digits and underscores`},
		{with(func(m *model.Model) { m.Variables[1].Name = "1a" }),
			`variable name "1a", expected a letter or underscore, then letters, digits and underscores`},
		{with(func(m *model.Model) { m.Variables[1].Name = "a-b\n" }),
			`variable name "a-b\n", expected a letter or underscore, then letters, digits and underscores`},
		{with(func(m *model.Model) { m.Variables[1].Name = "if" }), `variable name "if", expected another name: this is a keyword of model files`},
		{with(func(m *model.Model) { m.Variables[2].Name = "a" }), "variable a is declared twice"},
		{with(func(m *model.Model) { m.Variables[1].Domain = model.Domain{} }), "variable b has no values"},
		{with(func(m *model.Model) { m.Variables[1].Domain = model.Interval(0, model.MaxNumber+1) }),
			"variable b has the values 0..4503599627370497, expected numbers within ±2^52"},
		{with(func(m *model.Model) { m.Variables[1].Domain = model.Values(-model.MaxNumber-1, 5) }),
			"variable b has the values -4503599627370497,5, expected numbers within ±2^52"},
		{with(func(m *model.Model) { m.Outputs = []model.Var{} }), "the model has no outputs"},
		{with(func(m *model.Model) { m.Outputs = []model.Var{0, 3} }), "outputs: variable number 3, expected 0 to 2"},
		{with(func(m *model.Model) { m.Outputs = []model.Var{2, 0, 2} }), "outputs: c appears twice, expected once"},

		{grid(&model.Grid{Rows: 0, Columns: 1}, "r1c1"),
			"grid: 0 rows and 1 columns, expected at least one of each and 1 to 10000 cells"},
		{grid(&model.Grid{Rows: 1 << 32, Columns: 1 << 32}, "r1c1"),
			"grid: 4294967296 rows and 4294967296 columns, expected at least one of each and 1 to 10000 cells"},
		{grid(&model.Grid{Rows: 1, Columns: 2, BoxRows: 1, BoxColumns: 3}, "r1c1", "r1c2"), "grid: boxes of 1×3 do not tile 1×2 cells"},
		{grid(&model.Grid{Rows: 1, Columns: 2, BoxRows: 1}, "r1c1", "r1c2"), "grid: boxes of 1×0 do not tile 1×2 cells"},
		{grid(&model.Grid{Rows: 2, Columns: 1, BoxRows: -1, BoxColumns: 1}, "r1c1", "r2c1"), "grid: boxes of -1×1 do not tile 2×1 cells"},
		{grid(&model.Grid{Rows: 1, Columns: 2}, "r1c1"), "grid: 2 cells, but the model has 1 variables"},
		{grid(&model.Grid{Rows: 1, Columns: 2}, "r1c1", "r2c1"), "grid: variable 1 is named r2c1, expected r1c2"},

		{constraint(nil), "constraint 1 is nil"},
		{constraint(&model.AllDifferent{}), "all-different: expected at least one variable"},
		{constraint(&model.AllDifferent{Name: "x", Vars: []model.Var{0, 7}}),
			`all-different "x" on a … variable 7: variable number 7, expected 0 to 2`},
		{constraint(&model.AllDifferent{Vars: []model.Var{-1}}), "all-different on variable -1: variable number -1, expected 0 to 2"},
		{constraint(&model.AllDifferent{Vars: []model.Var{1, 1}}), "all-different on b … b: b appears twice, expected once"},
		{constraint(&model.AllDifferent{Name: "\xff", Vars: []model.Var{0}}), `all-different "\xff" on a: expected a name of UTF-8 text`},
		{constraint(&model.Linear{Hi: 1}), "linear: expected at least one term"},
		{constraint(model.Sum("", 3, 2, 0)), "linear on a: the lower bound 3 is above the upper bound 2"},
		{constraint(model.Sum("", model.NoLower, model.NoUpper, 0)), "linear on a: no bound, expected a lower or an upper one"},
		{constraint(model.Sum("", math.MinInt+1, 0, 0)),
			"linear on a: the lower bound is -9223372036854775807, expected one within ±2^52"},
		{constraint(model.Sum("", 0, model.MaxNumber+1, 0)), "linear on a: the upper bound is 4503599627370497, expected one within ±2^52"},
		{constraint(model.Sum("", model.NoUpper, model.NoUpper, 0)),
			"linear on a: the lower bound is 9223372036854775807, expected one within ±2^52"},
		{with(func(m *model.Model) {
			m.Variables[0].Domain, m.Variables[1].Domain = model.Interval(-1<<30, 1), model.Values(1, 1<<23)
			m.Constraints = []model.Constraint{&Product{X: 0, Y: 1, Result: 2}}
		}), "product on a … c: the product of a and b may reach 9.01e+15, expected one within ±2^52"},
		{constraint(&Regular{Vars: []model.Var{0}, States: 2, Start: 1, Lowest: 1, Next: [][]int{{1}}}), "regular on a: found steps of 1 states, expected at least one state and 2 rows"},
		{constraint(&Regular{Vars: []model.Var{0}, States: 1, Start: 2, Lowest: 1, Next: [][]int{{1}}}), "regular on a: the start is state 2, expected 1 to 1"},
		{constraint(&Regular{Vars: []model.Var{0}, States: 1, Start: 1, Lowest: 1, Accepting: []int{0}, Next: [][]int{{1}}}), "regular on a: state 0 is accepting, expected 1 to 1"},
		{constraint(&Regular{Vars: []model.Var{0}, States: 1, Start: 1, Lowest: -model.MaxNumber - 1, Next: [][]int{{1}}}),
			"regular on a: the lowest value is -4503599627370497, expected one within ±2^52"},
		{constraint(&Regular{Vars: []model.Var{0}, States: 1, Start: 1, Lowest: -1, Next: [][]int{{0, 3}}}), "regular on a: state 1 goes to state 3 with value 0, expected 0 to 1"},
		{constraint(&Regular{Vars: []model.Var{0}, States: 2, Start: 1, Lowest: 1, Next: [][]int{{1, 2}, {1}}}),
			"regular on a: state 2 has steps for 1 values, expected as many as state 1, 2, and at least one"},
		{constraint(&Regular{Vars: []model.Var{0}, States: 1, Start: 1, Lowest: 1, Next: [][]int{{0, 3}}}), "regular on a: state 1 goes to state 3 with value 2, expected 0 to 1"},
		{constraint(&Connected{Values: model.Values(1)}), "connected: expected at least one variable"},
		{constraint(&Connected{Vars: []model.Var{0}, Size: &model.Range{Lo: 2, Hi: 1}}), "connected on a: the size is 2..1, expected numbers from 0 on, the lower first"},
		{constraint(&Connected{Vars: []model.Var{0}, Values: model.Values(model.MaxNumber + 1)}), "connected on a: values 4503599627370497, expected numbers within ±2^52"},
		{constraint(&Connected{Vars: []model.Var{0, 1}, Edges: [][2]int{{0, 2}}}), "connected on a … b: an edge from position 1 to 3, expected two of 1 to 2"},
		{constraint(&Either{}), "either: found no branches, expected at least one"},
		{constraint(&Either{Of: [][]model.Constraint{{model.Sum("", 0, 1, 0)}, nil}}), "either on a: branch 2 is empty, expected at least one constraint"},
		{constraint(&Either{Of: [][]model.Constraint{{nil}}}), "either: branch 1: a constraint is missing"},
		{constraint(&Either{Of: [][]model.Constraint{{model.Sum("", 0, 1, 0)}, {model.Sum("", 0, 1, 0, 0)}}}), "either on a: branch 2: linear: a appears twice, expected once"},
		{constraint(&Circuit{Next: []model.Var{0, 1, 0}}), "circuit on a … a: a appears twice, expected once"},
		{constraint(model.Sum("", 0, 1, 0, 0)), "linear on a … a: a appears twice, expected once"},
		{constraint(&model.Linear{Terms: []model.Term{{Coefficient: 1, Var: 0}, {Coefficient: 0, Var: 1}}, Hi: 1}),
			"linear on a … b: the coefficient of b is 0, expected another"},
		{constraint(&model.Linear{Terms: []model.Term{{Coefficient: model.MaxNumber + 1, Var: 1}}, Hi: 1}),
			"linear on b: the coefficient of b is 4503599627370497, expected one within ±2^52"},
		{constraint(&model.Linear{Terms: []model.Term{{Coefficient: model.MaxNumber, Var: 1}}, Hi: 1}),
			"linear on b: the sum may reach 1.8e+16, expected one within ±2^52"},
		{constraint(&Extremum{}), "extremum on a: expected at least one variable"},
		{constraint(&Element{Result: 1}), "element on a … b: expected at least one variable in the list"},
		{constraint(&model.ReifiedLinear{Terms: []model.Term{{Coefficient: 1, Var: 0}}, Lo: model.NoLower, Hi: model.NoUpper}),
			"reified-linear on a: no bound, expected a lower or an upper one"},
		{constraint(&model.ReifiedLinear{Terms: []model.Term{{Coefficient: 1, Var: 0}}, Half: true}), "reified-linear on a: found half without a condition, expected a condition"},
		{constraint(&model.ReifiedLinear{Terms: []model.Term{{Coefficient: 1, Var: 0}, {Coefficient: 1, Var: 2}}, If: &model.In{Var: 2, Values: model.Values(1)}}),
			"reified-linear on a … c: c appears twice, expected once"},
		{constraint(&model.ReifiedLinear{Terms: []model.Term{{Coefficient: 1, Var: 0}}, If: &model.In{Var: 2, Values: model.Values(model.MaxNumber + 1)}}),
			"reified-linear on a … c: values 4503599627370497 for c, expected numbers within ±2^52"},
		{constraint(&model.Table{}), "table: expected at least one variable"},
		{constraint(&model.Table{Vars: []model.Var{0, 1}, Tuples: [][]int{{1, 2}, {3}}}),
			"table on a … b: tuple 2 has 1 values, expected 2"},
		{constraint(&model.Table{Vars: []model.Var{0, 0}}), "table on a … a: a appears twice, expected once"},
		{constraint(&model.Rule{}), "rule: a formula is missing"},
		{constraint(&model.Rule{Formula: model.And{model.Is(0, 1), model.Not{}}}), "rule on a: a formula is missing"},
		{constraint(&model.Rule{Formula: model.Implies{If: model.Is(0, 1)}}), "rule on a: a formula is missing"},
		{constraint(&model.Rule{Formula: model.Count{Kind: model.AtMost, K: 1, Of: []model.Formula{nil}}}), "rule: a formula is missing"},
		{constraint(&model.Rule{Formula: model.Is(3, 1)}), "rule on variable 3: variable number 3, expected 0 to 2"},
		{constraint(&model.Rule{Formula: model.Or{model.Is(0, 1), model.Is(1, model.MaxNumber+1)}}),
			"rule on a … b: values 4503599627370497 for b, expected numbers within ±2^52"},
		{constraint(&model.Rule{Formula: &model.And{model.Is(0, 1)}}),
			"rule on a: a formula of type *model.And, expected one of package model's, not a pointer"},
	} {
		if got := message(c.m.Validate()); got != c.want {
			t.Errorf("Validate() = %q, want %q", got, c.want)
		}
	}
	if err := three().Validate(); err != nil {
		t.Errorf("a model without constraints: %v", err)
	}
}

// Numbers up to 2^52 are valid in every place.
func TestLargestNumbers(t *testing.T) {
	m := &model.Model{}
	a, b := m.AddVariable("a", model.Interval(-model.MaxNumber, model.MaxNumber)), m.AddVariable("b", model.Interval(-1, 1))
	m.Constraints = []model.Constraint{
		model.Sum("", -model.MaxNumber, model.MaxNumber, a),
		&model.Linear{Terms: []model.Term{{Coefficient: model.MaxNumber, Var: b}}, Lo: model.NoLower, Hi: 0},
		&model.Linear{Terms: []model.Term{{Coefficient: -model.MaxNumber, Var: b}}, Lo: 0, Hi: model.NoUpper},
		&model.Rule{Formula: model.Is(b, -model.MaxNumber, model.MaxNumber)},
	}
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
}
