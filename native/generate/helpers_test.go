package generate

import (
	"context"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	_ "qmsat/native" // registers the engine
)

// openNative opens a session of the engine native during a test.
func openNative(t testing.TB, m *model.Model) engine.Session {
	t.Helper()
	e, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	session, err := e.Open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// solutionsUpToTwo returns the number of solutions of a puzzle: 0, 1, or 2 for more than one.
func solutionsUpToTwo(t testing.TB, session engine.Session, cube model.Cube) uint64 {
	t.Helper()
	result, err := session.Run(t.Context(), cube, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	return result.Count.Uint64()
}

// expectSolutions expects a number of solutions of a puzzle; 2 means more than one.
func expectSolutions(t testing.TB, session engine.Session, m *model.Model, cube model.Cube, expected uint64) {
	t.Helper()
	if count := solutionsUpToTwo(t, session, cube); count != expected {
		t.Errorf("%s: %d solutions, expected %d", m.Notation().FormatCube(m, cube), count, expected)
	}
}
