package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/heuristic/projection"
)

// ThreeMethods are the engines that the comparison of three methods ran, in its order.
//
// Source: Onokpasa, Bakwa, "Comparative analysis of pencil and paper, backtracking and alternating projections", 2018, table 1.
var ThreeMethods = []string{"pencil-and-paper", "backtracking", projection.Name}

// ThreeMethodsFigure is an average of iterations over some of the forty published puzzles, S1 to S40.
type ThreeMethodsFigure struct {
	Method string `json:"method"`
	First  int    `json:"first"` // of the puzzles, counting from 1
	Last   int    `json:"last"`
	// Solved is how many of these of our puzzles the method solved.
	Solved    int     `json:"solved"`
	Published float64 `json:"published"`
	Ours      float64 `json:"ours"` // over the solved ones
}

// ThreeMethodsFigures are the published averages. Pencil and paper left S18 to S40.
var ThreeMethodsFigures = []ThreeMethodsFigure{
	{Method: ThreeMethods[0], First: 1, Last: 17, Published: 3},
	{Method: ThreeMethods[1], First: 1, Last: 40, Published: 122_893},
	{Method: ThreeMethods[2], First: 1, Last: 23, Published: 242},
	{Method: ThreeMethods[2], First: 24, Last: 40, Published: 2_293},
	{Method: ThreeMethods[2], First: 1, Last: 40, Published: 1_113},
}

// MethodRun is what a method did on a puzzle until it had a solution, or gave up.
type MethodRun struct {
	Solved     bool
	Iterations int64 // the engine's first measure of effort
	Measure    string
	Time       time.Duration
	Effort     engine.Effort // all measures
}

// Averages returns ThreeMethodsFigures with what comes from runs of the three methods.
func Averages(runs [][]MethodRun) []ThreeMethodsFigure {
	figures := slices.Clone(ThreeMethodsFigures)
	for i := range figures {
		f := &figures[i]
		for n, r := range runs[slices.Index(ThreeMethods, f.Method)] {
			if r.Solved && f.First <= n+1 && n+1 <= f.Last {
				f.Ours += float64(r.Iterations)
				f.Solved++
			}
		}
		f.Ours /= max(float64(f.Solved), 1)
	}
	return figures
}

// RunMethods runs engines that count iterations on each puzzle, until each has a solution or gives up, and returns what they did by
// engine and puzzle. A solution that is none is an error.
func RunMethods(ctx context.Context, m *model.Model, chosen []engine.Chosen, cubes []model.Cube, progress func()) ([][]MethodRun, error) {
	runs := make([][]MethodRun, len(chosen))
	sessions := make([]engine.Session, len(chosen))
	for i, c := range chosen {
		session, err := c.Engine.Open(ctx, m, c.Options)
		if err != nil {
			return nil, err
		}
		defer session.Close()
		sessions[i] = session
	}
	for number, cube := range cubes {
		for i, session := range sessions {
			run, err := runMethod(ctx, m, session, cube)
			switch {
			case ctx.Err() != nil:
				return nil, context.Cause(ctx)
			case err != nil:
				return nil, fmt.Errorf("puzzle %d, %s: %w", number+1, chosen[i].Engine.Name, err)
			}
			runs[i] = append(runs[i], run)
		}
		progress()
	}
	return runs, nil
}

// runMethod runs a session on a puzzle until its first solution. A solution that is none is an error.
func runMethod(ctx context.Context, m *model.Model, session engine.Session, cube model.Cube) (MethodRun, error) {
	var wrong error
	start := time.Now()
	result, err := session.Run(ctx, cube, 1, func(a model.Assignment) bool {
		wrong = errors.Join(m.Check(a), m.CheckCube(a, cube))
		return true
	})
	run := MethodRun{Time: time.Since(start)}
	if err = errors.Join(err, wrong); err != nil {
		return run, err
	}
	run.Solved = result.Count.Sign() > 0
	if run.Effort = result.Effort; len(result.Effort) > 0 {
		run.Iterations, run.Measure = result.Effort[0].Value, result.Effort[0].Name
	}
	return run, nil
}

// ThreeMethodsConclusion is something that the paper concludes, and on how many of our puzzles it holds.
type ThreeMethodsConclusion struct {
	Text    string `json:"conclusion"`
	Holds   int    `json:"holds"`
	Puzzles int    `json:"puzzles"`
}

// Conclude holds the paper's conclusions against runs of the three methods.
func Conclude(runs [][]MethodRun) []ThreeMethodsConclusion {
	pencil := ThreeMethodsConclusion{Text: "pencil and paper takes fewest iterations, where it solves"}
	all := ThreeMethodsConclusion{Text: "projections solve all"}
	most := ThreeMethodsConclusion{Text: "backtracking takes most iterations"}
	for i := range runs[0] {
		count := func(method int) float64 {
			if !runs[method][i].Solved {
				return math.Inf(1)
			}
			return float64(runs[method][i].Iterations)
		}
		if runs[0][i].Solved {
			pencil.add(count(0) < count(1) && count(0) < count(2))
		}
		all.add(runs[2][i].Solved)
		most.add(count(1) > count(2) && (!runs[0][i].Solved || count(1) > count(0)))
	}
	return []ThreeMethodsConclusion{pencil, all, most}
}

func (c *ThreeMethodsConclusion) add(holds bool) {
	c.Puzzles++
	if holds {
		c.Holds++
	}
}
