package ask

import (
	"context"
	"fmt"
	"slices"

	"qmsat/model/document"
	"qmsat/model/draw"
)

func init() {
	register(Method{Name: "examples", Summary: "a dozen puzzles to begin with, each with a picture"}, examples)
}

// examplePuzzles are of sets, by their names or, if they have none, the first of the set; one stands here. Each has one solution.
var examplePuzzles = []struct{ title, rules, set, name, text string }{
	{title: "Sudoku", rules: "Each row, column and box has the digits 1 to 9.", set: "iss", name: "Classic sudoku"},
	{title: "Quasi-magic", rules: "In each box the rows, columns and diagonals add up to 13 to 17.", set: "quasi-magic"},
	{title: "Killer", rules: "Digits in a cage differ and add up to its number.", set: "iss", name: "Killer"},
	{title: "Thermometers", rules: "Digits ascend from the bulb.", set: "iss", name: "Thermo"},
	{
		title: "Miracle", rules: "Cells a knight's or a king's move apart differ. Neighbours are not consecutive.",
		text: "name: Miracle Sudoku\nauthor: Mitchell Lee\ngrid: {boxes: 3x3}\nanti: [knight, king, consecutive]\ngivens: {r5c3: 1, r6c7: 2}\n",
	},
	{title: "Jigsaw", rules: "Each row, column and region has the digits 1 to 9.", set: "iss", name: "Jigsaw"},
	{title: "Whispers", rules: "Neighbours on a green line differ by 5 or more.", set: "iss", name: "German Whispers"},
	{title: "Arrows", rules: "Digits on an arrow add up to the digit in its circle.", set: "iss", name: "Arrow"},
	{
		title: "Dots and signs", rules: "White dots: consecutive. Black dots: one is twice the other. X: the sum is 10, V: it is 5.",
		set: "iss", name: "XV Kropki Sudoku",
	},
	{title: "Skyscrapers", rules: "A number outside counts the digits that are seen from there: higher ones hide lower ones.", set: "iss", name: "Skyscraper"},
	{title: "6 × 6", rules: "Each row, column and box has the digits 1 to 6.", set: "iss", name: "6x6"},
	{title: "16 × 16", rules: "Each row, column and box has the numbers 1 to 16.", set: "sudoku-16x16"},
}

type exampleAnswer struct {
	Title  string `json:"title"`
	Rules  string `json:"rules"`
	Puzzle Puzzle `json:"puzzle"`
	SVG    string `json:"svg"`
}

func examples(ctx context.Context, _ struct{}, _ func(any) error) (list []exampleAnswer, err error) {
	for _, e := range examplePuzzles {
		chosen := item{text: e.text, delta: plain}
		if e.set != "" {
			s := sets.Entries[e.set]
			items, err := s.items(s.file)
			if err != nil {
				return nil, err
			}
			chosen = items[max(0, slices.IndexFunc(items, func(i item) bool { return i.name == e.name }))]
		}
		d, err := chosen.read(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.title, badIn(ctx, err))
		}
		if d.Model.Name == "" || e.set != "" {
			d.Model.Name = e.title
		}
		if d.Sheet == nil {
			d.Sheet = &document.Sheet{}
		}
		d.Sheet.Rules = e.rules
		board, err := draw.NewBoard(d, draw.Picture{Givens: d.Givens})
		if err != nil {
			return nil, err
		}
		puzzle, err := newPuzzle(d)
		if err != nil {
			return nil, err
		}
		list = append(list, exampleAnswer{e.title, e.rules, puzzle, board.SVG})
	}
	return list, nil
}
