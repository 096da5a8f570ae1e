package reproduce

import (
	"context"
	"math"
	"slices"
	"strconv"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/heuristic/projection"
)

// ProjectionRate is by which factor the distance of two points shrinks at each step near a solution, where the givens are a set of
// their own, whatever the size. Source: Tovey, Liang, arXiv 2009.04018.
var ProjectionRate = math.Sqrt(5) / 5

// ProjectionSummary sums up projections on puzzles, with a limit of steps.
type ProjectionSummary struct {
	Puzzles  int     `json:"puzzles"`
	Limit    int     `json:"limit" text:"-"` // of steps
	Solved   int     `json:"solved"`
	Share    float64 `json:"share" show:"share"`
	Periodic int     `json:"periodic"`                   // puzzles left at a point that came again
	Median   int64   `json:"median" text:"median steps"` // of the solved puzzles; 0 where there are none
	Steps    []int64 `json:"-"`                          // of the solved puzzles, ascending
}

// Projections runs alternating projections as published on each puzzle, for so many steps, or until a point comes again.
func Projections(ctx context.Context, m *model.Model, cubes []model.Cube, limit int, progress func()) (ProjectionSummary, error) {
	e, err := engine.Lookup(projection.Name)
	if err != nil {
		return ProjectionSummary{}, err
	}
	chosen := engine.Chosen{Engine: e, Options: engine.Options{"steps": strconv.Itoa(limit), "repeat": "stop"}}
	if err := e.Check(chosen.Options); err != nil {
		return ProjectionSummary{}, err
	}
	runs, err := RunMethods(ctx, m, []engine.Chosen{chosen}, cubes, progress)
	if err != nil {
		return ProjectionSummary{}, err
	}
	most := slices.MaxFunc(runs[0], func(a, b MethodRun) int { return int(a.Iterations - b.Iterations) }).Iterations
	s := ProjectionSummary{Puzzles: len(cubes), Limit: limit}
	for _, r := range runs[0] {
		if r.Solved {
			s.Steps = append(s.Steps, r.Iterations)
		} else if r.Iterations < most {
			s.Periodic++
		}
	}
	s.Solved, s.Share = len(s.Steps), float64(len(s.Steps))/float64(len(cubes))
	if s.Solved > 0 {
		s.Median, _ = middleAndLast(s.Steps)
	}
	return s, nil
}

// ProjectionErrors returns the distance of each point from the one before, from so many steps before a solution on until rounding hides
// it, with givens apart or in the set of cells. The first index that shows a solution is the second result, -1 where there is none.
func ProjectionErrors(ctx context.Context, m *model.Model, cube model.Cube, givens string, before int) ([]float64, int, error) {
	var distances []float64
	solved := -1
	err := projection.Trace(ctx, m, engine.Options{"givens": givens}, cube, 100_000, func(distance float64, is bool) bool {
		if is && solved < 0 {
			solved = len(distances)
		}
		distances = append(distances, distance)
		return distance > 1e-12 || solved < 0
	})
	cut := max(solved-before, 0)
	return distances[cut:], solved - cut, err
}
