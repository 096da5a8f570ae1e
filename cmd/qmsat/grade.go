package main

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"qmsat/model"
	"qmsat/native/logic"
)

var gradeCommand = &command{
	name:    "grade",
	args:    puzzleArgs,
	summary: "say how hard puzzles are for people",
	long: `Solves puzzles as people do, step by step, and prints a line for each: level and score as HoDoKu has them (a puzzle's score is the
sum of its steps'), the rating of Sudoku Explainer (that of the hardest step), the number of steps, and the hardest technique. A puzzle
that the techniques do not solve is "unsolved", or "no solution" where they find that out, and counts as extreme; it has no rating.

` + techniqueHelp + "\n\n" + puzzleHelp,
	examples: []example{
		{"grade 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "how hard a puzzle is"},
		{"grade --techniques naked-single,hidden-single,locked --format json --model testdata/models/jigsaw-6.yaml", "whether singles and locked candidates solve a jigsaw puzzle"},
	},
	setup: func(flags *pflag.FlagSet) action {
		f := &logicFlags{}
		f.add(flags, "text", "json")
		output := flags.StringP("output", "o", "", "write to `FILE` instead of standard output")
		return func(ctx context.Context, io streams, args []string) error {
			return intoFile(*output, io, func(io streams) error { return grade(ctx, io, args, f) })
		}
	},
}

// gradeRecord is the JSON object of a graded puzzle.
type gradeRecord struct {
	File    string   `json:"file,omitempty"`
	Line    int      `json:"line,omitempty"`
	Puzzle  string   `json:"puzzle"`
	Solved  bool     `json:"solved"`
	Score   int      `json:"score"`
	Level   string   `json:"level"`
	Rating  *float64 `json:"rating"` // null where the puzzle is not solved
	Hardest string   `json:"hardest"`
	Steps   int      `json:"steps"`
}

func newGradeRecord(p model.Puzzle, g logic.Grade) gradeRecord {
	r := gradeRecord{File: p.File, Line: p.Line, Puzzle: p.Text, Solved: g.Solved, Score: g.Score, Level: g.Level.String(), Steps: g.Steps}
	if g.Rating > 0 {
		r.Rating = &g.Rating
	}
	if g.Hardest != nil {
		r.Hardest = g.Hardest.Name
	}
	return r
}

// gradeText says the same in a line.
func gradeText(g logic.Grade) string {
	state, rating, hardest := "solved", "-", "-"
	if g.Broken {
		state = "no solution"
	} else if !g.Solved {
		state = "unsolved"
	}
	if g.Rating > 0 {
		rating = fmt.Sprintf("%.1f", g.Rating)
	}
	if g.Hardest != nil {
		hardest = g.Hardest.Title
	}
	return fmt.Sprintf("%s, %s, score %d, rating %s, steps %d, hardest %s", state, g.Level, g.Score, rating, g.Steps, hardest)
}

func grade(ctx context.Context, streams streams, args []string, f *logicFlags) error {
	t, err := f.build(ctx, streams)
	if err != nil {
		return err
	}
	out := newLines(streams.out)
	err = f.eachPuzzle(ctx, streams, t, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		g, err := t.grade(ctx, cube, nil)
		if err != nil {
			return err
		}
		return out.record(f.format, newGradeRecord(p, g), p.Text+" "+gradeText(g))
	})
	return firstError(out.flush(), err)
}
