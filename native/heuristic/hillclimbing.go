package heuristic

import "qmsat/model/engine"

var climbingPatience = engine.NewInteger("patience", "consecutive steps without a new best before a restart", "steps",
	"10", engine.AtLeast(1))

func init() {
	register(&method{
		name: "hill-climbing", summary: "repeats the best of all swaps within boxes; may fail",
		limit:    limitSetting("steps that it takes before it gives up", "steps", "300000"),
		settings: []*engine.Setting{climbingPatience}, quasiMagic: true, search: climb,
	})
}

// climb takes the best swap in each step, even if it gains nothing; ties are broken at random. It maximises f₁ − f₂: the number
// of different values in rows and columns, minus the number of cells that clash with another. For quasi-magic Sudoku we also
// subtract the excess of sums over their bounds.
//
// Source: Jones, Roach, Perkins, "Construction of heuristics for a search-based approach to solving Sudoku", 2007.
func climb(r *run) []int8 {
	m, patience := r.movable(), climbingPatience.Int(r.options)
	for {
		f := r.greedy()
		r.begun++
		best := height(f)
		for without := 0; without < patience; {
			if f.defects() == 0 {
				return f.value
			}
			if len(m.cells) == 0 || !r.next() {
				return nil
			}
			f.swap(r.steepest(f, m))
			if without++; height(f) > best {
				best, without = height(f), 0
			}
		}
	}
}

// height returns f₁ − f₂, up to a constant.
func height(f *filled) int { return -f.missing - f.clashing - f.excess }

// steepest returns the swap with the best result; ties are broken at random.
func (r *run) steepest(f *filled, m *movable) (a, b int) {
	best, ties := 0, 0
	for _, one := range m.cells {
		for _, other := range m.mates[one] {
			if other <= one {
				continue
			}
			f.swap(one, other)
			h := height(f)
			f.swap(one, other)
			if ties == 0 || h > best {
				best, ties = h, 0
			} else if h < best {
				continue
			}
			if ties++; r.random.IntN(ties) == 0 {
				a, b = one, other
			}
		}
	}
	return a, b
}

// greedy fills each box cell by cell with a random value that neither the row nor the column has, if there is one.
func (r *run) greedy() *filled {
	taken := make([]bool, 2*r.size*r.size) // by row, then by column, and by value
	at := func(cell int, v int8) (row, column *bool) {
		return &taken[r.row[cell]*r.size+int(v)], &taken[(r.size+r.column[cell])*r.size+int(v)]
	}
	for cell, v := range r.given {
		if v != none {
			row, column := at(cell, v)
			*row, *column = true, true
		}
	}
	return r.fillBy(func(cells []int, values []int8) {
		r.random.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		for i, cell := range cells {
			for j := i; j < len(values); j++ {
				row, column := at(cell, values[j])
				if !*row && !*column {
					values[i], values[j] = values[j], values[i]
					break
				}
			}
			row, column := at(cell, values[i])
			*row, *column = true, true
		}
	})
}
