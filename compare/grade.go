package compare

import (
	"context"
	"fmt"
	"slices"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/logic"
)

// Grade returns the grade of the puzzle of a cube. If it is solved, the grade has its rating; otherwise it has the number of solutions,
// if native finds that soon. visit, if not nil, gets each step with the state before it.
func Grade(
	ctx context.Context, by *logic.Solver, b *logic.Board, cube model.Cube, visit func(*logic.State, *logic.Step) error,
) (logic.Grade, error) {
	g, err := by.Grade(ctx, b, cube, visit)
	switch {
	case err == nil && g.Solved:
		err = by.Rate(ctx, b, cube, &g)
	case err == nil:
		g.Solutions = solutionsOf(ctx, b.Model, cube)
		if g.Broken && g.Solutions != "" && g.Solutions != "none" {
			g.Broken = false // techniques that assume one solution may break a puzzle with several
			if g.Solutions == "1" || !slices.ContainsFunc(by.Techniques, func(t *logic.Technique) bool { return t.Unique }) {
				err = engine.Failed(logic.Name, fmt.Errorf("found no solution, but native found %s", g.Solutions))
			}
		}
	}
	return g, err
}

// mostLooking is the longest time for a look at an unsolved puzzle's solutions.
const mostLooking = 2 * time.Second

// solutionsOf says how many solutions a puzzle has, as far as that is found soon; otherwise it returns "".
func solutionsOf(ctx context.Context, m *model.Model, cube model.Cube) string {
	ctx, cancel := context.WithTimeout(ctx, mostLooking)
	defer cancel()
	session, err := engine.Open(ctx, "native", m, nil)
	if err != nil {
		return ""
	}
	defer session.Close()
	result, err := session.Run(ctx, cube, 2, nil)
	switch {
	case err != nil || !result.Complete() && result.Count.Int64() < 2:
		return ""
	case result.Count.Int64() > 1:
		return logic.SeveralSolutions
	case result.Count.Sign() == 0:
		return "none"
	}
	return result.Count.String()
}
