package main

import (
	"bytes"
	"context"
	"slices"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask"
	"qmsat/model/document"
	"qmsat/model/draw"
)

var drawCommand = &command{
	name:    "draw",
	args:    puzzleArgs,
	summary: "draw puzzles as setters do",
	long: `Writes a picture (SVG) of each puzzle, one below the other in one document: thermometers, arrows, cages, dots, outside
clues and so on as setters' programs draw them, and the sheet's marks and colours. Rules without a drawing, such as
anti-knight, are named below. It is dark for readers who prefer that. Fog is not drawn.

--solution adds a solution that native finds; solve --format svg draws those of other engines.`,
	examples: []example{
		{"draw testdata/models/killer-4.yaml -o killer.svg", "a model with cages"},
		{"draw --solution --model testdata/models/jigsaw-6.yaml -o jigsaw.svg", "regions, givens and the solution"},
		{"draw --box 2x2 1.......3....4.. -o small.svg", "a 4×4 puzzle"},
	},
	output:  true,
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := addModelFlags(flags)
		solution := flags.Bool("solution", false, "add a solution")
		addDuration(flags, &f.timeout, "timeout", 0, "give up on a solution after `D`, such as 10s")
		requireFlag(flags, "solution", "timeout")
		return func(ctx context.Context, streams streams, args []string) error {
			return drawPuzzles(ctx, streams, args, f, *solution)
		}
	},
}

func drawPuzzles(ctx context.Context, streams streams, args []string, f *modelFlags, solution bool) error {
	t, err := f.build(ctx, streams)
	if err != nil {
		return err
	}
	list, err := t.listPuzzles(streams.in, args)
	if err != nil || len(list) == 0 {
		return err
	}
	for _, p := range list {
		if p.Model != list[0].Model {
			return usageErrorf("found %d puzzles, expected one, or givens of the same model", len(list))
		}
		t = t.of(p)
	}
	t.part = new(those(list))
	if t.model.Grid == nil {
		return usageErrorf("draw: %v", draw.ErrNoGrid)
	}
	if fogged(t.document) {
		streams.note("the fog is not drawn")
	}
	if solution {
		return drawSolutions(ctx, streams, t, args)
	}
	var pictures []draw.Picture
	for i, p := range list {
		picture := draw.Picture{Givens: slices.Concat(t.givens, p.Cube)}
		if len(list) > 1 {
			picture.Caption = ask.Output{Number: i + 1, At: placeIn(p)}.Caption()
		}
		pictures = append(pictures, picture)
	}
	var stopped error
	if most := draw.Most(t.model); len(pictures) > most {
		pictures, stopped = pictures[:most], tooManyPictures(most)
	}
	out := newLines(streams.out)
	return firstError(outputError(draw.Puzzle(out.w, t.document, pictures)), out.flush(), stopped)
}

// drawSolutions draws each puzzle of a task with a solution that native finds.
func drawSolutions(ctx context.Context, streams streams, t *task, args []string) error {
	native, err := parseEngine("native")
	if err != nil {
		return err
	}
	solve, err := ask.Lookup("solve")
	if err != nil {
		return err
	}
	q := &question{Method: solve, request: solve.New(), format: "svg"}
	q.request.(searching).Search().By = ask.Searcher{Chosen: native, Alone: true}
	if err := q.request.(ask.Ready).Ready(q.format); err != nil {
		return err
	}
	return q.each(ctx, streams, t, args)
}

// fogged reports whether the puzzle's sheet has fog.
func fogged(of *document.Document) bool {
	if of.Sheet == nil {
		return false
	}
	for _, raw := range of.Sheet.Foreign {
		if bytes.Contains(bytes.ToLower(raw), []byte(`"fog`)) {
			return true
		}
	}
	return false
}
