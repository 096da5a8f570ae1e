package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qmsat/compare/show"
	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/model"
)

// Set is a set of puzzles with its contenders and settings.
type Set struct {
	Name, Description string // of a suite's set
	Delta             *int   // nil where the model is not wholly quasi-magic
	Config
	Puzzles []model.Puzzle
	Sized   bool // measure the sizes of formulas
}

// NotRun returns the result of a set that was stopped before it began.
func (s *Set) NotRun() SetResult {
	return SetResult{
		Name: s.Name, Description: s.Description, Delta: s.Delta, Model: s.Model, Givens: s.Givens, Report: NotRun(s.Config, s.Puzzles),
	}
}

// Run measures. If the context ends, there is less in the result, or nothing.
func (s *Set) Run(ctx context.Context) (SetResult, error) {
	result := s.NotRun()
	if s.Sized {
		var err error
		if result.Sizes, err = s.sizes(ctx); err != nil && ctx.Err() == nil {
			return result, err
		}
	}
	report, err := Run(ctx, s.Config, s.Puzzles)
	if err == nil {
		result.Report = report
	}
	return result, err
}

// sizes returns the size of each contender's formula without givens. It is nil if there is no formula, or if writing it exceeds
// the timeout.
func (s *Set) sizes(ctx context.Context) ([]*encode.Size, error) {
	sizes := make([]*encode.Size, len(s.Contenders))
	for i, c := range s.Contenders {
		if sat.EncodingOf(c.Engine.Name, s.Model, nil, c.Options) == "" {
			continue
		}
		size, err := s.meanSize(ctx, c)
		if ctx.Err() != nil || err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return nil, err
		}
		sizes[i] = size
	}
	return sizes, nil
}

// meanSize returns the size of a formula: the mean over the puzzles, rounded down, if the encoding depends on the givens.
func (s *Set) meanSize(ctx context.Context, c Contender) (*encode.Size, error) {
	ctx, cancel := s.limited(ctx, 0)
	defer cancel()
	cubes := []model.Cube{nil}
	if sat.Varies(c.Engine.Name, s.Model, c.Options) && len(s.Puzzles) > 0 {
		cubes = nil
		cubes = append(cubes, lists.Map(s.Puzzles, func(p model.Puzzle) model.Cube { return slices.Concat(s.Givens, p.Cube) })...)
	}
	sum := &encode.Size{}
	for _, cube := range cubes {
		encoding := sat.EncodingUnder(c.Engine.Name, s.Model, cube, c.Options)
		formula, err := encode.NewDIMACS(ctx, s.Model, encoding, cube)
		if err != nil {
			return nil, err
		}
		sum.Variables += formula.Size.Variables
		sum.Clauses += formula.Size.Clauses
		sum.Literals += formula.Size.Literals
	}
	n := len(cubes)
	return &encode.Size{Variables: sum.Variables / n, Clauses: sum.Clauses / int64(n), Literals: sum.Literals / int64(n)}, nil
}

// SuiteResult is the result of a command: one set of puzzles, or several.
type SuiteResult struct {
	Environment Environment
	Sets        []SetResult
}

// SetResult is the result for one set of puzzles.
type SetResult struct {
	Name        string // such as "quasi-magic 180"
	Description string // describes the puzzles and how they were run; may be empty
	Delta       *int   // nil where the model is not wholly quasi-magic
	Model       *model.Model
	Givens      model.Cube // added to every puzzle
	Report      *Report
	// Sizes are the sizes of the contenders' formulas, in the order of the report's rows; nil for an engine without a formula. The
	// list is empty if sizes were not requested.
	Sizes []*encode.Size
}

// Encoding names the encoding of a contender for the first puzzle, or "" if it has none. Automatic parts may differ for others.
func (s *SetResult) Encoding(c Contender) string {
	var cube model.Cube
	if len(s.Report.Puzzles) > 0 {
		cube = slices.Concat(s.Givens, s.Report.Puzzles[0].Cube)
	}
	return sat.EncodingOf(c.Engine.Name, s.Model, cube, c.Options)
}

// Title describes the runs: puzzles, rounds, seed.
func (s *SetResult) Title() string {
	text := show.Things(len(s.Report.Puzzles), "puzzle") + ", " + show.Things(s.Report.Rounds, "round")
	if s.Report.WarmUp > 0 {
		text += fmt.Sprintf(", %d to warm up", s.Report.WarmUp)
	}
	return fmt.Sprintf("%s, seed %d", text, s.Report.Seed)
}
