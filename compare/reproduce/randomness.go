package reproduce

import (
	"context"
	"fmt"
	"slices"

	"github.com/aclements/go-moremath/mathx"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
	"qmsat/native/generate/full"
)

// Randomness is how evenly a method makes the grids of a shape, by Pearson's χ² test against equal likelihood.
type Randomness struct {
	Samples    int
	Kinds      int     // that there are: all 288 grids 4×4, or the classes of 6×6
	Seen       int     // of them
	Statistic  float64 // χ²
	Likelihood float64 // of a statistic as large if all grids were equally likely
}

// MeasureRandomness has a method make so many grids of a seed, each from a stream of its own. With boxes of 2×2 every grid is a
// kind. With boxes of 2×3 the 28,200,960 grids are too many: there kinds are classes under the symmetries of the grid, each
// expected by its size.
func MeasureRandomness(ctx context.Context, method full.Method, shape full.Shape, samples int, seed uint64) (Randomness, error) {
	kinds, err := kindsOf(ctx, shape)
	if err != nil {
		return Randomness{}, err
	}
	seen := map[string]float64{}
	for number := range uint64(samples) {
		grid, _, err := full.Fill(ctx, method, shape, generate.NewStream(seed, number))
		if err != nil {
			return Randomness{}, err
		}
		seen[kinds.of(grid)]++
	}
	r := Randomness{Samples: samples, Kinds: len(kinds.share), Seen: len(seen)}
	for kind, share := range kinds.share {
		expected := share * float64(samples)
		r.Statistic += (seen[kind] - expected) * (seen[kind] - expected) / expected
	}
	r.Likelihood = mathx.GammaIncComp(float64(r.Kinds-1)/2, r.Statistic/2)
	return r, nil
}

// gridKinds says into which kinds grids fall, and which share of all each has.
type gridKinds struct {
	of    func(grid []int) string
	share map[string]float64
}

func kindsOf(ctx context.Context, shape full.Shape) (gridKinds, error) {
	switch shape {
	case full.Shape{BoxRows: 2, BoxColumns: 2}:
		grids, err := gridsOf(ctx, shape, nil)
		k := gridKinds{of: func(grid []int) string { return fmt.Sprint(grid) }, share: map[string]float64{}}
		for _, grid := range grids {
			k.share[k.of(grid)] = 1 / float64(len(grids))
		}
		return k, err
	case full.Shape{BoxRows: 2, BoxColumns: 3}:
		return classesOf(ctx, shape)
	default:
		return gridKinds{}, fmt.Errorf("boxes of %d×%d, expected 2×2 or 2×3", shape.BoxRows, shape.BoxColumns)
	}
}

// classesOf finds the classes of all grids under the symmetries of the grid, transposition aside. Grids stand for those that
// differ from them only in the names of values: their first row ascends.
func classesOf(ctx context.Context, shape full.Shape) (gridKinds, error) {
	var firstRow model.Cube
	for column := range shape.Side() {
		firstRow = append(firstRow, model.Given{Var: model.Var(column), Value: column + 1})
	}
	grids, err := gridsOf(ctx, shape, firstRow)
	if err != nil {
		return gridKinds{}, err
	}
	n := shape.Side()
	rows, columns := lineOrders(shape.BoxColumns, shape.BoxRows), lineOrders(shape.BoxRows, shape.BoxColumns)
	class := map[string]string{}
	share := map[string]float64{}
	moved := make([]int, n*n)
	for _, grid := range grids {
		name := fmt.Sprint(grid)
		if class[name] != "" {
			continue
		}
		for _, rowOrder := range rows {
			for _, columnOrder := range columns {
				for cell := range moved {
					moved[cell] = grid[rowOrder[cell/n]*n+columnOrder[cell%n]]
				}
				if text := fmt.Sprint(renamed(moved, n)); class[text] == "" {
					class[text] = name
					share[name] += 1 / float64(len(grids))
				}
			}
		}
	}
	return gridKinds{func(grid []int) string { return class[fmt.Sprint(renamed(grid, n))] }, share}, nil
}

// renamed returns a grid with its values renamed so that the first row ascends.
func renamed(grid []int, n int) []int {
	names := make([]int, n+1)
	for column, value := range grid[:n] {
		names[value] = column + 1
	}
	result := make([]int, len(grid))
	for cell, value := range grid {
		result[cell] = names[value]
	}
	return result
}

// lineOrders returns the orders of lines in which the lines of a band stay together: count bands of size lines.
func lineOrders(count, size int) [][]int {
	within := permutations(size)
	orders := [][]int{}
	for _, bands := range permutations(count) {
		partial := [][]int{nil}
		for _, band := range bands {
			var longer [][]int
			for _, order := range partial {
				for _, lines := range within {
					next := slices.Clone(order)
					for _, line := range lines {
						next = append(next, band*size+line)
					}
					longer = append(longer, next)
				}
			}
			partial = longer
		}
		orders = append(orders, partial...)
	}
	return orders
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, p := range permutations(n - 1) {
		for place := range n {
			all = append(all, slices.Insert(slices.Clone(p), place, n-1))
		}
	}
	return all
}

// gridsOf lists the grids of a shape that meet a cube.
func gridsOf(ctx context.Context, shape full.Shape, cube model.Cube) ([][]int, error) {
	m, err := model.Sudoku(shape.BoxRows, shape.BoxColumns)
	if err != nil {
		return nil, err
	}
	native, err := engine.Lookup("native")
	if err != nil {
		return nil, err
	}
	session, err := native.Open(ctx, m, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	var grids [][]int
	result, err := session.Run(ctx, cube, 0, func(a model.Assignment) bool {
		grids = append(grids, slices.Clone(a))
		return true
	})
	if err == nil {
		err = result.Cause
	}
	return grids, err
}

// checkGrid holds a grid against the model.
func checkGrid(shape full.Shape, grid []int) error {
	m, err := model.Sudoku(shape.BoxRows, shape.BoxColumns)
	if err != nil {
		return err
	}
	return m.Check(slices.Clone(grid))
}
