package main

import (
	"context"
	"fmt"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/logic"
)

// stepChecker holds steps against what cells are in solutions.
type stepChecker struct {
	native engine.Session // nil where nothing is checked
	truth  []model.Domain // of the puzzle that is explained
}

// begin finds out what the cells are in the solutions of a puzzle.
func (c *stepChecker) begin(ctx context.Context, m *model.Model, cube model.Cube) (err error) {
	if c.native != nil {
		c.truth, err = compare.TrueCandidates(ctx, c.native, m, cube)
	}
	return err
}

// verify reports, as a failed check, a step that removes a value which a cell has in some solution, or places one where a solution
// has another.
func (c *stepChecker) verify(b *logic.Board, step *logic.Step) error {
	if c.native == nil {
		return nil
	}
	for _, e := range step.Eliminations {
		if c.truth[e.Cell].Contains(b.Number(e.Value)) {
			return wrongStep(b, step, e, "is")
		}
	}
	for _, p := range step.Placements {
		if !c.truth[p.Cell].Minus(model.Values(b.Number(p.Value))).Empty() {
			return wrongStep(b, step, p, "is not")
		}
	}
	return nil
}

func wrongStep(b *logic.Board, step *logic.Step, c logic.Candidate, is string) error {
	return &exitError{statusCheck, fmt.Errorf("%s: in a solution %s %s %d", step.Text(b), b.Model.NameOf(c.Cell), is, b.Number(c.Value))}
}
