package encode

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/encode/formula"
	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/modeltest"
)

func TestUnknownParts(t *testing.T) {
	for _, test := range []struct {
		options Options
		want    string
	}{
		{Options{Cells: "x"}, `unknown encoding "x", expected ` + names(CellEncodings.Names())},
		{Options{AMO: "x"}, `unknown amo "x", expected ` + names(AtMostOnes.Names())},
		{Options{Linear: "x"}, `unknown sum "x", expected ` + names(LinearEncodings.Names())},
		{Options{Rules: "x"}, `unknown rule encoding "x", expected ` + names(RuleEncodings.Names())},
	} {
		if _, err := Compile(context.Background(), must(model.Sudoku(1, 2)), test.options, &counter{}); err == nil || err.Error() != test.want {
			t.Errorf("error %v, expected %s", err, test.want)
		}
	}
}

func names(list []string) string {
	text := ""
	for i, name := range list {
		if i > 0 {
			text += ", "
		}
		text += name
	}
	return text
}

func TestRegisteringTwicePanics(t *testing.T) {
	for part, register := range map[string]func(){
		"encoding": func() { CellEncodings.Register(DefaultCells, formula.CellEncoding{}) },
		"amo":      func() { AtMostOnes.Register(DefaultAMO, formula.AtMostOne{}) },
		"sum":      func() { LinearEncodings.Register(DefaultLinear, formula.LinearEncoding{}) },
		"rules":    func() { RuleEncodings.Register(DefaultRules, formula.RuleEncoding{}) },
	} {
		t.Run(part, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			register()
		})
	}
}

func TestOptionsNameItsParts(t *testing.T) {
	for want, options := range map[string]Options{
		"extended/pairwise/auto":      {},
		"extended/pairwise/forbidden": {Linear: "forbidden"},
		"a/b/c":                       {Cells: "a", AMO: "b", Linear: "c"},
		"extended/binary/auto":        {Cells: "extended", AMO: "binary"},
	} {
		if got := options.String(); got != want {
			t.Errorf("%#v is %s, expected %s", options, got, want)
		}
	}
}

func TestParseOptions(t *testing.T) {
	for text, want := range map[string]string{
		"extended/pairwise/auto": "extended/pairwise/auto", "extended/binary/mdd/" + DefaultRules: "extended/binary/mdd",
	} {
		if got, err := ParseOptions(text); err != nil || got.String() != want {
			t.Errorf("%s is read as %v, error %v, expected %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"extended/pairwise":    `found the encoding "extended/pairwise", expected CELLS/AMO/SUM or CELLS/AMO/SUM/RULES`,
		"extended/x/auto":      `unknown amo "x", expected ` + names(AtMostOnes.Names()),
		"extended/pairwise/x/": `unknown sum "x", expected ` + names(LinearEncodings.Names()),
	} {
		if _, err := ParseOptions(text); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, expected %s", text, err, want)
		}
	}
}

// TestClaims has two encodings that claim constraints: each group is written once, at its first constraint, and the second
// encoding does not get what the first took.
func TestClaims(t *testing.T) {
	m := &model.Model{}
	x, y := m.AddVariable("x", model.Interval(1, 2)), m.AddVariable("y", model.Interval(1, 2))
	different := &model.AllDifferent{Vars: []model.Var{x, y}}
	m.Constraints = []model.Constraint{
		different, model.Sum("", 1, 3, x, y), different, model.Sum("", 2, 3, x, y), different,
	}
	var log []string
	group := func(who string, indices ...int) formula.Group {
		return formula.Group{Constraints: indices, Encode: func(*formula.Compiler) error { log = append(log, fmt.Sprint(who, indices)); return nil }}
	}
	withTestEncoding(t, CellEncodings, "claiming", formula.CellEncoding{
		Variable: func(_ *formula.Compiler, v model.Var) { log = append(log, m.NameOf(v)) },
		AllDifferent: func(_ *formula.Compiler, index int, _ *model.AllDifferent) {
			log = append(log, fmt.Sprint("all-different ", index))
		},
		Claim: func(*formula.Compiler) []formula.Group {
			return []formula.Group{group("cells", 1, 4), group("cells", 2)}
		},
	})
	withTestEncoding(t, LinearEncodings, "claiming", formula.LinearEncoding{
		Linear: func(_ *formula.Compiler, constraint *model.Linear) error {
			log = append(log, fmt.Sprint("linear ", constraint.Lo))
			return nil
		},
		Claim: func(*formula.Compiler) []formula.Group { return []formula.Group{group("sum", 0, 1)} },
	})
	if _, err := Compile(context.Background(), m, Options{Cells: "claiming", Linear: "claiming"}, &counter{}); err != nil {
		t.Fatal(err)
	}
	want := []string{"x", "y", "sum[0 1]", "cells[2]", "linear 2", "all-different 4"}
	if diff := cmp.Diff(want, log); diff != "" {
		t.Errorf("written (-want +got):\n%s", diff)
	}
}

func TestErrorsNameTheConstraint(t *testing.T) {
	m := &model.Model{}
	var vars []model.Var
	for i := range 30 {
		vars = append(vars, m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(0, 1)))
	}
	m.Constraints = []model.Constraint{model.Sum("cage", 0, 7, vars...)}
	for _, sum := range []string{"forbidden", "support"} {
		_, err := Compile(context.Background(), m, Options{Linear: sum}, &counter{})
		want := `linear "cage" on x0 … x29: more than 1048576 tuples of values, the limit of this encoding; try --sum auto`
		if err == nil || err.Error() != want {
			t.Errorf("%s: error %v, expected %s", sum, err, want)
		}
	}
}

func TestFormulasAreBounded(t *testing.T) {
	modeltest.OnlyLong(t)
	m := &model.Model{}
	m.AddVariable("small", model.Interval(1, 2))
	m.AddVariable("wide", model.Interval(0, 1<<40))
	_, err := Compile(context.Background(), m, Options{}, &counter{})
	want := "variable wide with 1099511627777 values: the formula would need more than 67108864 variables"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, expected %s", err, want)
	}

	withTestEncoding(t, AtMostOnes, "greedy", formula.AtMostOne{Write: func(c *formula.Compiler, _ []Literal, _ func(i, j int) bool) {
		for c.Step() {
			c.NewVariable()
		}
	}})
	_, err = Compile(context.Background(), must(model.Sudoku(1, 2)), Options{AMO: "greedy"}, &counter{})
	if want := "the formula would need more than 67108864 variables"; err == nil || err.Error() != want {
		t.Errorf("error %v, expected %s", err, want)
	}
}

// An all-different constraint asks for its memory, a byte for each two of its variables, before it takes it.
func TestMemoryIsAskedFor(t *testing.T) {
	const n = 1<<14 + 1
	all := &model.AllDifferent{}
	m := &model.Model{Constraints: []model.Constraint{all}}
	for range n {
		all.Vars = append(all.Vars, m.AddVariable("", model.Interval(0, 1)))
	}
	ctx, stop := memory.WithBudget(t.Context(), 1<<28)
	defer stop()
	var exceeded *memory.ExceededError
	if _, err := Compile(ctx, m, Options{}, &counter{}); !errors.As(err, &exceeded) || exceeded.Need != n*n {
		t.Errorf("error %v, expected that %d bytes are too many", err, n*n)
	}
}

// TestFreeVariables has an encoding with a variable that may have either value: the formula then says that it needs projection.
func TestFreeVariables(t *testing.T) {
	withTestEncoding(t, AtMostOnes, "loose", formula.AtMostOne{Write: func(c *formula.Compiler, literals []Literal, excluded func(i, j int) bool) {
		formula.AtMostOnes.Entries["pairwise"].Write(c, literals, excluded)
		c.Add(literals[0], literals[1], c.NewFreeVariable())
	}})
	m := must(model.Sudoku(1, 2))
	for amo, want := range map[string]bool{"loose": true, "pairwise": false} {
		if _, vm := compile(t, m, Options{AMO: amo}); vm.Projected() != want {
			t.Errorf("%s: projected %t, expected %t", amo, vm.Projected(), want)
		}
	}
	checkModel(t, m, Options{AMO: "loose"})
}

// stopAfter is a sink that ends a context after some clauses, and counts the clauses that still come.
type stopAfter struct {
	counter counter // a named field: clauses must come one by one
	clauses int64
	stop    func()
}

func (s *stopAfter) Clause(clause []Literal) {
	s.counter.Clause(clause)
	if s.counter.clauses == s.clauses {
		s.stop()
	}
}

func TestCompileStopsWithItsContext(t *testing.T) {
	for _, after := range []int64{1, 50_000} {
		ctx, cancel := context.WithCancelCause(context.Background())
		reason := errors.New("enough")
		sink := &stopAfter{clauses: after, stop: func() { cancel(reason) }}
		_, err := Compile(ctx, must(model.Sudoku(4, 4)), Options{}, sink) // 123,904 clauses
		if !errors.Is(err, reason) || sink.counter.clauses > after+poll {
			t.Errorf("stopped after %d: error %v after %d clauses", after, err, sink.counter.clauses)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var sink counter
	if _, err := Compile(ctx, must(model.Sudoku(1, 2)), Options{}, &sink); !errors.Is(err, context.Canceled) || sink.clauses > 0 {
		t.Errorf("stopped before: error %v after %d clauses", err, sink.clauses)
	}
}

// TestLongSearchesStop has sums with long searches that write nothing.
func TestLongSearchesStop(t *testing.T) {
	m := &model.Model{}
	var vars []model.Var
	for i := range 10 {
		vars = append(vars, m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(0, 1)))
	}
	m.Constraints = []model.Constraint{model.Sum("", 0, 10, vars...)}
	for _, sum := range LinearEncodings.Names() {
		ctx := modeltest.EndingAfter(context.Background(), 1<<30)
		var sink counter
		if _, err := Compile(ctx, m, Options{Linear: sum}, &sink); err != nil {
			t.Fatal(err)
		}
		asked := 1<<30 - ctx.Looks
		if asked < 3 {
			continue // this one does not search
		}
		ctx = modeltest.EndingAfter(context.Background(), asked/2)
		// One check sees the end, and a later one reports it.
		if _, err := Compile(ctx, m, Options{Linear: sum}, &sink); ctx.Looks != -2 || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v after %d looks at an ended context", sum, err, -ctx.Looks)
		}
	}
}

// Once the context has ended, no further group of constraints is written.
func TestGroupsStop(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	groups := make([][]model.Constraint, 2000)
	for i := range groups {
		groups[i] = m.Constraints
	}
	ctx := modeltest.EndingAfter(t.Context(), 3)
	_, switches, err := CompileGroups(ctx, m, groups, &counter{})
	if !errors.Is(err, context.Canceled) || len(switches) > len(groups)/10 {
		t.Errorf("error %v after %d of %d groups", err, len(switches), len(groups))
	}
}

func TestMapDecodes(t *testing.T) {
	m := &model.Model{}
	x, y := m.AddVariable("x", model.Values(-1, 4)), m.AddVariable("y", model.Interval(2, 4))
	_, vm := compile(t, m, Options{})
	if got, want := vm.Literals(y), []Literal{3, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("literals of y %v, expected %v", got, want)
	}
	if l := vm.Literal(x, 0); l != False {
		t.Errorf("x = 0 is literal %d, expected False", l)
	}
	for _, test := range []struct {
		literals []Literal
		want     string // the error, or the assignment
	}{
		{[]Literal{2, 4}, "[4 3]"},
		{[]Literal{1, 5}, "[-1 4]"},
		{[]Literal{2}, "variable y has 0 values in the assignment, expected one"},
		{[]Literal{1, 2, 3}, "variable x has 2 values in the assignment, expected one"},
	} {
		a := make(model.Assignment, 2)
		err := vm.Decode(func(l Literal) bool { return slices.Contains(test.literals, l) }, a)
		got := fmt.Sprint([]int(a))
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%v: %s, expected %s", test.literals, got, test.want)
		}
	}
	if literals, ok := vm.Cube(model.Cube{{Var: y, Value: 4}, {Var: x, Value: -1}}); !ok || !slices.Equal(literals, []Literal{5, 1}) {
		t.Errorf("cube %v, %t", literals, ok)
	}
	if literals, ok := vm.Cube(model.Cube{{Var: y, Value: 4}, {Var: x, Value: 3}}); ok {
		t.Errorf("cube outside the domain is %v", literals)
	}
}
