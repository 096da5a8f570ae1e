package nine

import "testing"

// quasiMagicTriples returns the lines of a box, each within Δ of 15.
func quasiMagicTriples(delta int) []Triple {
	var lines []Triple
	for _, positions := range [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		lines = append(lines, Triple{positions, 15 - delta, 15 + delta})
	}
	return lines
}

// check reports what a grid breaks: the givens, all-different, or lines of boxes that must be within Δ of 15.
func check(t *testing.T, givens, g *Grid, delta int) {
	t.Helper()
	var rows, columns, boxes [9]digitSet
	var cells [9][9]int // by box and position
	for cell, digit := range g {
		box, position := BoxAt(cell)
		rows[cell/9] |= 1 << (digit - 1)
		columns[cell%9] |= 1 << (digit - 1)
		boxes[box] |= 1 << (digit - 1)
		cells[box][position] = int(digit)
		if givens[cell] != 0 && givens[cell] != digit {
			t.Errorf("%v: cell %d has another given", g, cell)
		}
	}
	for i := range 9 {
		if all := digitSet(1<<9 - 1); rows[i] != all || columns[i] != all || boxes[i] != all {
			t.Errorf("%v: a house has no digit or one twice", g)
		}
		for _, line := range quasiMagicTriples(delta) {
			if sum := cells[i][line.Positions[0]] + cells[i][line.Positions[1]] + cells[i][line.Positions[2]]; sum < line.Lo || sum > line.Hi {
				t.Errorf("%v: a line of box %d sums to %d, expected %d to %d", g, i, sum, line.Lo, line.Hi)
			}
		}
	}
}

// Puzzles with one solution are solved in few nodes: any change of the effort shows. A stopped search for more ends.
func TestSolve(t *testing.T) {
	ended := make(chan struct{})
	close(ended) // the search checks it after workPerPoll nodes
	bands := func(triples []Triple) func() solver {
		return func() solver {
			var all [9][]Triple
			for box := range all {
				all[box] = triples
			}
			s, err := NewBands(t.Context(), all, 0)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	c := quasiMagicCatalogue(2)
	for _, test := range []struct {
		file  string
		every int
		delta int
		open  func() solver
		nodes int64
	}{
		{"sudoku-top1465.txt", 47, 9, bands(nil), 607},
		{"quasimagic-delta8.txt", 1, 8, bands(quasiMagicTriples(8)), 282},
		{"quasimagic-180.txt", 5, 2, func() solver { return NewBoxes([9]*Catalogue{c, c, c, c, c, c, c, c, c}, 0) }, 193},
	} {
		nodes := int64(0)
		grids := readGrids(t, test.file)
		for i := 0; i < len(grids); i += test.every {
			yielded := 0
			o := test.open().Solve(&grids[i], 2, ended, func(g *Grid) bool {
				yielded++
				check(t, &grids[i], g, test.delta)
				return true
			})
			if o.Solutions != 1 || yielded != 1 || !o.Exhausted {
				t.Errorf("%s, %d: %+v, %d yielded, expected one solution", test.file, i, o, yielded)
			}
			nodes += o.Nodes
		}
		if nodes != test.nodes {
			t.Errorf("%s: %d nodes, expected %d", test.file, nodes, test.nodes)
		}
	}
}

// The share of the search that is done never falls; all searches tell it.
func TestShareRises(t *testing.T) {
	bands, err := NewBands(t.Context(), [9][]Triple{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	byVectors, err := NewBands(t.Context(), [9][]Triple{}, 512) // if the processor has any
	if err != nil {
		t.Fatal(err)
	}
	c := quasiMagicCatalogue(2)
	boxes := NewBoxes([9]*Catalogue{c, c, c, c, c, c, c, c, c}, 0)
	for _, test := range []struct {
		name  string
		s     solver
		r     *run
		file  string
		clear int // givens left out, so that there are many solutions
	}{
		{"bands", bands, &bands.run, "sudoku-top1465.txt", 6}, {"vectors", byVectors, &byVectors.run, "sudoku-top1465.txt", 6},
		{"boxes", boxes, &boxes.run, "quasimagic-180.txt", 3},
	} {
		givens := readGrids(t, test.file)[0]
		for cell := range givens {
			if givens[cell] != 0 && test.clear > 0 {
				givens[cell] = 0
				test.clear--
			}
		}
		told, rises := 0.0, 0
		test.s.Solve(&givens, 2000, nil, func(*Grid) bool {
			if test.r.closed < told || test.r.closed > 1 {
				t.Fatalf("%s: the share is %v after %v", test.name, test.r.closed, told)
			}
			if test.r.closed > told {
				rises++
			}
			told = test.r.closed
			return true
		})
		if rises < 10 {
			t.Errorf("%s: the share rises %d times, expected often", test.name, rises)
		}
	}
}
