package page

import (
	"context"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/formats"
)

func init() {
	register("open", "a puzzle from any text, link or file", open)
}

// mostMore limits the further puzzles of a file.
const mostMore = 1000

type openRequest struct {
	Text string `json:"text"`
	File string `json:"file"` // the name of the text's file, if it has one
}

type openAnswer struct {
	Puzzle   Puzzle   `json:"puzzle"`
	Format   string   `json:"format"`
	More     []string `json:"more"` // further puzzles on the same model, as text
	Warnings []string `json:"warnings"`
}

func open(ctx context.Context, q openRequest, _ func(any) error) (answer openAnswer, err error) {
	p, form, err := formats.ReadAny(ctx, q.File, q.Text)
	if err != nil {
		return answer, badIn(ctx, err)
	}
	text := func(cube model.Cube) string { return p.Model.Notation().FormatCube(p.Model, cube) }
	answer = openAnswer{Format: form, Warnings: append([]string{}, p.Warnings...), More: lists.Map(p.More[:min(mostMore, len(p.More))], text)}
	answer.Puzzle, err = newPuzzle(p.Model, p.Givens)
	return answer, err
}
