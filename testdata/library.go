// Package testdata embeds the puzzles that the page offers to choose from.
package testdata

import "embed"

// Library holds files of puzzles.
//
//go:embed *.txt large/*.txt larger/puzzle-*.txt
//go:embed models/*.yaml counts/*.yaml iss/puzzles.jsonl
var Library embed.FS
