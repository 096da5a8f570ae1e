package compare

import (
	"fmt"

	"qmsat/compare/show"
	"qmsat/encode"
	"qmsat/model"
)

// SuiteResult is what a command measured: one set of puzzles, or several.
type SuiteResult struct {
	Environment Environment
	Sets        []SetResult
}

// SetResult is what was measured on one set of puzzles.
type SetResult struct {
	Name        string // such as "quasi-magic 180"
	Description string // what the puzzles are, and how they were run; may be empty
	Delta       *int   // nil where the model is not wholly quasi-magic
	Model       *model.Model
	Givens      model.Cube // added to every puzzle
	Report      *Report
	// Sizes are those of the contenders' formulas, in the order of the report's rows: nil for an engine without a formula. The
	// list is empty where sizes were not asked for.
	Sizes []*encode.Size
}

// Title says how much was run: puzzles, rounds, seed.
func (s *SetResult) Title() string {
	text := show.Things(len(s.Report.Puzzles), "puzzle") + ", " + show.Things(s.Report.Rounds, "round")
	if s.Report.WarmUp > 0 {
		text += fmt.Sprintf(", %d to warm up", s.Report.WarmUp)
	}
	return fmt.Sprintf("%s, seed %d", text, s.Report.Seed)
}
