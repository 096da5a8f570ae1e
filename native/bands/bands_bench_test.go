package bands

import (
	"os"
	"strings"
	"testing"
)

func readGrids(t testing.TB, file string) []Grid {
	text, err := os.ReadFile("../../testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var grids []Grid
	for line := range strings.Lines(string(text)) {
		if len(line) < 81 || line[0] == '#' {
			continue
		}
		var g Grid
		for i := range g {
			if line[i] != '.' && line[i] != '0' {
				g[i] = line[i] - '0'
			}
		}
		grids = append(grids, g)
	}
	return grids
}

func BenchmarkSolve(b *testing.B) {
	for _, set := range []string{"17-clue-3000", "top1465", "hardest-375", "multi-2000"} {
		b.Run(set, func(b *testing.B) {
			grids := readGrids(b, "sudoku-"+set+".txt")
			var s Solver
			nodes, solutions := int64(0), uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				nodes, solutions = 0, 0
				for i := range grids {
					o := s.Solve(&grids[i], 2, nil, nil)
					nodes += o.Nodes
					solutions += o.Solutions
				}
			}
			b.ReportMetric(float64(nodes)/float64(len(grids)), "nodes/puzzle")
			b.ReportMetric(float64(solutions)/float64(len(grids)), "solutions/puzzle")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/1000/float64(b.N*len(grids)), "µs/puzzle")
		})
	}
}
