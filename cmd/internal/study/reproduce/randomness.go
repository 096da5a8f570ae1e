package reproduce

import (
	"context"
	"slices"

	"github.com/aclements/go-moremath/mathx"

	"qmsat/internal/lists"
	"qmsat/internal/orbit"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
	"qmsat/native/generate/full"
)

// Randomness is the result of Pearson's χ² test that a method makes all grids of a shape with equal probability.
type Randomness struct {
	Group      string  `json:"part" text:"evenness" show:"%.0s"`
	Name       string  `json:"name" text:"method"`
	Size       string  `json:"size"` // the size of grids
	Samples    int     `json:"samples" text:"-"`
	Kinds      int     `json:"kinds" text:"-"`                                      // the number of kinds: all 288 grids 4×4, or the classes of 6×6
	Seen       int     `json:"seen" text:"kinds seen" show:"%d of %d" with:"Kinds"` // the kinds that were made
	Statistic  float64 `json:"chi_squared" text:"χ²" show:"%.0f"`
	Likelihood float64 `json:"likelihood" show:"%.2g"` // the probability of such a large χ² if all grids are equally likely
}

// measureRandomness makes grids by a method and tests whether they are equally likely. Each grid has its own random stream from
// the seed. With boxes of 2×2, every grid is a kind. With boxes of 2×3, there are too many grids (28,200,960). There the kinds
// are the classes under symmetries of the grid, and the expected number of each is proportional to its size.
func measureRandomness(ctx context.Context, method full.Method, shape full.Shape, samples int, seed uint64) (Randomness, error) {
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
	r := Randomness{Size: sizeOf(shape.Side()), Samples: samples, Kinds: len(kinds.share), Seen: len(seen)}
	for kind, share := range kinds.share {
		expected := share * float64(samples)
		r.Statistic += (seen[kind] - expected) * (seen[kind] - expected) / expected
	}
	r.Likelihood = mathx.GammaIncComp(float64(r.Kinds-1)/2, r.Statistic/2)
	return r, nil
}

// gridKinds are the kinds of grids, with the share of each among all grids.
type gridKinds struct {
	of    func(grid model.Assignment) string
	share map[string]float64
}

// kindsOf returns the kinds of a shape: single grids, or classes of grids 6×6 under the symmetries of the grid, except
// transposition. For classes it lists only grids whose first row ascends, since all others differ from them only in the names of
// values.
func kindsOf(ctx context.Context, shape full.Shape) (gridKinds, error) {
	n := shape.Side()
	classes := n > 4
	var firstRow model.Cube
	for column := 0; classes && column < n; column++ {
		firstRow = append(firstRow, model.Given{Var: model.Var(column), Value: column + 1})
	}
	grids, err := gridsOf(ctx, shape, firstRow)
	if err != nil {
		return gridKinds{}, err
	}
	orbits, err := orbit.By(ctx, grids, gridKey, func(grid model.Assignment, visit func(model.Assignment)) {
		for _, image := range exchanged(grid, shape) {
			if classes {
				visit(image)
			}
		}
	})
	kind, share := map[string]string{}, map[string]float64{}
	for _, members := range orbits {
		name := gridKey(members[0])
		for _, grid := range members {
			kind[gridKey(grid)] = name
			share[name] += 1 / float64(len(grids))
		}
	}
	return gridKinds{func(grid model.Assignment) string {
		if classes {
			grid = renamed(grid, n)
		}
		return kind[gridKey(grid)]
	}, share}, err
}

// exchanged returns the images of a grid under generators of the symmetries, renamed. The generators exchange neighbouring lines
// of a band or stack, or neighbouring bands or stacks.
func exchanged(grid []int, shape full.Shape) [][]int {
	n := shape.Side()
	var images [][]int
	exchange := func(cell func(line, at int) int, size int) { // exchanges neighbouring lines of bands with that size
		for line := 1; line < n; line++ {
			first, count := line-1, 1
			if line%size == 0 {
				first, count = line-size, size
			}
			image := slices.Clone(grid)
			for i := range count {
				for at := range n {
					a, b := cell(first+i, at), cell(first+i+count, at)
					image[a], image[b] = image[b], image[a]
				}
			}
			images = append(images, renamed(image, n))
		}
	}
	exchange(func(line, at int) int { return line*n + at }, shape.BoxRows)
	exchange(func(line, at int) int { return at*n + line }, shape.BoxColumns)
	return images
}

// gridKey returns a text that is different for every grid.
func gridKey(grid model.Assignment) string {
	key := lists.Map(grid, func(value int) byte { return byte(value) })
	return string(key)
}

// renamed returns a grid with its values renamed so that the first row ascends.
func renamed(grid []int, n int) []int {
	names := make([]int, n+1)
	for column, value := range grid[:n] {
		names[value] = column + 1
	}
	return lists.Map(grid, func(value int) int { return names[value] })
}

// gridsOf lists the grids of a shape that meet a cube.
func gridsOf(ctx context.Context, shape full.Shape, cube model.Cube) ([]model.Assignment, error) {
	m, err := model.Sudoku(shape.BoxRows, shape.BoxColumns)
	if err != nil {
		return nil, err
	}
	var list []model.Assignment
	for grid, err := range engine.Solutions(ctx, "native", m, cube) {
		if err != nil {
			return nil, err
		}
		list = append(list, grid)
	}
	return list, nil
}
