// Package testdata embeds the puzzles that the page offers to choose from.
package testdata

import "embed"

// Library holds files of puzzles.
//
//go:embed quasimagic-180.txt quasimagic-delta*.txt sudoku-17-clue-3000.txt sudoku-hardest-375.txt sudoku-top1465.txt sudoku-16x16.txt
//go:embed models/*.yaml iss/puzzles.jsonl
var Library embed.FS
