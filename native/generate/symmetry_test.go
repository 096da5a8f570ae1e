package generate

import (
	"slices"
	"testing"

	"qmsat/model"
)

// The orbits of each symmetry partition the cells, are closed under its motions, and have the right sizes.
func TestOrbits(t *testing.T) {
	grid := &model.Grid{Rows: 9, Columns: 9}
	for _, test := range []struct {
		name    string
		orbits  int
		largest int
	}{
		{"half-turn", 41, 2}, {"quarter-turn", 21, 4}, {"left-right", 45, 2}, {"top-bottom", 45, 2}, {"mirrors", 25, 4},
		{"diagonal", 45, 2}, {"antidiagonal", 45, 2}, {"diagonals", 25, 4}, {"full", 15, 8},
	} {
		s, err := LookupSymmetry(test.name)
		if err != nil {
			t.Fatal(err)
		}
		orbits, err := s.Orbits(grid)
		if err != nil {
			t.Fatal(err)
		}
		seen, largest := map[model.Var]bool{}, 0
		for _, orbit := range orbits {
			largest = max(largest, len(orbit))
			for _, v := range orbit {
				if seen[v] {
					t.Errorf("%s: cell %d is in two orbits", test.name, v)
				}
				seen[v] = true
				for _, move := range s.generators {
					if image := grid.Cell(move(int(v)/9, int(v)%9, 9, 9)); !slices.Contains(orbit, image) {
						t.Errorf("%s: cell %d is taken to %d, out of its orbit", test.name, v, image)
					}
				}
			}
		}
		if len(orbits) != test.orbits || largest != test.largest || len(seen) != 81 {
			t.Errorf("%s: %d orbits of up to %d, %d cells, expected %d of up to %d, 81",
				test.name, len(orbits), largest, len(seen), test.orbits, test.largest)
		}
	}
	if len(SymmetryNames()) != 9 {
		t.Errorf("symmetries %v, expected the nine above", SymmetryNames())
	}
}

// Only symmetries that map rows to rows fit grids that are not square.
func TestOrbitsOfRectangle(t *testing.T) {
	grid := &model.Grid{Rows: 2, Columns: 3}
	for _, s := range Symmetries {
		orbits, err := s.Orbits(grid)
		if (err != nil) != s.square {
			t.Errorf("%s: error %v", s.Name, err)
		}
		if err == nil && len(slices.Concat(orbits...)) != 6 {
			t.Errorf("%s: orbits %v, expected all six cells", s.Name, orbits)
		}
	}
	if _, err := LookupSymmetry("spiral"); err == nil {
		t.Error("symmetry spiral is known")
	}
}
