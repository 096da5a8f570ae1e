package ask

import (
	"context"
	"fmt"
	"slices"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/logic"
)

func init() {
	register(Method{Name: "grade", Summary: "say how hard puzzles are for people", Command: Command{
		Help: `Solves each puzzle as people do and prints its level and score (HoDoKu), its rating (Sudoku Explainer), the number of
steps, and the hardest technique.

The score adds HoDoKu's points of all steps. The rating is Sudoku Explainer's figure of the hardest step; higher is
harder. Levels are easy, medium, hard, unfair and extreme. A puzzle that the techniques do not solve is "unsolved" and
counts as extreme; it has no rating. If it has 2 or more solutions, or clues that no technique knows, the line says so.`,
		Examples: [][2]string{
			{"--box 2x3 ...1..5..6.4.3....41........23.4....", "how hard a puzzle is"},
			{"--techniques locked --model testdata/models/jigsaw-6.yaml", "do these techniques solve a jigsaw puzzle?"},
		},
		Formats: []string{"text", "json"}, Output: true, Prose: true,
	}}, grade)
}

// byPeople is a request to solve a puzzle as people do.
type byPeople struct {
	About
	Techniques string `json:"techniques" flag:"techniques" choice:"techniques" value:"default" usage:"use only those in <LIST>"`
}

// read returns the board of the puzzle, its givens, and a solver with the techniques.
func (q *byPeople) read(ctx context.Context) (b *logic.Board, givens model.Cube, by *logic.Solver, err error) {
	m, givens, err := q.Puzzle.bare(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	techniques, err := logic.Named(logic.TechniquesSetting.List(engine.Options{logic.TechniquesSetting.Name: q.Techniques}))
	if err != nil {
		return nil, nil, nil, BadRequest{err}
	}
	b, err = q.Puzzle.board(ctx, m)
	return b, givens, &logic.Solver{Techniques: techniques}, err
}

type gradeAnswer struct{ logic.Grade }

func grade(ctx context.Context, q byPeople, _ func(any) error) (a gradeAnswer, err error) {
	board, givens, by, err := q.read(ctx)
	if err == nil {
		a.Grade, err = gradeOf(ctx, by, board, givens, nil)
	}
	return a, err
}

// Print implements [Printer].
func (a gradeAnswer) Print(to Output) error {
	to.Line("%s %s", to.Of.Text, a.Grade)
	return nil
}

// gradeOf returns the grade of the puzzle of a cube. If it is solved, the grade has its rating; otherwise it has the number of solutions,
// if native finds that soon. visit, if not nil, gets each step with the state before it.
func gradeOf(
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
