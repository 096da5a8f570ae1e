package heuristic

import (
	"slices"

	"qmsat/model/engine"
)

// sinkhornSweeps is our choice; as far as we know, this number was not published.
var sinkhornSweeps = engine.NewInteger("sweeps",
	"passes over all houses until the surest cell gets its value; 0: never", "sweeps", "20",
	engine.AtLeast(0))

func init() {
	register(&method{
		name: "sinkhorn", summary: "normalises the probabilities of values house by house, then fixes the surest; may fail",
		limit:    limitSetting("passes over all houses until it gives up", "sweeps", "100000"),
		settings: []*engine.Setting{sinkhornSweeps}, search: balance,
	})
}

// balance normalises rows, columns, boxes and cells in turn, all in one iteration, until the likeliest values are a solution.
// Sometimes it fixes the likeliest value of all and removes it from its houses. Other cells spread that loss evenly over their
// remaining values. Without fixing it is the method of Moon, Gunther and Kupin.
//
// Source: Moon, Gunther, Kupin, "Sinkhorn solves Sudoku", IEEE Trans. Inf. Theory 55 (2009); Khan, Jabbar, Jabbari,
// Ghanbarinejad, "Solving Sudoku using probabilistic graphical models", 2009.
func balance(r *run) []int8 {
	n := r.size
	p := slices.Repeat([]float64{1 / float64(n)}, len(r.given)*n) // by cell and value
	fixed, shown := make([]bool, len(r.given)), make([]int8, len(r.given))
	fix := func(cell int, v int8) {
		fixed[cell] = true
		clear(p[cell*n : (cell+1)*n])
		p[cell*n+int(v)] = 1
		for _, house := range [][]int{r.houses[r.row[cell]], r.houses[n+r.column[cell]], r.boxes[r.box[cell]]} {
			for _, peer := range house {
				if peer != cell {
					exclude(p[peer*n:(peer+1)*n], v)
				}
			}
		}
	}
	for cell, v := range r.given {
		if v != none {
			fix(cell, v)
		}
	}
	for sweeps := sinkhornSweeps.Int(r.options); r.next(); {
		r.normaliseHouses(p)
		surest, best := -1, 0.0
		for cell := range r.given {
			values := p[cell*n : (cell+1)*n]
			total, most := sum(values), 0.0
			if total == 0 {
				return nil
			}
			for v := range values {
				if values[v] /= total; values[v] > most {
					shown[cell], most = int8(v), values[v]
				}
			}
			if !fixed[cell] && most > best {
				surest, best = cell, most
			}
		}
		if r.valid(shown) {
			return shown
		}
		if sweeps > 0 && r.iterations%sweeps == 0 {
			if surest < 0 {
				return nil
			}
			fix(surest, shown[surest])
		}
	}
	return nil
}

// normaliseHouses scales the probabilities of each value to a sum of 1 over a house, one house after the other.
func (r *run) normaliseHouses(p []float64) {
	for _, house := range r.houses {
		for v := range r.size {
			total := 0.0
			for _, cell := range house {
				total += p[cell*r.size+v]
			}
			for _, cell := range house {
				if total > 0 {
					p[cell*r.size+v] /= total
				}
			}
		}
	}
}

// exclude removes a value from a cell and spreads its probability over the remaining values.
func exclude(values []float64, v int8) {
	lost, left := values[v], 0
	values[v] = 0
	for _, x := range values {
		if x > 0 {
			left++
		}
	}
	for i, x := range values {
		if x > 0 {
			values[i] += lost / float64(left)
		}
	}
}
