package rules_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"qmsat/compare/rules"
	"qmsat/encode/proof"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// question asks whether a formula follows from quasi-magic Sudoku.
func question(t *testing.T, delta int, formula func(g *model.Grid) model.Formula) rules.Question {
	t.Helper()
	m, err := model.QuasiMagic(3, delta)
	if err != nil {
		t.Fatal(err)
	}
	return rules.Question{Model: m, Rule: &model.Rule{Name: "asked", Formula: formula(m.Grid)}}
}

// pruning asks for a pruning rule.
func pruning(t *testing.T, delta, number int) rules.Question {
	t.Helper()
	return question(t, delta, func(g *model.Grid) model.Formula {
		rule, err := model.PruningRule(g, number)
		if err != nil {
			t.Fatal(err)
		}
		return rule.Formula
	})
}

func ask(t *testing.T, q rules.Question) *rules.Answer {
	t.Helper()
	answer, err := rules.Prove(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// A certificate is about the model and the negation of the rule, and is verified after it was written and read.
func TestProve(t *testing.T) {
	numbers := modeltest.Scale([]int{1}, []int{1, 8}, []int{1, 8, 10})
	for _, number := range numbers {
		q := pruning(t, 2, number)
		answer := ask(t, q)
		if answer.Verdict != rules.Proved || answer.Grid != nil || answer.Proof == nil {
			t.Fatalf("rule %d: %s, expected proved", number, answer.Verdict)
		}
		for name, said := range answer.Solvers {
			if said != "unsatisfiable" {
				t.Errorf("rule %d: %s says %s", number, name, said)
			}
		}
		v, err := proof.Verify(t.Context(), "proof", bytes.NewReader(answer.Proof), "", q.Against(), nil)
		if err != nil || len(v.Cube) > 0 || v.Count.Sign() > 0 || answer.Steps < v.Steps {
			t.Errorf("rule %d, %d steps: verified %+v, %v", number, answer.Steps, v, err)
		}
		if _, err := proof.Verify(t.Context(), "proof", bytes.NewReader(answer.Proof), "", q.Model, nil); err == nil {
			t.Errorf("rule %d: the certificate is taken for one about the model without the rule's negation", number)
		}
	}
}

// Each way to break a rule for Δ from 3 is a grid that both solvers know of.
func TestProveRefutes(t *testing.T) {
	deltas := modeltest.Scale([]int{8}, []int{3, 8})
	for _, delta := range deltas {
		q := pruning(t, delta, 1)
		answer := ask(t, q)
		if answer.Verdict != rules.Refuted || answer.Proof != nil {
			t.Fatalf("Δ = %d: %s, expected refuted", delta, answer.Verdict)
		}
		if err := q.Model.Check(answer.Grid); err != nil || q.Rule.Holds(answer.Grid) {
			t.Errorf("Δ = %d: the grid is no counterexample: %v", delta, err)
		}
		for name, said := range answer.Solvers {
			if said != "satisfiable" {
				t.Errorf("Δ = %d: %s says %s", delta, name, said)
			}
		}
	}
}

// Rules that part into no cases, into one of everything, and into none that is possible, are answered too.
func TestProveOddRules(t *testing.T) {
	modeltest.OnlyLong(t)
	for _, test := range []struct {
		name    string
		formula func(g *model.Grid) model.Formula
		want    rules.Verdict
	}{
		{"always", func(*model.Grid) model.Formula { return model.And{} }, rules.Proved},
		{"never", func(*model.Grid) model.Formula { return model.Or{} }, rules.Refuted},
		{"outside the domain", func(g *model.Grid) model.Formula { return model.Is(g.Cell(0, 0), 10) }, rules.Refuted},
		{"all of the domain", func(g *model.Grid) model.Formula {
			return model.Is(g.Cell(0, 0), 1, 2, 3, 4, 5, 6, 7, 8, 9)
		}, rules.Proved},
		{"a house", func(g *model.Grid) model.Formula {
			count := model.Count{Kind: model.Exactly, K: 1}
			for _, cell := range g.RowHouses()[0].Cells {
				count.Of = append(count.Of, model.Is(cell, 5))
			}
			return count
		}, rules.Proved},
		{"half of the cells", func(g *model.Grid) model.Formula {
			few := model.Count{Kind: model.AtMost, K: 40}
			for cell := range model.Var(g.Cells()) {
				few.Of = append(few.Of, model.Is(cell, 1, 2, 3, 4, 5))
			}
			return few
		}, rules.Refuted},
	} {
		if answer := ask(t, question(t, 4, test.formula)); answer.Verdict != test.want {
			t.Errorf("%s: %s, expected %s", test.name, answer.Verdict, test.want)
		}
	}
}

// A search that is stopped leaves the rule open.
func TestProveStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	answer, err := rules.Prove(ctx, pruning(t, 2, 2))
	if err != nil || answer.Verdict != rules.Open || answer.Solvers["gini"] != "stopped" {
		t.Errorf("%+v, %v, expected open", answer, err)
	}
}

// A certificate with a literal changed, or without half of its lines, is refused.
func TestProveTampered(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	least := 30
	q := question(t, 2, func(g *model.Grid) model.Formula {
		if modeltest.Long() {
			least = 1000
			return model.Not{Of: model.Is(g.Cell(0, 1), 5)}
		}
		return model.Not{Of: model.And{model.Is(g.Cell(0, 0), 1), model.Is(g.Cell(1, 2), 5)}}
	})
	good := strings.SplitAfter(string(ask(t, q).Proof), "\n")
	verify := func(lines []string) error {
		_, err := proof.Verify(t.Context(), "proof", strings.NewReader(strings.Join(lines, "")), "", q.Against(), nil)
		return err
	}
	var lemmas []int
	for i, line := range good {
		if !strings.HasPrefix(line, "c ") && !strings.HasPrefix(line, "d ") && strings.Count(line, " ") > 1 {
			lemmas = append(lemmas, i)
		}
	}
	if len(lemmas) < least {
		t.Fatalf("%d lemmas, expected a proof of %d or more", len(lemmas), least)
	}
	tries := modeltest.Scale(1, 3, 6)
	refused := 0
	for k := range tries {
		at := lemmas[k*len(lemmas)/tries]
		changed := slices.Clone(good)
		changed[at] = strings.TrimPrefix("-"+changed[at], "--")
		if refusal := new(proof.Refusal); errors.As(verify(changed), &refusal) {
			refused++
		}
	}
	if 2*refused < tries { // a changed clause may follow, too, and the others may do without the right one
		t.Errorf("of %d certificates with a literal changed %d are refused, expected half or more", tries, refused)
	}
	half := lemmas[len(lemmas)/2]
	if verify(append(slices.Clone(good[:half]), "0\n")) == nil {
		t.Error("half of the certificate is taken for all of it")
	}
}
