//go:build unix

package heuristic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"qmsat/internal/cputime"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// late returns the processor time that a run on a puzzle takes after its context ends, which happens after a given time.
func late(t testing.TB, method string, m *model.Model, options engine.Options, cube model.Cube, after time.Duration) time.Duration {
	t.Helper()
	s := opened(t, method, m, options)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var ended time.Duration // 0 if the run ended earlier
	seen := make(chan struct{})
	timer := time.AfterFunc(after, func() {
		defer close(seen)
		ended = cputime.Self()
		cancel()
	})
	result, err := s.Run(ctx, cube, 0, func(a model.Assignment) bool {
		if err := errors.Join(m.Check(a), m.CheckCube(a, cube)); err != nil {
			t.Errorf("%s: %v", method, err)
		}
		return true
	})
	if err != nil || result.Outcome == engine.CutOff && !errors.Is(result.Cause, context.Canceled) {
		t.Errorf("%s: %+v, %v", method, result, err)
	}
	if timer.Stop() {
		return 0
	}
	<-seen
	return cputime.Self() - ended
}

// tooLate is not a measurement: only a method that ignores its context would take that long.
const tooLate = 10 * time.Second

// Every method notices the end of its context, however much work is left.
func TestStopsSoon(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	cube := parse(t, m, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	for _, method := range methods(t) {
		if d := late(t, method, m, engine.Options{"iterations": "2000000000"}, cube, 5*time.Millisecond); d > tooLate {
			t.Errorf("%s: %v late", method, d)
		}
	}
}

// The log has the longest processor time of each method after the end of its context, on grids of several sizes and with the
// largest populations.
func TestLatency(t *testing.T) {
	modeltest.OnlyLong(t)
	for _, method := range methods(t) {
		worst, where := time.Duration(0), ""
		e, err := engine.Lookup(method)
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []int{3, 4, 5} {
			m := modeltest.Sudoku(t, side, side)
			if _, err := e.Open(t.Context(), m, nil); err != nil {
				continue
			}
			for _, large := range []bool{false, true} {
				options := engine.Options{"iterations": "2000000000"}
				if i := slices.IndexFunc(e.Settings, func(s *engine.Setting) bool { return s.Name == "population" }); i >= 0 && large {
					options["population"] = strconv.FormatFloat(e.Settings[i].Range.Max, 'f', -1, 64)
				}
				for _, after := range modeltest.Scale(nil, []time.Duration{20}, []time.Duration{20, 150}) {
					if d := late(t, method, m, options, full(m)[:side*side], after*time.Millisecond); d > worst {
						worst, where = d, fmt.Sprintf("%d×%[1]d, %v", side*side, options)
					}
				}
			}
		}
		t.Logf("%-18s %v late at worst, %s", method, worst.Round(time.Millisecond), where)
		if worst > tooLate {
			t.Errorf("%s: %v late", method, worst)
		}
	}
}
