package sat

import (
	"context"
	"math/big"

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
)

// Settings returns the settings that choose an encoding.
func Settings() []*engine.Setting { return []*engine.Setting{cellSetting, amoSetting, sumSetting} }

// ChoiceOf returns the encoding that options choose.
func ChoiceOf(options engine.Options) encode.Choice {
	return encode.Choice{
		Cells: cellSetting.Value(options),
		AMO:   amoSetting.Value(options),
		Sum:   sumSetting.Value(options),
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
			choice := ChoiceOf(options)
			s, vm, err := b.load(func(sink encode.Sink) (*encode.Map, error) {
				return encode.Compile(context.Background(), m, choice, sink)
			})
			if err != nil {
				return nil, engine.Unsupported(b.name, "%v", err)
			}
			return &session{model: m, vars: vm, solver: s}, nil
		},
	})
}

// session enumerates with blocking clauses on the output literals.
type session struct {
	model  *model.Model
	vars   *encode.Map
	solver solver
}

// Run implements engine.Session.
func (s *session) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	literals, possible := s.vars.Cube(cube)
	s.solver.Begin(literals)
	defer s.solver.End()
	count, complete := uint64(0), true
	var err error
	if possible {
		count, complete, err = s.enumerate(ctx, limit, yield)
	}
	return engine.Result{Count: new(big.Int).SetUint64(count), Complete: complete, Effort: s.solver.Effort()}, err
}

func (s *session) enumerate(ctx context.Context, limit uint64, yield func(model.Assignment) bool) (count uint64, complete bool, err error) {
	a := make(model.Assignment, len(s.model.Variables))
	outputs := s.model.OutputVars()
	block := make([]encode.Literal, len(outputs))
	for limit == 0 || count < limit {
		answer, err := s.solver.Solve(ctx)
		if err != nil || answer != satisfiable {
			return count, answer == unsatisfiable, err
		}
		if err := s.vars.Decode(s.solver.True, a); err != nil {
			return count, false, err
		}
		count++
		if yield != nil && !yield(a) {
			return count, false, nil
		}
		for i, v := range outputs {
			block[i] = -s.vars.Literal(v, a[v])
		}
		s.solver.Block(block)
	}
	return count, false, nil
}

// Close implements engine.Session.
func (s *session) Close() error { return nil }
