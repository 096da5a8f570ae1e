package logic

import (
	"context"

	"qmsat/model"
	"qmsat/model/engine"
)

// Name is the engine's name.
const Name = "logic"

// TechniquesSetting is the engine's setting for the techniques to use.
var TechniquesSetting = &engine.Setting{
	Name: "techniques", Usage: "techniques it uses (qmsat help techniques)",
	Type: engine.List, Values: Names, Default: setDefault,
}

func init() {
	engine.RegisterMeasure(engine.MeasureKind{Name: "steps", Unit: "steps", Meaning: "of people's techniques; a step places or removes values"})
	engine.RegisterMeasure(engine.MeasureKind{Name: "eliminations", Unit: "candidates", Meaning: "removed by steps, but not by placements"})
	engine.Register(&engine.Engine{
		Name:      Name,
		Summary:   "solves by people's techniques, step by step; may fail",
		Abilities: engine.Abilities{Assumptions: true, Concurrent: true, MayFail: true, Explains: true},
		Route:     "native", // it shares package bitset with native
		Settings:  []*engine.Setting{TechniquesSetting},
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			b, err := NewBoard(ctx, m)
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if err != nil {
				return nil, engine.Unsupported(Name, "%w", err)
			}
			chosen, err := Named(TechniquesSetting.List(options))
			return &session{b, Solver{Techniques: chosen}}, err
		},
	})
}

// session is a board with the allowed techniques.
type session struct {
	board  *Board
	solver Solver
}

// Run implements engine.Session. It finds one solution at most.
func (s *session) Run(
	ctx context.Context, cube model.Cube, _ uint64, yield func(model.Assignment) bool,
) (result engine.Result, err error) {
	defer engine.Guard(Name, &err)
	state, steps, eliminations := NewState(s.board, cube), int64(0), int64(0)
	s.solver.Solve(ctx, state, func(step *Step) bool {
		steps++
		eliminations += int64(len(step.Eliminations))
		return true
	})
	solution, solved := state.Solution()
	if !solved {
		solution = nil
	}
	return engine.NewAttempt(
		ctx, solution, yield, engine.Measure{Name: "steps", Value: steps}, engine.Measure{Name: "eliminations", Value: eliminations},
	), nil
}

// complete gives the auxiliary variables of a group their values, if they follow from the cells.
func (s *State) complete(g *group, a model.Assignment) {
	f := s.fill(context.Background(), g.joint)
	if found, known := f.possible(0); found && known {
		for i, v := range f.vars {
			a[v] = s.Number(lowest(f.masks[0][i]))
		}
	}
}

// Close has nothing to free.
func (s *session) Close() error { return nil }

// Solution returns the values, if every variable has one and they satisfy the model and the givens.
func (s *State) Solution() (model.Assignment, bool) {
	if !s.Solved() || s.broken {
		return nil, false
	}
	a := make(model.Assignment, len(s.values))
	for v := range a {
		a[v], _ = s.Value(model.Var(v))
	}
	for _, g := range s.groups {
		if len(g.cells) < len(g.vars) && g.filters != nil {
			s.complete(g, a)
		}
	}
	return a, s.Model.Check(a) == nil && s.Model.CheckCube(a, s.cube) == nil
}
