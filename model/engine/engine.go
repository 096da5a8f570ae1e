package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"qmsat/internal/input"
	"qmsat/internal/registry"
	"qmsat/internal/stop"
	"qmsat/model"
)

// Engine is a registered way to run models.
type Engine struct {
	Name      string // as in --engine
	Summary   string // half a line, for help
	Abilities Abilities
	// Route is the package that reads a model's constraints for this engine, such as "encode". See [Engine.Unrelated].
	Route    string
	Settings []*Setting // the options it reads
	// Takes reports whether this engine accepts the value for a setting. Nil: it accepts every value.
	Takes func(s *Setting, value string) bool
	// Open prepares a session for a valid model. If the engine cannot run the model, the error is an [UnsupportedError]. If ctx
	// ends first, Open returns its cause within a tenth of a second. Any other error is a [FailedError]. Memory that depends on
	// the model's size is asked of [qmsat/internal/memory] before it is allocated.
	Open func(ctx context.Context, m *model.Model, options Options) (Session, error)
}

// Unrelated reports whether two engines have different routes. Packages of different routes share only [qmsat/model] and its
// folders, so a fault of one is hardly a fault of the other, and a number found by both is confirmed. Engines on the same clauses
// are related, whatever solver they use. An engine without a route is related to every engine.
func (e *Engine) Unrelated(other *Engine) bool {
	return e.Route != "" && other.Route != "" && e.Route != other.Route
}

// Values returns the values that a setting may have for this engine. For a number, a time or a seed, it returns only the default.
func (e *Engine) Values(s *Setting) []string {
	switch {
	case s.Values == nil || s.Type == List:
		return []string{s.Default}
	case e.Takes == nil:
		return s.Values()
	}
	return slices.DeleteFunc(slices.Clone(s.Values()), func(value string) bool { return !e.Takes(s, value) })
}

// Accepts reports whether a setting may have a value for this engine.
func (e *Engine) Accepts(s *Setting, value string) bool {
	return s.Check(value) == nil && (e.Takes == nil || e.Takes(s, value))
}

// Listed returns the settings for lists: all except thresholds.
func (e *Engine) Listed() []*Setting {
	public, _ := split(e.Settings)
	return public
}

// Thresholds returns the settings that [Engine.Listed] leaves out.
func (e *Engine) Thresholds() []*Setting {
	_, thresholds := split(e.Settings)
	return thresholds
}

// Check reports a bad value for one of the engine's settings. It ignores the options of other engines.
func (e *Engine) Check(options Options) error {
	for _, s := range e.Settings {
		value := s.Value(options)
		if err := s.Check(value); err != nil {
			return err
		}
		if !e.Accepts(s, value) {
			return fmt.Errorf("%s=%s: engine %s takes %s", s.Name, value, e.Name, strings.Join(e.Values(s), ", "))
		}
	}
	return nil
}

// Abilities state what callers may rely on.
type Abilities struct {
	Assumptions   bool // the model is loaded once for all runs of a session, so a cube costs only its search
	Proof         bool // can certify that there is no solution
	PseudoBoolean bool // takes cardinality and linear constraints without encoding them
	Concurrent    bool // several sessions may be opened and run at once
	CountsOnly    bool // counts without listing: never calls yield, and ignores limits
	MayFail       bool // its runs end solved, stuck or cut off; they never show that there is no further solution
	Explains      bool // solves by steps that people can follow
	Optimum       bool // its sessions on models with an objective are [Optimizer]s
}

// String lists the abilities.
func (a Abilities) String() string {
	var words []string
	for _, ability := range []struct {
		has  bool
		word string
	}{
		{a.Assumptions, "loads the model once"}, {a.Proof, "writes proofs"}, {a.PseudoBoolean, "reads sums as they are"},
		{a.Concurrent, "runs in parallel"}, {a.CountsOnly, "counts without listing"}, {a.MayFail, "may miss solutions"}, {a.Explains, "explains its steps"}, {a.Optimum, "finds best solutions"},
	} {
		if ability.has {
			words = append(words, ability.word)
		}
	}
	return strings.Join(words, ", ")
}

// Session is an engine opened on a model. It is used by one goroutine at a time.
type Session interface {
	// Run searches for the solutions that meet the cube and calls yield with each once, in a reproducible order. The assignment
	// is complete, and valid only during the call. If the model has variables that are not outputs, it is one of the assignments
	// with these outputs. yield may be nil. The run ends when the search is exhausted, when limit solutions were found (0: no
	// limit), when yield returns false, or within a tenth of a second of the end of ctx; the result's outcome says which. An
	// error is a [FailedError], or an [UnsupportedError] if only the cube shows that the engine cannot run it; the solutions
	// found before stay valid. A panic of the engine becomes a [FailedError] too. An engine that counts without listing does not
	// call yield, and the result says so. Run ignores a model's objective.
	Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (Result, error)
	// Close frees the session's resources.
	Close() error
}

// Learner is a session that can use what it refuted.
type Learner interface {
	Session
	// Learn says that a run found no solution for the cube. Later runs may be faster for it. It must be true, and for a session that
	// confirms another one, it must not come from that.
	Learn(refuted model.Cube)
}

// Stepper is a session that says more of the solution that it yields.
type Stepper interface {
	Session
	// Step, called while Run yields, returns the variables that may have other values than in the solution before (nil: any may), and
	// whether the next solution follows at once.
	Step() (changed []model.Var, follows bool)
}

// engines holds the registered engines by name.
var engines = registry.New[*Engine]("engine")

// Register adds an engine and guards its Open. It panics if the name is taken. Call it at start only.
func Register(e *Engine) { engines.Register(e.Name, e.guarded()) }

// guarded makes Open check the options first, turn a panic into an error, and return as soon as ctx ends.
func (e *Engine) guarded() *Engine {
	open := e.Open
	e.Open = func(ctx context.Context, m *model.Model, options Options) (Session, error) {
		if err := e.Check(options); err != nil {
			return nil, Unsupported(e.Name, "%w", err)
		}
		return stop.Leave(ctx, func() (s Session, err error) {
			defer Guard(e.Name, &err)
			return open(ctx, m, options)
		}, func(late Session) { late.Close() })
	}
	return e
}

// Lookup returns the engine of that name: a registered engine or one of a family.
func Lookup(name string) (*Engine, error) {
	if e := engines.Entries[name]; e != nil {
		return e, nil
	}
	for _, f := range families {
		if strings.HasPrefix(name, f.Prefix) {
			e, err := f.Make(name)
			if err != nil {
				return nil, err
			}
			return e.guarded(), nil
		}
	}
	return nil, input.CheckName("engine", name, Forms())
}

// Open opens a session of the engine of that name.
func Open(ctx context.Context, name string, m *model.Model, options Options) (Session, error) {
	e, err := Lookup(name)
	if err != nil {
		return nil, err
	}
	return e.Open(ctx, m, options)
}

// Names returns the names of the registered engines, sorted.
func Names() []string { return engines.Names() }

// Progress says how far a run has come.
type Progress struct {
	Share float64 // of the work done, from 0 to 1, as the engine estimates
	Text  string  // where the run is, for people
}

// Reporter is a session that reports the progress of its runs.
type Reporter interface {
	Session
	// Report makes the following runs call show from time to time, from one goroutine at a time.
	Report(show func(Progress))
}

// Pace says when to show progress again: five times a second.
type Pace struct{ shown time.Time }

// Due reports whether it is time. If so, it assumes that progress is shown now.
func (p *Pace) Due() bool {
	if time.Since(p.shown) < time.Second/5 {
		return false
	}
	p.shown = time.Now()
	return true
}
