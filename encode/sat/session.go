package sat

import (
	"context"
	"math/big"
	"slices"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
)

// solver is a loaded formula. It is used by one goroutine at a time, in rounds: Begin, then solve and block in turn, then
// End.
type solver interface {
	// Begin starts a round under the cube.
	Begin(cube []encode.Literal)
	// Solve searches for an assignment. Where ctx ends first it returns unknown; after an error the solver is of no further
	// use, but rounds may still be begun and ended.
	Solve(ctx context.Context) (status, error)
	// True reports the value of a literal in the assignment that Solve just found.
	True(l encode.Literal) bool
	// Block adds a clause that holds until the end of the round.
	Block(clause []encode.Literal)
	// End drops what the round added.
	End()
	// Effort returns the solver's figures for the round.
	Effort() []engine.Measure
}

// status is the answer of a solver.
type status int

const (
	unknown status = iota
	satisfiable
	unsatisfiable
)

// backend is a SAT solver that can be an engine.
type backend struct {
	name      string
	summary   string
	abilities engine.Abilities
	// load compiles through the function it is given and returns a solver for what that wrote.
	load func(compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error)
}

// The settings of all SAT engines.
var (
	cellSetting = &engine.Setting{
		Name: "encoding", Usage: "how cells and all-different constraints become clauses",
		Values: encode.CellNames, Default: encode.DefaultCells,
	}
	amoSetting = &engine.Setting{
		Name: "amo", Usage: "how at most one of some literals is true",
		Values: encode.AMONames, Default: encode.DefaultAMO,
	}
	sumSetting = &engine.Setting{
		Name: "sum", Usage: "how linear constraints become clauses",
		Values: encode.SumNames, Default: encode.DefaultSum,
	}
	ruleSetting = &engine.Setting{
		Name: "rule-encoding", Usage: "how rules become clauses",
		Values: encode.RuleNames, Default: encode.DefaultRules,
	}
)

// Settings returns the settings that choose an encoding.
func Settings() []*engine.Setting {
	return []*engine.Setting{cellSetting, amoSetting, sumSetting, ruleSetting}
}

// ChoiceOf returns the encoding that options choose.
func ChoiceOf(options engine.Options) encode.Choice {
	return encode.Choice{
		Cells: cellSetting.Value(options),
		AMO:   amoSetting.Value(options),
		Sum:   sumSetting.Value(options),
		Rules: ruleSetting.Value(options),
	}
}

// register makes an engine of a backend.
func register(b backend) {
	engine.Register(&engine.Engine{
		Name:      b.name,
		Summary:   b.summary,
		Abilities: b.abilities,
		Settings:  Settings(),
		Open: func(m *model.Model, options engine.Options) (engine.Session, error) {
			s := &session{backend: b, model: m, choice: ChoiceOf(options)}
			var err error
			if s.choice.DependsOnCube() {
				// Every cube has a formula of its own; this one tells whether the choice can encode the model at all.
				_, err = encode.NewDIMACS(context.Background(), m, s.choice, nil)
			} else {
				s.formula, err = s.load(context.Background(), nil)
			}
			if err != nil {
				return nil, engine.Unsupported(b.name, "%v", err)
			}
			return s, nil
		},
	})
}

// session enumerates with blocking clauses on the output literals.
type session struct {
	backend backend
	model   *model.Model
	choice  encode.Choice
	formula *formula // of all cubes, or nil where each has its own
}

// formula is a formula in a solver.
type formula struct {
	solver solver
	vars   *encode.Map
}

// load compiles the model under a cube and loads the formula into a new solver.
func (s *session) load(ctx context.Context, cube model.Cube) (*formula, error) {
	loaded, vm, err := s.backend.load(func(sink encode.Sink) (*encode.Map, error) {
		return encode.CompileCube(ctx, s.model, cube, s.choice, sink)
	})
	return &formula{loaded, vm}, err
}

// Run implements engine.Session.
func (s *session) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	f := s.formula
	if f == nil {
		var err error
		switch f, err = s.load(ctx, cube); {
		case ctx.Err() != nil:
			return engine.Result{Count: new(big.Int)}, nil
		case err != nil:
			return engine.Result{Count: new(big.Int)}, engine.Unsupported(s.backend.name, "%v", err)
		}
		cube = nil // the formula has it
	}
	literals, possible := f.vars.Cube(cube)
	f.solver.Begin(literals)
	defer f.solver.End()
	count, complete := uint64(0), true
	var err error
	if possible {
		count, complete, err = f.enumerate(ctx, s.model, limit, yield)
	}
	return engine.Result{Count: new(big.Int).SetUint64(count), Complete: complete, Effort: f.solver.Effort()}, err
}

func (f *formula) enumerate(ctx context.Context, m *model.Model, limit uint64, yield func(model.Assignment) bool) (
	count uint64, complete bool, err error) {
	a := make(model.Assignment, len(m.Variables))
	outputs := slices.DeleteFunc(slices.Clone(m.OutputVars()), f.vars.Fixed)
	block := make([]encode.Literal, len(outputs))
	for limit == 0 || count < limit {
		if count > 0 && len(outputs) == 0 {
			return count, true, nil // there are no other outputs than those of the one solution
		}
		answer, err := f.solver.Solve(ctx)
		if err != nil || answer != satisfiable {
			return count, answer == unsatisfiable, err
		}
		if err := f.vars.Decode(f.solver.True, a); err != nil {
			return count, false, err
		}
		count++
		if yield != nil && !yield(a) {
			return count, false, nil
		}
		for i, v := range outputs {
			block[i] = -f.vars.Literal(v, a[v])
		}
		f.solver.Block(block)
	}
	return count, false, nil
}

// Close implements engine.Session.
func (s *session) Close() error { return nil }
