package encodings

import (
	"fmt"

	"qmsat/compare/rules"
	"qmsat/model"
)

// Families are all families. Their sizes keep a run between 10 ms and 10 s with most solvers and encodings.
var Families = append([]*Family{
	{"17-clues", "9×9, 17 givens", []Task{First, Unique}, 10, 0.02, puzzlesOf("17-clues", "sudoku-17-clue-3000.txt", sudoku(3))},
	{"hardest", "9×9, hardest", []Task{Unique}, 10, 0.03, puzzlesOf("hardest", "sudoku-hardest-375.txt", sudoku(3))},
	{"several", "9×9 with several solutions", []Task{All, Count}, 6, 0.5, puzzlesOf("several", "sudoku-multi-2000.txt", sudoku(3))},
	{"16×16", "16×16, one solution", []Task{Unique}, 6, 0.1, puzzlesOf("16×16", "sudoku-16x16.txt", sudoku(4))},
	{"25×25", "25×25, 45 % given", []Task{First, Unique}, 4, 4, open25},
	{"36×36", "36×36, 50 % given", []Task{First}, 3, 8, givenShares("open-36", 6, 0.5)},
	{"wrong", "quasi-magic 9×9, Δ = 3 to 8, a wrong given", []Task{Refute}, 8, 0.05, wronged},
	{"empty", "quasi-magic 9×9 without givens, Δ = 2 to 8", []Task{First}, 4, 0.5, emptyGrids},
	{"order-4", "quasi-magic 16×16, Δ = 2, 6, 12, 40 % given", []Task{First}, 5, 2, larger("order-4", 4, 0.4, 2, 6, 12)},
	{"order-5", "quasi-magic 25×25, Δ = 5, 20, 60 % given", []Task{First}, 3, 5, larger("order-5", 5, 0.6, 5, 20)},
	{"killer", "9×9 in cages, 6 givens on average", []Task{Unique}, 6, 1, killers},
	{"variants", "puzzles of Interactive Sudoku Solver", []Task{Unique}, 12, 1, variants},
	{"magic", "magic squares of order 4, a given corner", []Task{First}, 8, 0.3, magicSquares},
	{"golomb", "Golomb rulers of 5 to 8 marks", []Task{First, Optimum}, 8, 0.5, golombRulers("golomb-%d-%d", 0, 1, 2, 3, 4, 5)},
	{"golomb-refute", "Golomb rulers, too short", []Task{Refute}, 6, 1, golombRulers("golomb-refute-%d-%d", -1, -2, -3)},
	{"langford", "Langford pairs, n = 15 to 20", []Task{First}, 6, 0.2, langford(15, 16, 19, 20)},
	{"langford-all", "Langford pairs, n = 7, 8", []Task{All}, 4, 0.2, langford(7, 8)},
	{"langford-refute", "Langford pairs, n = 5 to 10, where there are none", []Task{Refute}, 6, 0.5, langford(5, 6, 9, 10)},
	{"quasigroup", "Latin squares of order 30, 42 % open", []Task{First}, 6, 1, quasigroups},
	{"colouring", "planted 5-colourings, 100 vertices", []Task{First}, 6, 0.5, colourings("planted", 100, 5, 11.5, true)},
	{"colouring-refute", "no 4-colouring, 90 vertices", []Task{Refute}, 6, 0.3, colourings("uncolourable", 90, 4, 9.6, false)},
	{"pigeonhole", "pigeonholes, 5 to 8", []Task{Refute}, 8, 1, pigeonholes},
	{"rules", "pruning rules against quasi-magic 9×9, Δ = 2 to 8", []Task{First}, 6, 3, negatedRules},
}, quasiMagicFamilies()...)

// quasiMagicFamilies are puzzles of each Δ.
func quasiMagicFamilies() (list []*Family) {
	for delta := 2; delta <= 8; delta++ {
		name, file := fmt.Sprintf("quasi-magic-%d", delta), fmt.Sprintf("quasimagic-delta%d.txt", delta)
		if delta == 2 {
			file = "quasimagic-180.txt"
		}
		about := fmt.Sprintf("quasi-magic 9×9, Δ = %d, one solution", delta)
		list = append(list, &Family{name, about, []Task{Unique}, 8, 0.05, puzzlesOf(name, file, quasiMagic(delta))})
	}
	return list
}

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
func emptyGrids(Source) (list []draft, err error) {
	for delta := 2; delta <= 8; delta++ {
		list = append(list, draft{numbered("empty", delta), func() (*model.Model, model.Cube, error) {
			m, err := model.QuasiMagic(3, delta)
			return m, nil, err
		}})
	}
	return list, nil
}

// negatedRules are the pruning rules of Roach and others, each with its negation: without a solution if the rule holds.
func negatedRules(Source) (list []draft, err error) {
	for number := 1; number <= 10; number++ {
		for delta := 2; delta <= 8; delta++ {
			list = append(list, draft{fmt.Sprintf("rule-%d-%d", number, delta), func() (*model.Model, model.Cube, error) {
				m, err := model.QuasiMagic(3, delta)
				if err != nil {
					return nil, nil, err
				}
				rule, err := model.PruningRule(m.Grid, number)
				if err != nil {
					return nil, nil, err
				}
				return rules.Question{Model: m, Rule: rule}.Against(), nil, nil
			}})
		}
	}
	return list, nil
}
