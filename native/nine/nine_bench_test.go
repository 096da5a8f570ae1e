package nine

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"qmsat/internal/cputime"
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

type solver interface {
	Solve(givens *Grid, limit uint64, done <-chan struct{}, yield func(*Grid) bool) Outcome
}

// benchmark solves grids repeatedly, up to limit solutions of each.
func benchmark(b *testing.B, s solver, grids []Grid, limit uint64) {
	var sum Outcome
	b.ReportAllocs()
	start := cputime.Self()
	for b.Loop() {
		sum = Outcome{}
		for i := range grids {
			o := s.Solve(&grids[i], limit, nil, nil)
			sum.Nodes += o.Nodes
			sum.Solutions += o.Solutions
		}
	}
	each := float64(len(grids))
	b.ReportMetric(float64(sum.Nodes)/each, "nodes/puzzle")
	b.ReportMetric(float64(sum.Solutions)/each, "solutions/puzzle")
	b.ReportMetric(float64((cputime.Self()-start).Nanoseconds())/1000/float64(b.N)/each, "cpu-µs/puzzle")
}

// BenchmarkSudoku has the puzzle sets of tdoku's benchmark, up to two solutions each, with each width of vectors and without any.
func BenchmarkSudoku(b *testing.B) {
	for _, bits := range []int{512, 256, 0} {
		s, err := NewBands(context.Background(), [9][]Triple{}, bits)
		if err != nil {
			b.Fatal(err)
		}
		for _, set := range []string{"17-clue-3000", "top1465", "hardest-375", "multi-2000"} {
			b.Run(fmt.Sprintf("%d/%s", bits, set), func(b *testing.B) { benchmark(b, s, readGrids(b, "sudoku-"+set+".txt"), 2) })
		}
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

// BenchmarkQuasiMagic has the puzzles and the empty grid, Δ = 2, all solutions.
func BenchmarkQuasiMagic(b *testing.B) {
	c := quasiMagicCatalogue(2)
	for _, bits := range []int{512, 256, 0} {
		s := NewBoxes([9]*Catalogue{c, c, c, c, c, c, c, c, c}, bits)
		b.Run(fmt.Sprintf("%d/180", bits), func(b *testing.B) { benchmark(b, s, readGrids(b, "quasimagic-180.txt"), 0) })
		b.Run(fmt.Sprintf("%d/empty", bits), func(b *testing.B) { benchmark(b, s, []Grid{{}}, 0) })
	}
}
