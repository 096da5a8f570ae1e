package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"qmsat/encode"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// solver is a loaded formula. One goroutine at a time uses it, in rounds: Begin, then solve and block alternately, then End.
type solver interface {
	// Begin starts a round under the cube.
	Begin(cube []encode.Literal)
	// Solve searches for an assignment. If ctx ends first, it returns unknown. After an error the solver is unusable, but rounds
	// may still be begun and ended.
	Solve(ctx context.Context) (status, error)
	// True reports the value of a literal in the assignment that Solve just found.
	True(l encode.Literal) bool
	// Block adds a clause that holds until the end of the round.
	Block(clause []encode.Literal)
	// End drops the round's additions.
	End()
	// Effort returns the solver's figures for the round.
	Effort() engine.Effort
}

// status is a solver's answer.
type status int

const (
	unknown status = iota
	satisfiable
	unsatisfiable
)

// backend describes a SAT solver that can be an engine.
type backend struct {
	name      string
	summary   string
	abilities engine.Abilities
	scopes    bool              // its solvers implement scoped
	strategy  string            // the fixed strategy, or "" if it can be chosen
	settings  []*engine.Setting // besides the strategy and thresholds; nil: the settings of encodings
	// compile writes the formula of a model under a cube; nil: [encode.CompileCube].
	compile func(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options, sink encode.Sink) (*encode.Map, error)
	// load calls the compile function and returns a solver for the formula that this wrote.
	load func(ctx context.Context, limits *limits, compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error)
}

func register(b backend) { engine.Register(b.engine()) }

func (b backend) engine() *engine.Engine {
	settings := b.settings
	if settings == nil {
		settings = encodingSettings()
	}
	if b.strategy == "" {
		settings = slices.Concat(settings, []*engine.Setting{strategySetting}, thresholds)
	}
	return &engine.Engine{
		Name:      b.name,
		Summary:   b.summary,
		Abilities: b.abilities,
		Route:     "encode",
		Settings:  settings,
		Takes: func(s *engine.Setting, value string) bool {
			return s != strategySetting || b.scopes || !strategies.Entries[value].scopes
		},
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			s, err := newSession(ctx, b, m, options)
			if err != nil {
				return nil, err
			}
			return s, nil
		},
	}
}

// session enumerates the models of formulas, projected on the outputs.
type session struct {
	backend  backend
	model    *model.Model
	encoding encode.Options // automatic parts differ between cubes; see [session.encodingUnder]
	purpose  encode.Purpose
	strategy strategy
	limits   *limits
	formula  *loaded // the formula for all cubes; nil if each cube has its own, or none is loaded
	splitter *splitter
	counted  Counters
}

// encodingUnder returns the encoding for a cube. CPU seconds of gini, loading included, to find a solution and prove that it is the
// only one, on 25×25 of Lloyd and Amos, Solving Sudoku with ant colony optimization, 2020: 100 with 45 % given, of which 98 and
// 100 end within 5 s, and 8 of each other share:
//
//	                    45 %   10 %   20 %   30 %   40 %   60 %
//	extended            35.0   0.71   0.71   0.69   0.91   0.73
//	optimized-fixpoint   4.9   0.50   0.30   0.19   0.33   0.09
//
// The extended formula is loaded once for all cubes. With fewer givens, and for 16×16, it is the faster one for a file of puzzles.
func (s *session) encodingUnder(cube model.Cube) encode.Options {
	return encode.Resolve(s.model, cube, s.encoding, s.purpose)
}

func newSession(ctx context.Context, b backend, m *model.Model, options engine.Options) (*session, error) {
	s := &session{backend: b, model: m, encoding: Asked(options), purpose: purpose(b.name, options), limits: engine.LimitsOf[limits](options), counted: uncounted}
	s.encoding.Bare = b.scopes // proofs, which gini does not write, are about a literal for each value
	var err error
	name := cmp.Or(b.strategy, strategySetting.Value(options))
	if s.strategy, err = strategies.Lookup(name); err != nil {
		return nil, Refused(ctx, s.backend.name, err)
	}
	if s.strategy.scopes && !b.scopes {
		return nil, Refused(ctx, s.backend.name, fmt.Errorf("--enumerate %s needs a solver with scopes", name))
	}
	if encode.Varies(m, s.encoding, s.purpose) {
		// A cube may have its own formula. This one only tests whether the options can encode the model.
		_, err = encode.NewDIMACS(ctx, m, s.encoding, nil)
		return s, Refused(ctx, s.backend.name, err)
	}
	s.encoding = s.encodingUnder(nil)
	_, _, err = s.load(ctx, nil)
	return s, err
}

// Refused classifies an error of an engine in preparing a search, if there is one: ctx has ended, or the model cannot be run.
func Refused(ctx context.Context, name string, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return engine.Unsupported(name, "%w", err)
}

// loaded is a formula in a solver.
type loaded struct {
	solver solver
	vars   *encode.Map
	// For the depth-first searches of all runs, since the solver keeps learnt clauses from one run to the next.
	conflicts int64
	searched  int64 // conflicts when the solver last searched
	renewed   int64 // conflicts when it last forgot
}

// load returns a formula in a solver, and the part of the cube that must still be assumed. That part is empty if the formula was
// compiled for the cube.
func (s *session) load(ctx context.Context, cube model.Cube) (*loaded, model.Cube, error) {
	encoding := s.encodingUnder(cube)
	own := encoding.DependsOnCube()
	if s.formula != nil && !own {
		return s.formula, cube, nil
	}
	rest := cube
	if own {
		rest = nil
	} else {
		cube = nil
	}
	solver, vm, err := s.backend.load(ctx, s.limits, func(sink encode.Sink) (*encode.Map, error) {
		if s.backend.compile != nil {
			return s.backend.compile(ctx, s.model, cube, encoding, sink)
		}
		return encode.CompileCube(ctx, s.model, cube, encoding, sink)
	})
	if err != nil {
		return nil, nil, Refused(ctx, s.backend.name, err)
	}
	f := &loaded{solver: solver, vars: vm}
	if !own {
		s.formula = f
	}
	return f, rest, nil
}

// Run implements engine.Session. A solver that failed is not asked again.
func (s *session) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	e := &enumeration{ctx: ctx, session: s, cube: cube, limit: limit, yield: yield, effort: engine.Effort{{Name: "solves"}}, meter: engine.MeterOf(ctx)}
	exhausted, err := e.run()
	if err != nil && !errors.As(err, new(*counted)) {
		s.formula = nil
	}
	result := engine.NewResult(ctx, limit, new(big.Int).SetUint64(e.count), exhausted && err == nil, e.effort...)
	result.Unfinished = e.unfinished
	return result, engine.Failed(s.backend.name, err)
}

// learning is a solver that can add a clause that follows from its formula.
type learning interface {
	Learn(clause []encode.Literal)
}

// Learn implements [engine.Learner]. It uses single values only: clauses about puzzles would pile up in a file of them.
func (s *session) Learn(refuted model.Cube) {
	if s.formula == nil || len(refuted) != 1 {
		return
	}
	if solver, learns := s.formula.solver.(learning); learns {
		if literals, possible := s.formula.vars.Cube(refuted); possible {
			solver.Learn(lists.Map(literals, func(l encode.Literal) encode.Literal { return -l }))
		}
	}
}

func (s *session) Close() error { return nil }
