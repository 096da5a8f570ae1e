package nine

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
			s := NewBands([9][]Triple{})
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

func quasiMagicCatalogue(delta int) *Catalogue {
	within := func(f *Filling, a, b, c int) bool {
		sum := int(f[a]) + int(f[b]) + int(f[c])
		return 15-delta <= sum && sum <= 15+delta
	}
	return NewCatalogue(Fillings(1<<20, func(f *Filling, n int) bool {
		switch n {
		case 3:
			return within(f, 0, 1, 2)
		case 6:
			return within(f, 3, 4, 5)
		case 7:
			return within(f, 0, 3, 6) && within(f, 2, 4, 6)
		case 8:
			return within(f, 1, 4, 7)
		case 9:
			return within(f, 2, 5, 8) && within(f, 6, 7, 8) && within(f, 0, 4, 8)
		}
		return true
	}))
}

func BenchmarkQuasiMagic(b *testing.B) {
	c := quasiMagicCatalogue(2)
	s := NewBoxes([9]*Catalogue{c, c, c, c, c, c, c, c, c})
	for name, grids := range map[string][]Grid{"180": readGrids(b, "quasimagic-180.txt"), "empty": {{}}} {
		b.Run(name, func(b *testing.B) {
			nodes, solutions := int64(0), uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				nodes, solutions = 0, 0
				for i := range grids {
					o := s.Solve(&grids[i], 0, nil, nil)
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
