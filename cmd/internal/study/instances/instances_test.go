package instances

import (
	"errors"
	"slices"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/modeltest"
	_ "qmsat/native"
)

// TestAnswers makes instances of both statuses, and has engines of both routes count their solutions.
func TestAnswers(t *testing.T) {
	modeltest.OnlyLong(t)
	for _, status := range []string{Satisfiable, Unsatisfiable} {
		for number := range uint64(4) {
			f := Family{Order: 3, Delta: 4 + int(number)%2, Status: status, Level: 1 + int(number)%3}
			i, err := f.Make(t.Context(), 5, number)
			if err != nil {
				t.Fatal(err)
			}
			k, err := i.Examine(t.Context(), Solvers[:1], time.Minute, time.Minute)
			if err != nil || k.Status != status || k.Count == "" ||
				(k.Count == "0") != (status == Unsatisfiable) || k.Unknown != nil {
				t.Fatalf("%+v: %+v, %v", f, k, err)
			}
			if !slices.Contains(k.By, "count by native") || !slices.Contains(k.By, "count by residual") {
				t.Errorf("%+v: established by %q, expected two routes", f, k.By)
			}
			if (i.Solution == nil) != (i.Wrong != nil) || (k.Proof != nil) != (status == Unsatisfiable) || k.Difficulty["gini"].Outcome != status {
				t.Errorf("%+v: %+v, %+v", f, i.Wrong, k.Difficulty)
			}
			if givens := len(i.Cube); i.Solution != nil && givens != f.Givens() || i.Solution == nil && givens != f.Givens()+1 {
				t.Errorf("%+v: %d givens", f, givens)
			}
		}
	}
}

// TestWrongAnswers finds instances out whose answer is wrong, by a solver and by the count.
func TestWrongAnswers(t *testing.T) {
	i, err := Family{Order: 3, Delta: 3, Status: Satisfiable, Level: 1}.Make(t.Context(), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	i.Solution = nil
	for _, solvers := range [][]*Solver{nil, Solvers[:1]} {
		if _, err := i.Examine(t.Context(), solvers, time.Minute, time.Minute); !errors.As(err, new(*DisagreementError)) {
			t.Errorf("error %v, expected a disagreement", err)
		}
	}
}

// TestLevels checks that each level has fewer givens than the one before, for every order and Δ, and what is refused.
func TestLevels(t *testing.T) {
	for order := 3; order <= 6; order++ {
		for delta := 2; delta < model.MaxDelta(order); delta++ {
			for level := 1; level <= Levels; level++ {
				f := Family{order, delta, Satisfiable, level}
				next := Family{order, delta, Satisfiable, level + 1}
				if err := f.Check(); err != nil || level < Levels && f.Givens() <= next.Givens() {
					t.Fatalf("%+v: %d givens, then %d, error %v", f, f.Givens(), next.Givens(), err)
				}
			}
		}
	}
	for _, wrong := range [][3]int{{2, 2, 1}, {7, 2, 1}, {3, 1, 1}, {3, 9, 1}, {3, 2, 11}} {
		f := Family{wrong[0], wrong[1], Satisfiable, wrong[2]}
		if f.Check() == nil {
			t.Errorf("%+v is accepted", f)
		}
	}
}
