package compare_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"qmsat/compare"
	_ "qmsat/encode/sat" // registers the SAT engines
	"qmsat/model"
	"qmsat/model/engine"
	_ "qmsat/native" // registers the native ones
)

// Two unrelated engines run the same puzzles; what they disagree on stands among the failures.
func ExampleRun() {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		log.Fatal(err)
	}
	var puzzles []model.Puzzle
	for puzzle, err := range model.ReadPuzzles("puzzles.txt", strings.NewReader("1.........2.....\n12..............\n11..............\n"), m, m.Notation()) {
		if err != nil {
			log.Fatal(err)
		}
		puzzles = append(puzzles, puzzle)
	}
	config := compare.Config{Model: m}
	for _, name := range []string{"native", "gini"} {
		e, err := engine.Lookup(name)
		if err != nil {
			log.Fatal(err)
		}
		config.Contenders = append(config.Contenders, compare.Contender{Engine: e})
	}
	report, err := compare.Run(context.Background(), config, puzzles)
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range report.Rows {
		fmt.Println(row.Label, row.Solutions(), "solutions,", row.Exhausted(), "of", row.Puzzles(), "searches exhausted")
	}
	fmt.Println(len(report.Failures), "failures")
	// Output:
	// native 42 solutions, 3 of 3 searches exhausted
	// gini 42 solutions, 3 of 3 searches exhausted
	// 0 failures
}
