package logic

import (
	"context"
	"errors"
	"slices"

	"qmsat/model"
)

// Demand describes wanted puzzles by their grade.
type Demand struct {
	Level string // "": any
	Needs string // a technique that the puzzle needs, in addition to those before it; "": none
}

// Test returns a function that reports whether a puzzle meets the demand. It refuses a demand that no puzzle of the board can
// meet.
func (d Demand) Test(b *Board) (func(ctx context.Context, cube model.Cube) (bool, error), error) {
	before, upTo := splitTechniques(d.Needs)
	if d.Needs != "" && upTo[len(before)].Of != nil && !slices.ContainsFunc(b.Model.Constraints, upTo[len(before)].Of) {
		return nil, errors.New("the model has no constraint of its kind")
	}
	// The techniques of a level all come before the needed technique, so the same steps are taken.
	if d.Level != "" && d.Needs != "" && !slices.ContainsFunc(Default(), func(t *Technique) bool {
		return slices.Index(LevelNames(), d.Level) >= int(t.Level) && !slices.Contains(before, t)
	}) {
		return nil, errors.New("puzzles of this level never need it")
	}
	return func(ctx context.Context, cube model.Cube) (bool, error) {
		grade := func(techniques []*Technique) (Grade, error) {
			return (&Solver{Techniques: techniques}).Grade(ctx, b, cube, nil)
		}
		if d.Level != "" {
			if g, err := grade(Default()); err != nil || g.Level.String() != d.Level {
				return false, err
			}
		}
		if d.Needs == "" {
			return true, nil
		}
		if g, err := grade(before); err != nil || g.Solved {
			return false, err
		}
		g, err := grade(upTo)
		return g.Solved, err
	}, nil
}

// splitTechniques returns the techniques before the named one, without those that assume a single solution, and the same list
// including the named one.
func splitTechniques(name string) (before, upTo []*Technique) {
	for _, t := range Techniques() {
		if t.Name == name {
			return before, append(slices.Clip(before), t)
		}
		if !t.Unique {
			before = append(before, t)
		}
	}
	return nil, nil
}
