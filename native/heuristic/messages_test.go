package heuristic

import (
	"math"
	"math/rand/v2"
	"testing"

	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// Every factor's messages equal their definition up to scale: the sum or maximum, over everything allowed, of the products of the
// other cells' messages.
func TestMessagesByDefinition(t *testing.T) {
	l, err := newLayout(&method{}, modeltest.Sudoku(t, 2, 2))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 0))
	for _, maximum := range []bool{false, true} {
		for _, f := range []factor{l.newHouses()[0], l.newSame()[0], l.newSame()[5], l.newColoured(false)[2], l.newColoured(true)[1]} {
			n := len(f.cells()) * 4
			in, got, want := make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range in {
				in[i] = random.Float64()
			}
			f.send(newTables(maximum, 4, 8), in, got)
			define(f, maximum, in, want)
			for i := 0; i < n; i += 4 {
				normalise(got[i : i+4])
				normalise(want[i : i+4])
			}
			for i := range got {
				if math.Abs(got[i]-want[i]) > 1e-9 {
					t.Fatalf("%T, maximum %t: message %d is %g, expected %g", f, maximum, i, got[i], want[i])
				}
			}
		}
	}
}

// define writes the messages of a factor of 4×4 by listing what it allows.
func define(f factor, maximum bool, in, out []float64) {
	collect := func(i int, x float64) {
		if maximum {
			out[i] = max(out[i], x)
		} else {
			out[i] += x
		}
	}
	product := func(weights []float64, without int) float64 {
		p := 1.0
		for i, w := range weights {
			if i != without {
				p *= w
			}
		}
		return p
	}
	colours, ofOneValue := f.(*coloured)
	for code := range 256 {
		a := [4]int{code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6}
		different := 1<<a[0]|1<<a[1]|1<<a[2]|1<<a[3] == 15
		if !ofOneValue {
			c := f.(*chain)
			if c.adding == 4 && different || c.adding == 2 && a[0] != a[1] && 1<<a[0]|1<<a[1] == 1<<a[2]|1<<a[3] {
				for i, x := range a {
					collect(4*i+x, product([]float64{in[a[0]], in[4+a[1]], in[8+a[2]], in[12+a[3]]}, i))
				}
			}
			continue
		}
		// Row r has the value in column a[r].
		if !different || len(colours.rows.levels[2]) < 6 && (a[0]/2 == a[1]/2 || a[2]/2 == a[3]/2) {
			continue
		}
		weights := make([]float64, 16)
		for cell := range weights {
			for x := range 4 {
				if y := in[4*cell+x]; (x == colours.value) == (a[cell/4] == cell%4) {
					if maximum {
						weights[cell] = max(weights[cell], y)
					} else {
						weights[cell] += y
					}
				}
			}
		}
		for cell := range weights {
			for x := range 4 {
				if (x == colours.value) == (a[cell/4] == cell%4) {
					collect(4*cell+x, product(weights, cell))
				}
			}
		}
	}
}

// Max-product solves what arc consistency solves, among the first dozen puzzles with 17 givens.
func TestMaxProductIsArcConsistency(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	for constraints, want := range map[string]int{"": 8, "C2": 9} {
		solved := 0
		for _, p := range modeltest.Puzzles(t, m, "sudoku-17-clue-3000.txt")[:12] {
			if result, _ := solve(t, "max-product", m, engine.Options{"constraints": constraints}, p.Cube); result.Outcome == engine.Solved {
				solved++
			}
		}
		if solved != want {
			t.Errorf("%q: %d solved, expected %d", constraints, solved, want)
		}
	}
}
