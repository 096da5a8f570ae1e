package main

import (
	"context"
	"slices"

	"github.com/spf13/pflag"

	"qmsat/internal/document"
	"qmsat/native/generate"
	"qmsat/native/logic"
)

// gradeFlags ask for puzzles of a grade.
type gradeFlags struct {
	level, needs string
}

func (f *gradeFlags) add(flags *pflag.FlagSet) {
	addName(flags, &f.level, "level", "", "how hard for people, `NAME`", logic.LevelNames()...)
	flags.Var(&choice{value: &f.needs, names: techniqueNames, check: func(name string) error {
		return document.CheckName("technique", name, techniqueNames())
	}}, "needs", "only puzzles that need the `TECHNIQUE`, one of those in qmsat help grade")
}

func techniqueNames() []string {
	return each(logic.Techniques(), func(t *logic.Technique) string { return t.Name })
}

// accept returns what tells puzzles of the grade from others, or nil where none is asked for.
func (f *gradeFlags) accept(t *task) (func(context.Context, generate.Puzzle) (bool, error), error) {
	if f.level == "" && f.needs == "" {
		return nil, nil
	}
	board, err := logic.NewBoard(t.model)
	if err != nil {
		return nil, usageErrorf("%v", err)
	}
	grade := func(ctx context.Context, techniques []*logic.Technique, p generate.Puzzle) (logic.Grade, error) {
		solver := logic.Solver{Techniques: techniques}
		return solver.Grade(ctx, board, slices.Concat(t.givens, p.Givens), nil)
	}
	before, upTo := splitTechniques(f.needs)
	if f.needs != "" && upTo[len(before)].Of != nil && !slices.ContainsFunc(t.model.Constraints, upTo[len(before)].Of) {
		return nil, usageErrorf("--needs %s: the model has no constraint that it is for", f.needs)
	}
	// Whatever solves puzzles of the level is tried before the needed technique, and takes the same steps.
	if f.level != "" && f.needs != "" && !slices.ContainsFunc(logic.Default(), func(t *logic.Technique) bool {
		return slices.Index(logic.LevelNames(), f.level) >= int(t.Level) && !slices.Contains(before, t)
	}) {
		return nil, usageErrorf("--level %s beside --needs %s: puzzles of the level are solved without it", f.level, f.needs)
	}
	return func(ctx context.Context, p generate.Puzzle) (bool, error) {
		if f.level != "" {
			if g, err := grade(ctx, logic.Default(), p); err != nil || g.Level.String() != f.level {
				return false, err
			}
		}
		if f.needs == "" {
			return true, nil
		}
		g, err := grade(ctx, before, p)
		if err != nil || g.Solved {
			return false, err
		}
		g, err = grade(ctx, upTo, p)
		return g.Solved, err
	}, nil
}

// splitTechniques returns the techniques before the named one, without those that assume that there is one solution, and
// the same with it.
func splitTechniques(name string) (before, upTo []*logic.Technique) {
	for _, t := range logic.Techniques() {
		if t.Name == name {
			return before, append(slices.Clip(before), t)
		}
		if !t.Unique {
			before = append(before, t)
		}
	}
	return nil, nil
}
