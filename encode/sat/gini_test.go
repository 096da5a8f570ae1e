package sat

import (
	"errors"
	"io"
	"log"
	"strings"
	"testing"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
)

// forgetful has a session's gini take up clauses, of variables of their own, that have no model, and forget that it found out.
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
	return s
}

// TestGiniFailsItsCheck has gini take an assignment for a model that breaks a clause. gini would end the process; instead the
// run fails, the session's next one has a new gini, and the program's log is what it was.
func TestGiniFailsItsCheck(t *testing.T) {
	var written strings.Builder
	defer log.SetOutput(log.Writer())
	for _, writer := range []io.Writer{&written, io.Discard} {
		log.SetOutput(writer)
		s := forgetful(t)
		_, err := s.Run(t.Context(), nil, 1, nil)
		var failed *engine.FailedError
		if !errors.As(err, &failed) || !strings.Contains(err.Error(), "gini takes an assignment for a model that is none: ") {
			t.Errorf("error %v", err)
		}
		if log.Writer() != writer {
			t.Error("the output of the log was not put back")
		}
		if got := len(solutions(t, s, s.model, nil)); got != 288 {
			t.Errorf("%d solutions in the next run, expected 288", got)
		}
	}
	if written.Len() > 0 {
		t.Errorf("logged: %s", &written)
	}
}

// TestGiniLeavesTheLogAlone logs while gini searches, and sets another output.
func TestGiniLeavesTheLogAlone(t *testing.T) {
	defer log.SetOutput(log.Writer())
	var written strings.Builder
	log.SetOutput(&written)
	first, second := interceptGiniLog(), interceptGiniLog()
	log.Print("one")
	first()
	log.Print("two")
	second()
	log.Print("three")
	if lines := strings.Count(written.String(), "\n"); lines != 3 || log.Writer() != io.Writer(&written) {
		t.Errorf("logged %q, expected three lines, to %v", &written, log.Writer())
	}
	release := interceptGiniLog()
	log.SetOutput(io.Discard)
	release()
	if log.Writer() != io.Discard {
		t.Error("the output that the program set was replaced")
	}
}
