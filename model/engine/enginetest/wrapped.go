package enginetest

import (
	"context"
	"math/big"
	"slices"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// request holds the arguments of a run, and the session of the wrapped engine.
type request struct {
	ctx     context.Context
	session engine.Session
	cube    model.Cube
	limit   uint64
	yield   func(model.Assignment) bool
}

func (r request) run(limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	return r.session.Run(r.ctx, r.cube, limit, yield)
}

func (r request) collect(limit uint64) (solutions []model.Assignment, result engine.Result, err error) {
	result, err = r.run(limit, func(a model.Assignment) bool {
		solutions = append(solutions, slices.Clone(a))
		return true
	})
	return solutions, result, err
}

func (r request) deliver(solutions []model.Assignment) *big.Int {
	for _, a := range solutions {
		if r.yield != nil && !r.yield(a) {
			break
		}
	}
	return big.NewInt(int64(len(solutions)))
}

// runner answers a request.
type runner func(r request) (engine.Result, error)

type session struct {
	engine.Session
	answer runner
}

// Run implements engine.Session.
func (s *session) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	return s.answer(request{ctx, s.Session, cube, limit, yield})
}

// wrapped returns an engine on whose sessions cubes are run as begin says, which is called with each one's model. Where its
// abilities are not those of e, it has no settings either.
func wrapped(name, summary string, e *engine.Engine, abilities engine.Abilities, begin func(m *model.Model) runner) *engine.Engine {
	w := *e
	w.Name, w.Summary, w.Abilities, w.Route = name, summary, abilities, name
	if abilities != e.Abilities {
		w.Settings, w.Takes = nil, nil
	}
	w.Open = func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		s, err := e.Open(ctx, m, options)
		return &session{s, begin(m)}, err
	}
	return &w
}

// limited returns an engine of other abilities than e, on whose sessions cubes are run as run says.
func limited(name, summary string, e *engine.Engine, abilities engine.Abilities, run runner) *engine.Engine {
	return wrapped(name, summary, e, abilities, func(*model.Model) runner { return run })
}

// altered returns an engine that lists alter's result for e's solutions, if there is at least one.
func altered(name string, e *engine.Engine, alter func(m *model.Model, solutions []model.Assignment) []model.Assignment) *engine.Engine {
	return wrapped(name, "wrong on purpose", e, e.Abilities, func(m *model.Model) runner {
		return func(r request) (engine.Result, error) {
			solutions, result, err := r.collect(r.limit)
			if len(solutions) > 0 {
				solutions = alter(m, solutions)
			}
			result.Count = r.deliver(solutions)
			return result, err
		}
	})
}

// ExpectSplits holds that a session splits a cube, and what that leaves open, again and again, each the same way twice; and
// that each solution, found by brute force, is in just one of the cubes that are left, and in none of those that were
// refuted.
func ExpectSplits(t rapid.TB, session engine.Splitter, m *model.Model, cube model.Cube) {
	t.Helper()
	solutions := modeltest.BruteForce(m, cube)
	var visit func(cube model.Cube) (found int)
	visit = func(cube model.Cube) (found int) {
		split, ok, err := session.Split(context.Background(), cube)
		if err != nil {
			t.Fatal(err)
		}
		again, okAgain, err := session.Split(context.Background(), cube)
		if diff := cmp.Diff(split, again, cmp.Comparer(model.Domain.Equal)); diff != "" || ok != okAgain || err != nil {
			t.Fatalf("split again: %t, then %t, error %v\n%s", ok, okAgain, err, diff)
		}
		if !ok {
			for _, a := range solutions {
				if m.CheckCube(a, cube) == nil {
					found++
				}
			}
			return found
		}
		if err := split.Check(m, cube); err != nil {
			t.Fatal(err)
		}
		for _, open := range split.Cubes(cube) {
			found += visit(open)
		}
		return found
	}
	if found := visit(cube); found != len(solutions) {
		t.Fatalf("%d solutions in the cubes that are left of %v, expected %d", found, cube, len(solutions))
	}
}
