package parallel

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// plain returns an engine that tries all assignments. It sleeps for pause after each solution.
func plain(pause time.Duration) *engine.Engine {
	return &engine.Engine{
		Name:      "plain",
		Abilities: engine.Abilities{Concurrent: true},
		Open: func(ctx context.Context, m *model.Model, _ engine.Options) (engine.Session, error) {
			return &plainSession{m, pause}, nil
		},
	}
}

type plainSession struct {
	model *model.Model
	pause time.Duration
}

func (s *plainSession) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	count := uint64(0)
	result := func(complete bool) (engine.Result, error) {
		return engine.NewResult(ctx, limit, new(big.Int).SetUint64(count), complete, engine.Measure{Name: "runs", Value: 1}), nil
	}
	a := make(model.Assignment, len(s.model.Variables))
	var seen = map[string]bool{}
	goesOn := true
	var assign func(v model.Var)
	assign = func(v model.Var) {
		if int(v) < len(a) {
			values := slices.Collect(s.model.DomainOf(v).All())
			slices.Reverse(values) // not the order of cubes
			for _, a[v] = range values {
				if goesOn && s.model.CheckCube(a, cubeOn(cube, v)) == nil {
					assign(v + 1)
				}
			}
			return
		}
		if goesOn = goesOn && ctx.Err() == nil; !goesOn || s.model.Check(a) != nil || seen[modeltest.Key(s.model, a)] {
			return
		}
		seen[modeltest.Key(s.model, a)] = true
		time.Sleep(s.pause)
		count++
		goesOn = (yield == nil || yield(a)) && count != limit
	}
	assign(0)
	return result(goesOn)
}

// cubeOn returns the givens for one variable.
func cubeOn(cube model.Cube, v model.Var) model.Cube {
	return slices.DeleteFunc(slices.Clone(cube), func(g model.Given) bool { return g.Var != v })
}

// Split splits by the first output without a given, and refutes nothing.
func (s *plainSession) Split(_ context.Context, cube model.Cube) (engine.Split, bool, error) {
	split, found := engine.Refuted(s.model, cube)
	if found {
		split.Open = s.model.DomainOf(split.Var)
	}
	return split, found, nil
}

func (s *plainSession) Close() error { return nil }

func open(t rapid.TB, e *engine.Engine, m *model.Model, options Options) engine.Session {
	t.Helper()
	s, err := Open(context.Background(), e, m, nil, options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// keys runs a cube and returns the solutions in the order of arrival.
func keys(t rapid.TB, s engine.Session, m *model.Model, cube model.Cube, limit uint64) ([]string, engine.Result) {
	t.Helper()
	found := []string{}
	result, err := s.Run(context.Background(), cube, limit, func(a model.Assignment) bool {
		found = append(found, modeltest.Key(m, a))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if result.Count.Cmp(big.NewInt(int64(len(found)))) != 0 {
		t.Fatalf("%d solutions, result %+v", len(found), result)
	}
	return found, result
}

// numbers returns a model without constraints whose variables are from 0 to 9.
func numbers(variables int) *model.Model {
	m := &model.Model{}
	for i := range variables {
		m.AddVariable(string(rune('a'+i)), model.Interval(0, 9))
	}
	return m
}

func TestRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube := modeltest.RandomCube(t, m)
		want := []string{}
		for _, a := range modeltest.BruteForce(m, cube) {
			want = append(want, modeltest.Key(m, a))
		}
		slices.Sort(want)
		var first []string
		for _, workers := range []int{1, 3} {
			s := open(t, plain(0), m, Options{Workers: workers})
			result, err := s.Run(context.Background(), cube, 0, nil)
			if err != nil || !result.Complete() || result.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
				t.Fatalf("%d workers: %+v, error %v, expected %d", workers, result, err, len(want))
			}
			got, result := keys(t, s, m, cube, 0)
			if !result.Complete() {
				t.Fatalf("%d workers: not complete", workers)
			}
			if first == nil {
				first = got
			}
			if diff := cmp.Diff(first, got); diff != "" {
				t.Fatalf("%d workers: another order (-1 +%d):\n%s", workers, workers, diff)
			}
			got = slices.Clone(got)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%d workers (-brute force +parallel):\n%s", workers, diff)
			}
		}
	})
}

// TestLargeCubes runs large cubes. A cube is large by its number of solutions if they are yielded, and by time if they are
// counted.
func TestLargeCubes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := numbers(4)
		var first []string
		for _, workers := range []int{1, 4} {
			s := open(t, plain(0), m, Options{Workers: workers})
			s.(*session).sizes = sizes{first: 10, more: 5, least: time.Second, most: time.Second, solutions: 100, ahead: 500}
			got, result := keys(t, s, m, nil, 0)
			if len(got) != 10_000 || !result.Complete() {
				t.Errorf("%d workers: %d solutions, expected 10000", workers, len(got))
			}
			if first == nil {
				first = got
			}
			if !slices.Equal(first, got) {
				t.Errorf("%d workers give another order than 1", workers)
			}
			for _, limit := range []uint64{1, 700, 10_000} {
				got, result := keys(t, s, m, nil, limit)
				if !slices.Equal(got, first[:limit]) || result.Complete() {
					t.Errorf("%d workers, limit %d: %d solutions, complete %t, or others", workers, limit, len(got), result.Complete())
				}
				result, err := s.Run(context.Background(), nil, limit, nil)
				if err != nil || result.Count.Uint64() != limit || result.Complete() {
					t.Errorf("%d workers, limit %d: %+v, error %v", workers, limit, result, err)
				}
			}
		}
		// Every cube takes longer than most, even those that cannot be split.
		slow := open(t, plain(time.Millisecond), numbers(2), Options{Workers: 2})
		slow.(*session).sizes = sizes{more: 5, most: time.Microsecond}
		result, err := slow.Run(context.Background(), nil, 0, nil)
		if err != nil || !result.Complete() || result.Count.Int64() != 100 || result.Effort[0].Value < 5 {
			t.Errorf("a count that was split: %+v, error %v, expected 100 in many runs", result, err)
		}
		// If the engine returns the work done so far, nothing is searched twice.
		resuming := plain(0)
		resuming.Open = func(_ context.Context, m *model.Model, _ engine.Options) (engine.Session, error) {
			return &resumingSession{plainSession{m, time.Millisecond}}, nil
		}
		again := open(t, resuming, numbers(3), Options{Workers: 2})
		again.(*session).sizes = sizes{most: 17 * time.Millisecond, calm: 17 * time.Millisecond}
		begun := time.Now()
		result, err = again.Run(context.Background(), nil, 0, nil)
		if took := time.Since(begun); err != nil || result.Count.Int64() != 1000 || took > 550*time.Millisecond {
			t.Errorf("a count that goes on: %+v, error %v, after %v, expected 1000 after half a second", result, err, took)
		}
	})
}

// TestStop ends a run early, by the context and by the caller.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := numbers(3)
		for _, workers := range []int{1, 2} {
			s := open(t, plain(time.Millisecond), m, Options{Workers: workers})
			ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
			seen := map[string]bool{}
			result, err := s.Run(ctx, nil, 0, func(a model.Assignment) bool {
				seen[modeltest.Key(m, a)] = true
				return true
			})
			cancel()
			if err != nil || result.Complete() || len(seen) == 0 || result.Count.Cmp(big.NewInt(int64(len(seen)))) != 0 {
				t.Errorf("%d workers, stopped: %+v with %d different solutions, error %v", workers, result, len(seen), err)
			}
			ctx, cancel = context.WithTimeout(context.Background(), 90*time.Millisecond)
			result, err = s.Run(ctx, nil, 0, nil)
			cancel()
			if err != nil || result.Complete() || result.Count.Sign() == 0 || result.Count.Cmp(big.NewInt(1000)) >= 0 {
				t.Errorf("%d workers, a count stopped: %+v, error %v", workers, result, err)
			}
			calls := 0
			result, err = s.Run(context.Background(), nil, 0, func(model.Assignment) bool { calls++; return calls < 7 })
			if err != nil || result.Complete() || calls != 7 || result.Count.Int64() != 7 {
				t.Errorf("%d workers, told to stop at 7: %+v after %d calls, error %v", workers, result, calls, err)
			}
		}
	})
}

func TestEnginesThatCannot(t *testing.T) {
	alone := plain(0)
	alone.Abilities.Concurrent = false
	var unsupported *engine.UnsupportedError
	if _, err := Open(context.Background(), alone, numbers(1), nil, Options{Workers: 2}); !errors.As(err, &unsupported) {
		t.Errorf("two workers of an engine that is not concurrent: error %v", err)
	}
	if result, err := open(t, alone, numbers(1), Options{Workers: 1}).Run(context.Background(), nil, 0, nil); err != nil || result.Count.Int64() != 10 {
		t.Errorf("one worker of it: %+v, error %v", result, err)
	}
	whole := plain(0)
	whole.Open = func(ctx context.Context, m *model.Model, _ engine.Options) (engine.Session, error) {
		return struct{ engine.Session }{&plainSession{m, 0}}, nil
	}
	if _, err := Open(context.Background(), whole, numbers(1), nil, Options{Workers: 1}); !errors.As(err, &unsupported) {
		t.Errorf("an engine that cannot split: error %v", err)
	}
	guessing := plain(0)
	guessing.Abilities.MayFail = true
	if _, err := Open(context.Background(), guessing, numbers(1), nil, Options{Workers: 1}); !errors.As(err, &unsupported) {
		t.Errorf("an engine that may fail: error %v", err)
	}
	failing := plain(0)
	broken := errors.New("broken")
	failing.Open = func(ctx context.Context, m *model.Model, _ engine.Options) (engine.Session, error) {
		return &failingSession{plainSession{m, 0}, broken}, nil
	}
	for _, workers := range []int{1, 2} {
		if _, err := open(t, failing, numbers(2), Options{Workers: workers}).Run(context.Background(), nil, 0, nil); !errors.Is(err, broken) {
			t.Errorf("%d workers that fail: error %v", workers, err)
		}
	}
}

// A session is opened for its first item and kept for later ones. Cubes that are not split need only the session of [Open].
func TestSessionsAreOpenedAsNeeded(t *testing.T) {
	var opened atomic.Int32
	e := plain(0)
	usual := e.Open
	e.Open = func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		opened.Add(1)
		return usual(ctx, m, options)
	}
	s := open(t, e, numbers(1), Options{Workers: 4})
	for range 2 {
		if result, err := s.Run(t.Context(), nil, 0, nil); err != nil || result.Count.Int64() != 10 || opened.Load() != 1 {
			t.Errorf("%+v by %d sessions, error %v, expected 10 by one", result, opened.Load(), err)
		}
	}
}

type failingSession struct {
	plainSession
	err error
}

func (s *failingSession) Run(context.Context, model.Cube, uint64, func(model.Assignment) bool) (engine.Result, error) {
	return engine.Result{Count: new(big.Int)}, s.err
}

// A panic in a worker ends its run, not the process.
func TestPanicInWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, in := range []string{"Run", "Split", "Open"} {
			for _, workers := range []int{1, 3} {
				var opened atomic.Int32
				e := plain(10 * time.Millisecond)
				usual := e.Open
				e.Open = func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
					if opened.Add(1) > 1 && in == "Open" {
						panic("in Open")
					}
					s, err := usual(ctx, m, options)
					return &panickingSession{s.(engine.Splitter), in}, err
				}
				_, err := open(t, e, numbers(2), Options{Workers: workers}).Run(context.Background(), nil, 0, nil)
				if expected := in != "Open" || workers > 1; (err != nil) != expected || err != nil && !strings.HasSuffix(err.Error(), ": panic: in "+in) {
					t.Errorf("%d workers: error %v after a panic in %s", workers, err, in)
				}
			}
		}
	})
}

type panickingSession struct {
	engine.Splitter
	in string
}

func (s *panickingSession) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	if s.in == "Run" {
		panic("in Run")
	}
	return s.Splitter.Run(ctx, cube, limit, yield)
}

func (s *panickingSession) Split(ctx context.Context, cube model.Cube) (engine.Split, bool, error) {
	if s.in == "Split" {
		panic("in Split")
	}
	return s.Splitter.Split(ctx, cube)
}

// TestFalseSplit runs an engine that splits by a variable that already has a value.
func TestFalseSplit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := plain(time.Millisecond)
		e.Open = func(_ context.Context, m *model.Model, _ engine.Options) (engine.Session, error) {
			return &fixedSplitter{plainSession{m, time.Millisecond}}, nil
		}
		_, err := open(t, e, numbers(3), Options{Workers: 2}).Run(context.Background(), nil, 0, nil)
		if err == nil || !strings.Contains(err.Error(), "a split by a, which is fixed already") {
			t.Errorf("error %v, expected that the split is found out", err)
		}
	})
}

type fixedSplitter struct{ plainSession }

func (s *fixedSplitter) Split(context.Context, model.Cube) (engine.Split, bool, error) {
	return engine.Split{Open: s.model.DomainOf(0)}, true, nil
}
