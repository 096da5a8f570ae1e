package encodings

import (
	"fmt"

	"qmsat/compare/rules"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/native/generate/full"
)

// Families are all families. Their sizes keep a run between 10 ms and 10 s with most solvers and encodings.
var Families = append([]*Family{
	{"17-clues", "9×9, 17 givens", []Task{First, Unique}, 10, 0.02, puzzles("17-clues", "sudoku-17-clue-3000.txt", 3, plain)},
	{"hardest", "9×9, hardest", []Task{Unique}, 10, 0.03, puzzles("hardest", "sudoku-hardest-375.txt", 3, plain)},
	{"several", "9×9 with several solutions", []Task{All, Count}, 6, 0.5, puzzles("several", "sudoku-multi-2000.txt", 3, plain)},
	{"16×16", "16×16, one solution", []Task{Unique}, 6, 0.1, puzzles("16×16", "sudoku-16x16.txt", 4, plain)},
	{"25×25", "25×25, 45 % given", []Task{First, Unique}, 4, 4, filled("open-25", full.Shape{BoxRows: 5, BoxColumns: 5}, 0.45)},
	{"foreign", "25×25, 45 % given, of Lloyd and Amos (with --foreign)", []Task{First}, 4, 4, foreign},
	{"36×36", "36×36, 54 % given", []Task{First}, 3, 8, filled("open-36", full.Shape{BoxRows: 6, BoxColumns: 6}, 0.54)},
	{"wrong-given", "quasi-magic 9×9, Δ = 2 to 8, a wrong given; up to Δ = 6 refuted by search alone", []Task{Refute}, 14, 0.1, wronged},
	{"empty", "quasi-magic 9×9 without givens, Δ = 2 to 8", []Task{First}, 4, 0.5, emptyGrids()},
	{
		"order-4", "quasi-magic 16×16, Δ = 2, 6, 12, 40 % given", []Task{First}, 5, 2,
		filled("order-4", full.Shape{BoxRows: 4, BoxColumns: 4}, 0.4, 2, 6, 12),
	},
	{
		"order-5", "quasi-magic 25×25, Δ = 5, 20, 60 % given", []Task{First}, 3, 5,
		filled("order-5", full.Shape{BoxRows: 5, BoxColumns: 5}, 0.6, 5, 20),
	},
	{"killer", "9×9 in cages, 6 givens on average", []Task{Unique}, 6, 1, killers},
	{"variants", "puzzles of Interactive Sudoku Solver", []Task{Unique}, 12, 1, variants},
	{"magic", "magic squares of order 4, a given corner", []Task{First}, 8, 0.3, magicSquares()},
	{"golomb", "Golomb rulers of 5 to 8 marks", []Task{First, Optimum}, 8, 0.5, golombRulers("golomb-%d-%d", 0, 1, 2, 3, 4, 5)},
	{"golomb-refute", "Golomb rulers, too short", []Task{Refute}, 6, 1, golombRulers("golomb-refute-%d-%d", -1, -2, -3)},
	{"langford", "Langford pairs, n = 15 to 20", []Task{First}, 6, 0.2, langford("langford-%d-%d", 4, one, 15, 16, 19, 20)},
	{"langford-all", "Langford pairs, n = 7, 8", []Task{All, Count}, 4, 0.2, langford("langford-%d-%d", 4, one, 7, 8)},
	{"langford-none", "Langford pairs, n = 10: no solution", []Task{Refute}, 6, 0.1, langford("langford-none-%d-%d", 9, last, 10)},
	// The holes of these quasigroups are as many as in the hardest ones: Achlioptas and others, "Generating satisfiable problem
	// instances", 2000.
	{
		"quasigroup", "Latin squares of order 30, 42 % open", []Task{First}, 6, 1,
		filled("quasigroup", full.Shape{BoxRows: 1, BoxColumns: 30}, 0.58),
	},
	{"colouring", "planted 5-colourings, 100 vertices", []Task{First}, 6, 0.5, colourings("planted", 100, 5, 11.5, true)},
	{"no-colouring", "no 4-colouring, 120 vertices", []Task{Refute}, 6, 0.5, colourings("no-colouring", 120, 4, 9.3, false)},
	{"pigeonhole", "pigeonholes, 5 to 8", []Task{Refute}, 8, 1, pigeonholes()},
	{"rules", "pruning rules against quasi-magic 9×9, Δ = 2 to 8", []Task{First}, 6, 3, negatedRules()},
}, lists.Make(7, func(i int) *Family {
	delta := i + 2
	about := fmt.Sprintf("quasi-magic 9×9, Δ = %d, one solution", delta)
	return &Family{numbered("quasi-magic", delta), about, []Task{Unique}, 8, 0.05, magicPuzzles("quasi-magic", delta)}
})...)

// familyNamed returns a family, or nil.
func familyNamed(name string) *Family {
	for _, f := range Families {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// emptyGrids are quasi-magic models without givens.
func emptyGrids() drafts {
	return listed(lists.Make(7, func(i int) draft {
		return draft{numbered("empty", i+2), func(Source) (*model.Model, model.Cube, error) {
			m, err := grids(3, i+2)
			return m, nil, err
		}}
	})...)
}

// negatedRules are the pruning rules of Roach and others, each with its negation: without a solution if the rule holds.
func negatedRules() drafts {
	return listed(lists.Make(70, func(i int) draft {
		number, delta := i/7+1, i%7+2
		return draft{fmt.Sprintf("rule-%d-%d", number, delta), func(Source) (*model.Model, model.Cube, error) {
			m, err := grids(3, delta)
			if err != nil {
				return nil, nil, err
			}
			rule, err := model.PruningRule(m.Grid, number)
			if err != nil {
				return nil, nil, err
			}
			return rules.Question{Model: m, Rule: rule}.Against(), nil, nil
		}}
	})...)
}
