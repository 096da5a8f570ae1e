package encodings

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/native/generate"
	"qmsat/native/generate/full"
)

// killers are 9×9 grids in cages of two to five cells, with their sums, and six givens.
var killers = seeded("killer", func(s Source, seed uint64) (*model.Model, model.Cube, error) {
	m, err := model.Sudoku(3, 3)
	if err != nil {
		return nil, nil, err
	}
	random := rand.New(rand.NewPCG(seed, 9))
	grid, _, err := full.Fill(s, full.Bands{}, full.Shape{BoxRows: 3, BoxColumns: 3}, random)
	if err != nil {
		return nil, nil, err
	}
	caged := make([]bool, len(grid))
	for _, v := range random.Perm(len(grid)) {
		cage := growCage(random, grid, caged, v)
		if len(cage) < 2 {
			continue
		}
		sum := lists.Sum(cage, func(v model.Var) int { return grid[v] })
		name := fmt.Sprintf("cage at %s", m.NameOf(cage[0]))
		m.Constraints = append(m.Constraints, &model.AllDifferent{Name: name, Vars: cage}, model.Sum(name+" sum", sum, sum, cage...))
	}
	return m, generate.Share(random, grid, 6.0/81), nil
})

// growCage returns up to five connected cells without a cage, of different values, from a cell on; it marks them.
func growCage(random *rand.Rand, grid []int, caged []bool, v int) (cage []model.Var) {
	size, values := 2+random.IntN(4), map[int]bool{}
	for open := []int{v}; len(open) > 0 && len(cage) < size; {
		i := random.IntN(len(open))
		c := open[i]
		open = slices.Delete(open, i, i+1)
		if caged[c] || values[grid[c]] {
			continue
		}
		caged[c], values[grid[c]] = true, true
		cage = append(cage, model.Var(c))
		for _, step := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
			if row, column := c/9+step[0], c%9+step[1]; row >= 0 && row < 9 && column >= 0 && column < 9 {
				open = append(open, 9*row+column)
			}
		}
	}
	return cage
}

// magicSquares are squares of order 4, one for each number in the corner.
func magicSquares() drafts {
	return listed(lists.Make(16, func(i int) draft {
		return built(numbered("magic-4", i+1), magicSquare, model.Given{Var: 0, Value: i + 1})
	})...)
}

func magicSquare() *model.Model {
	const n = 4
	m := model.NewGrid(&model.Grid{Rows: n, Columns: n}, model.Interval(1, n*n))
	m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: lists.Numbers[model.Var](n * n)})
	line := func(first, step int) {
		sum := model.MagicConstant(n)
		cells := lists.Make(n, func(i int) model.Var { return model.Var(first + i*step) })
		m.Constraints = append(m.Constraints, model.Sum("", sum, sum, cells...))
	}
	for i := range n {
		line(n*i, 1)
		line(i, n)
	}
	line(0, n+1)
	line(n-1, n-1)
	return m
}

// golombLengths are the lengths of the shortest Golomb rulers, by marks.
var golombLengths = map[int]int{4: 6, 5: 11, 6: 17, 7: 25, 8: 34}

// golomb returns the model of rulers with some marks and a length of at most most. The last mark is the objective.
func golomb(marks, most int) *model.Model {
	m := &model.Model{Name: fmt.Sprintf("Golomb ruler with %d marks", marks)}
	for i := range marks {
		domain := model.Interval(i, most)
		if i == 0 {
			domain = model.Values(0)
		}
		m.AddVariable(fmt.Sprintf("x%d", i+1), domain)
	}
	m.Outputs = lists.Numbers[model.Var](marks)
	var differences []model.Var
	for j := range marks {
		for i := range j {
			d := m.AddVariable(fmt.Sprintf("d%d_%d", i+1, j+1), model.Interval(j-i, most))
			differences = append(differences, d)
			m.Constraints = append(m.Constraints, &model.Linear{
				Terms: []model.Term{{Coefficient: 1, Var: model.Var(j)}, {Coefficient: -1, Var: model.Var(i)}, {Coefficient: -1, Var: d}},
			})
		}
	}
	m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: differences})
	m.Objective = &model.Objective{Terms: []model.Term{{Coefficient: 1, Var: model.Var(marks - 1)}}}
	return m
}

// golombRulers are rulers whose marks lie within a bound: the shortest length and up to five more, or up to three less.
func golombRulers(format string, slacks ...int) drafts {
	var list []draft
	for marks := 5; marks <= 8; marks++ {
		for _, slack := range slacks {
			most := golombLengths[marks] + slack
			list = append(list, built(fmt.Sprintf(format, marks, most), func() *model.Model { return golomb(marks, most) }))
		}
	}
	return listed(list...)
}

// langford are pairings L(2, n): the two copies of k have k numbers between them. There are none if n mod 4 is 1 or 2. The first
// places of the first copy of a number make instances of each n.
func langford(format string, places int, number func(n int) int, sizes ...int) drafts {
	var list []draft
	for _, n := range sizes {
		for place := 1; place <= places; place++ {
			first := model.Given{Var: model.Var(2 * (number(n) - 1)), Value: place}
			list = append(list, built(fmt.Sprintf(format, n, place), func() *model.Model { return pairing(n) }, first))
		}
	}
	return listed(list...)
}

// The smallest and the largest number of pairings.
func one(int) int    { return 1 }
func last(n int) int { return n }

// pairing returns the model of the pairings of 1 to n.
func pairing(n int) *model.Model {
	m := &model.Model{Name: fmt.Sprintf("Langford pairs of 1 to %d", n)}
	for k := 1; k <= n; k++ {
		a := m.AddVariable(fmt.Sprintf("a%d", k), model.Interval(1, 2*n-k-1))
		b := m.AddVariable(fmt.Sprintf("b%d", k), model.Interval(k+2, 2*n))
		m.Constraints = append(m.Constraints, &model.Linear{
			Terms: []model.Term{{Coefficient: 1, Var: b}, {Coefficient: -1, Var: a}}, Lo: k + 1, Hi: k + 1,
		})
	}
	m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: lists.Numbers[model.Var](2 * n)})
	return m
}

// colourings are random graphs with vertices of an average degree, to be coloured; planted ones have a colouring.
func colourings(prefix string, vertices, colours int, degree float64, planted bool) drafts {
	return seeded(prefix, func(_ Source, seed uint64) (*model.Model, model.Cube, error) {
		random := rand.New(rand.NewPCG(seed, uint64(vertices)))
		m := &model.Model{Name: fmt.Sprintf("%d-colouring", colours)}
		for v := range vertices {
			m.AddVariable(fmt.Sprintf("v%d", v+1), model.Interval(1, colours))
		}
		seen := map[[2]int]bool{}
		for len(seen) < int(degree*float64(vertices)/2) {
			a, b := random.IntN(vertices), random.IntN(vertices)
			if a >= b || seen[[2]int{a, b}] || planted && a%colours == b%colours {
				continue
			}
			seen[[2]int{a, b}] = true
			m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: []model.Var{model.Var(a), model.Var(b)}})
		}
		return m, nil, nil
	})
}

// pigeonholes put more pigeons than there are holes into different holes.
func pigeonholes() drafts {
	return listed(lists.Make(16, func(i int) draft {
		holes, pigeons := i/4+5, i/4+5+i%4+1
		return built(fmt.Sprintf("pigeonhole-%d-%d", pigeons, holes), func() *model.Model { return pigeonhole(pigeons, holes) })
	})...)
}

func pigeonhole(pigeons, holes int) *model.Model {
	m := &model.Model{Name: "pigeonhole"}
	for i := range pigeons {
		m.AddVariable(fmt.Sprintf("p%d", i+1), model.Interval(1, holes))
	}
	m.Constraints = []model.Constraint{&model.AllDifferent{Vars: lists.Numbers[model.Var](pigeons)}}
	return m
}
