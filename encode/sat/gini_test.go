package sat

import (
	"errors"
	"log"
	"strings"
	"testing"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
)

// forgetful makes a session's gini load contradictory clauses on new variables, and then forget the contradiction.
func forgetful(t *testing.T) *session {
	s := open(t, engineNamed(t, "gini"), must(model.Sudoku(2, 2)), engine.Options{"enumerate": "literals"}).(*session)
	g := s.formula.solver.(*giniSolver)
	for _, clause := range [][]encode.Literal{{-901, 902}, {-901, -902}, {901}} {
		g.Clause(clause)
	}
	if result, err := s.Run(t.Context(), nil, 1, nil); err != nil || !result.Complete() || !g.contradiction {
		t.Fatalf("%+v, error %v, expected that the formula has no model", result, err)
	}
	g.contradiction = false
	g.Clause([]encode.Literal{903, 904})
	*g.checksModels = false
	return s
}

// TestGiniDoesNotEndTheProcess makes gini find an assignment that breaks a clause. With its own check of models it would log
// that, and end the process.
func TestGiniDoesNotEndTheProcess(t *testing.T) {
	var written strings.Builder
	defer log.SetOutput(log.Writer())
	log.SetOutput(&written)
	s := forgetful(t)
	g := s.formula.solver.(*giniSolver)
	if _, err := s.Run(t.Context(), nil, 1, nil); err != nil {
		t.Error(err)
	}
	if !g.True(901) || !g.True(902) {
		t.Error("the assignment does not break the clause")
	}
	if written.Len() > 0 || *g.checksModels {
		t.Errorf("logged: %s", &written)
	}
}

// TestGiniNeverChecksModels checks that gini's check of models is off in every search: after loading, in rounds that block, and
// in a new gini after Forget.
func TestGiniNeverChecksModels(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	for _, strategy := range engineNamed(t, "gini").Values(strategySetting) {
		s := open(t, engineNamed(t, "gini"), m, engine.Options{"enumerate": strategy}).(*session)
		g := s.formula.solver.(*giniSolver)
		for range 2 {
			if got := len(solutions(t, s, m, nil)); got != 288 || *g.checksModels {
				t.Errorf("%s: %d solutions, expected 288; gini checks models: %t", strategy, got, *g.checksModels)
			}
			before := g.checksModels
			g.Begin(nil)
			g.Forget(t.Context())
			g.End()
			if g.checksModels == before {
				t.Error("the gini that follows has the check of the one before")
			}
		}
	}
}

// lying negates the values of a solver's literals from a given search on.
type lying struct {
	solver
	honest int
}

func (l *lying) True(x encode.Literal) bool {
	l.honest--
	return l.solver.True(x) != (l.honest < 0)
}

// TestWrongAnswersFail has solvers whose answer is not a solution: the run fails, and none of its results count.
func TestWrongAnswersFail(t *testing.T) {
	m := &model.Model{}
	for _, name := range []string{"a", "b"} {
		m.AddVariable(name, model.Interval(0, 1))
	}
	m.Constraints = []model.Constraint{model.Sum("", 1, model.NoUpper, 0, 1), model.Sum("", 2, model.NoUpper, 0, 1)}
	for _, name := range []string{"gini", "gophersat", "gophersat-pb"} {
		s := open(t, engineNamed(t, name), m, engine.Options{"enumerate": "outputs"}).(*session)
		s.formula.solver = &lying{solver: s.formula.solver}
		result, err := s.Run(t.Context(), nil, 0, nil)
		var failed *engine.FailedError
		if !errors.As(err, &failed) || !strings.Contains(err.Error(), "its answer is not a solution: ") || result.Count.Sign() != 0 {
			t.Errorf("%s: %+v, error %v", name, result, err)
		}
		if got := len(solutions(t, s, m, nil)); got != 1 {
			t.Errorf("%s: %d solutions in the next run, expected 1", name, got)
		}
	}
}
