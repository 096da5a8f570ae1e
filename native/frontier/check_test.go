package frontier

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/kinds"
)

// planned returns a problem of six variables 1..4 with some constraints, and its plan in the order of the variables.
func planned(t *testing.T, constraints ...model.Constraint) (*problem, *automata, *plan) {
	t.Helper()
	m := &model.Model{Constraints: constraints}
	for i := range 6 {
		m.AddVariable(fmt.Sprint("x", i), model.Interval(1, 4))
	}
	p, err := newProblem(stop.NewWatch(context.Background()), m, nil, engine.LimitsOf[limits](nil))
	if err != nil {
		t.Fatal(err)
	}
	l := &automata{p.watch, map[string]*automaton{}}
	if err := p.hide(l); err != nil {
		t.Fatal(err)
	}
	pl, err := p.newPlan(l, p.model.OutputVars())
	if err != nil {
		t.Fatal(err)
	}
	return p, l, pl
}

// mismatched reports whether an error is a failed check.
func mismatched(err error) bool { return errors.As(err, new(*engine.MismatchError)) }

// If a cache holds the automaton of an almost equal constraint, the constraint about to use it detects that.
func TestWrongAutomaton(t *testing.T) {
	a, b, c := model.Is(0, 1), model.Is(1, 2), model.Is(2, 3)
	terms := func(coefficients ...int) (list []model.Term) {
		for v, coefficient := range coefficients {
			list = append(list, model.Term{Coefficient: coefficient, Var: model.Var(v)})
		}
		return list
	}
	vars := []model.Var{0, 1, 2}
	for _, pair := range [][2]model.Constraint{
		{&model.Rule{Formula: model.Implies{If: a, Then: model.And{b, c}}}, &model.Rule{Formula: model.Implies{If: a, Then: model.Or{b, c}}}},
		{&model.Rule{Formula: model.Or{a, b, c}}, &model.Rule{Formula: model.Not{Of: model.And{a, b, c}}}},
		{&model.Rule{Formula: model.Or{a, b, c}}, &model.Rule{Formula: model.Or{a, b, model.Is(2, 4)}}},
		{&model.Linear{Terms: terms(1, 2, 1), Lo: 4, Hi: 9}, &model.Linear{Terms: terms(1, 2, 1), Lo: 4, Hi: 10}},
		{&model.Linear{Terms: terms(1, 2, 1), Lo: 4, Hi: 9}, &model.Linear{Terms: terms(2, 1, 1), Lo: 4, Hi: 9}},
		{&model.Linear{Terms: terms(1, -2, 1), Lo: 0, Hi: 2}, &model.Linear{Terms: terms(1, 2, 1), Lo: 0, Hi: 8}},
		{&model.Table{Vars: vars, Tuples: [][]int{{1, 2, 3}, {2, 2, 2}}}, &model.Table{Vars: vars, Tuples: [][]int{{1, 2, 3}, {2, 2, 1}}}},
		{&model.Table{Vars: vars, Tuples: [][]int{{1, 2, 3}, {2, 2, 2}}}, &model.Table{Vars: vars, Tuples: [][]int{{1, 2, 3}, {2, 2, 2}}, Forbidden: true}},
		{&kinds.Element{Index: 0, Of: vars, Result: 2}, &kinds.Element{Index: 1, Of: vars, Result: 2}},
		{&kinds.Extremum{Of: vars[:2], Result: 2, Max: true}, &kinds.Extremum{Of: vars[:2], Result: 2}},
	} {
		for i, right := range pair {
			_, wrong, _ := planned(t, pair[1-i])
			p, l, _ := planned(t, right)
			if len(l.known) != 1 || len(wrong.known) != 1 {
				t.Fatalf("%d and %d automata, expected one", len(l.known), len(wrong.known))
			}
			for key := range l.known {
				for _, automaton := range wrong.known {
					l.known[key] = automaton
				}
			}
			_, err := p.newPlan(l, p.model.OutputVars())
			if mismatch := new(*engine.MismatchError); !errors.As(err, mismatch) || (*mismatch).Constraint != right || (*mismatch).Part != "automaton" {
				t.Errorf("%s with the automaton of %s: error %v", model.CanonicalText(right), model.CanonicalText(pair[1-i]), err)
			}
		}
	}
}

// An automaton that accepts nothing is also checked against the constraint.
func TestMissingAutomaton(t *testing.T) {
	p, l, _ := planned(t, model.Sum("", 5, 9, 0, 1, 2))
	for key := range l.known {
		l.known[key] = nil
	}
	if _, err := p.newPlan(l, p.model.OutputVars()); !mismatched(err) {
		t.Errorf("error %v", err)
	}
}

// A plan whose steps forget used values, or keep bits that they should clear, is detected.
func TestWrongSteps(t *testing.T) {
	for _, fault := range []struct {
		name   string
		change func(pl *plan)
	}{
		{"used values are not tested", func(pl *plan) { clear(pl.steps[3].test) }},
		{"used values are forgotten", func(pl *plan) { clear(pl.steps[2].keep) }},
		{"a node is mistaken", func(pl *plan) { clear(pl.steps[4].moves[0].next) }},
		{"two values are one choice", func(pl *plan) { pl.steps[1].choice[1] = 0 }},
	} {
		p, _, pl := planned(t, &model.AllDifferent{Vars: []model.Var{0, 1, 2, 3}}, model.Sum("", 8, 8, 3, 4, 5))
		fault.change(pl)
		if err := p.check(pl); !mismatched(err) {
			t.Errorf("%s: error %v", fault.name, err)
		}
	}
}

// A mapping that does not map a remainder onto itself is detected; one that does is accepted. The engine checks each mapping at
// every cut.
func TestWrongMappings(t *testing.T) {
	sum := &model.Linear{Terms: []model.Term{{Coefficient: 1, Var: 1}, {Coefficient: 2, Var: 2}, {Coefficient: 1, Var: 3}, {Coefficient: 1, Var: 4}}, Lo: 8, Hi: 16}
	different := &model.AllDifferent{Vars: []model.Var{0, 1, 2, 5}}
	for _, test := range []struct {
		name  string
		m     mapping
		right bool
	}{
		{"nothing", mapping{field: itself, value: itself}, true},
		{"variables alike", mapping{variables: []int{0, 2, 1, 3}, field: itself, value: itself}, true},
		{"coefficients", mapping{variables: []int{1, 0, 2, 3}, field: itself, value: itself}, false},
		{"variables of two groups", mapping{variables: []int{3, 1, 2, 0}, field: itself, value: itself}, false},
		{"values of a sum", mapping{field: itself, value: exchange(1, 3)}, false},
		{"values outside", mapping{field: itself, value: exchange(4, 5)}, false},
		{"a reversal", mapping{field: itself, value: func(value int) int { return 5 - value }}, false},
	} {
		p, _, pl := planned(t, sum, different)
		r := newRemainder(p, pl, 2)
		for range 40 {
			r.check(test.m)
		}
		if mismatched(p.checker.Err) == test.right {
			t.Errorf("%s: error %v", test.name, p.checker.Err)
		}
	}
}

// A failed check ends a count.
func TestMismatchEndsCount(t *testing.T) {
	p, _, pl := planned(t, &model.AllDifferent{Vars: []model.Var{0, 1, 2, 3, 4, 5}})
	s := newSession(p.model, nil)
	r := newRun(p, "", pl, s)
	newRemainder(p, pl, 2).check(mapping{name: "symmetry", field: itself, value: exchange(4, 5)})
	if err := r.advance(context.Background(), 1000); !mismatched(err) {
		t.Errorf("error %v", err)
	}
}
