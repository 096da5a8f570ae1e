package residual

import (
	"context"
	"math/big"

	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/engine"
)

// Name is the engine's name.
const Name = "residual"

func init() {
	engine.Register(&engine.Engine{
		Name:      Name,
		Summary:   "the formula alone, by unit propagation",
		Abilities: engine.Abilities{Assumptions: true, Concurrent: true},
		Settings:  sat.Settings(),
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			s := &session{model: m, encoding: sat.EncodingOptions(options)}
			var err error
			if s.encoding.DependsOnCube() {
				// Every cube has a formula of its own; this one tells whether the options can encode the model at all.
				_, err = encode.NewDIMACS(ctx, m, s.encoding, nil)
			} else {
				s.loaded, err = s.load(ctx, nil)
			}
			if err != nil {
				return nil, refused(ctx, err)
			}
			return s, nil
		},
	})
}

// refused classes an error of whoever prepares a search: ctx has ended, or the model cannot be run.
func refused(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return engine.Unsupported(Name, "%w", err)
}

// session counts the models of formulas, projected on the outputs.
type session struct {
	model    *model.Model
	encoding encode.Options
	loaded   *loaded // the formula of all cubes; nil where each has its own
}

// loaded is a formula that is ready to be searched.
type loaded struct {
	*propagator
	vars       *encode.Map
	consistent bool
	outputs    [][]literal // of those that are not fixed: the literals of their values
}

// load compiles the model, or what a cube leaves of it where the encoding depends on that.
func (s *session) load(ctx context.Context, cube model.Cube) (*loaded, error) {
	f := &formula{}
	vars, err := encode.CompileCube(ctx, s.model, cube, s.encoding, f)
	if err != nil {
		return nil, err
	}
	f.variables = vars.Variables()
	l := &loaded{vars: vars}
	for _, v := range s.model.OutputVars() {
		if !vars.Fixed(v) {
			l.outputs = append(l.outputs, literalsOf(vars.Literals(v)))
		}
	}
	l.propagator, l.consistent, err = newPropagator(ctx, f)
	return l, err
}

// Run implements engine.Session.
func (s *session) Run(
	ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool,
) (result engine.Result, err error) {
	defer engine.Guard(Name, &err)
	l, rest := s.loaded, cube
	if l == nil {
		if l, err = s.load(ctx, cube); err != nil {
			if ctx.Err() != nil {
				return engine.NewResult(ctx, limit, new(big.Int), false), nil
			}
			return engine.Result{Count: new(big.Int)}, refused(ctx, err)
		}
		rest = nil
	}
	r := &run{loaded: l, limit: limit, yield: yield, assignment: make(model.Assignment, len(s.model.Variables))}
	decisions, conflicts := l.decisions, l.conflicts
	exhausted := r.list(ctx, rest)
	result = engine.NewResult(ctx, limit, new(big.Int).SetUint64(r.count), exhausted,
		engine.Measure{Name: "decisions", Value: l.decisions - decisions},
		engine.Measure{Name: "conflicts", Value: l.conflicts - conflicts})
	return result, engine.Failed(Name, r.err)
}

// Close has nothing to free.
func (s *session) Close() error { return nil }

// run is one run of a session.
type run struct {
	*loaded
	limit      uint64 // 0: none
	yield      func(model.Assignment) bool
	assignment model.Assignment
	count      uint64
	err        error
}

// list finds solution after solution, and reports whether there are no others.
func (r *run) list(ctx context.Context, cube model.Cube) (exhausted bool) {
	literals, possible := r.vars.Cube(cube)
	if !possible || !r.consistent {
		return true
	}
	defer func() {
		for len(r.levels) > 0 {
			r.undo()
		}
	}()
	for _, l := range literals {
		if !r.decide(literalOf(l)) {
			return true
		}
	}
	search := &listing{propagator: r.propagator, ctx: ctx, outputs: r.outputs, found: r.found}
	return search.search()
}

// found counts and yields the solution that the propagator holds. It reports whether the search goes on.
func (r *run) found() bool {
	r.count++
	if r.yield != nil {
		isTrue := func(l encode.Literal) bool { return r.values[literalOf(l)] > 0 }
		if r.err = r.vars.Decode(isTrue, r.assignment); r.err != nil || !r.yield(r.assignment) {
			return false
		}
	}
	return r.limit == 0 || r.count < r.limit
}
