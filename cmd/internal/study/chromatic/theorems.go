package chromatic

import (
	"context"
	"math/rand/v2"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate/full"
)

// Theorems says on how many puzzles two theorems of Herzberg and Murty hold.
type Theorems struct {
	// Puzzles counts 4×4 puzzles without a clash. Monic counts those for which the first theorem holds and the polynomial's
	// values at 4 and 5 are the numbers of completions with 4 and 5 colours.
	Puzzles int `json:"puzzles"`
	Monic   int `json:"monic"`
	// Few counts those that have a completion and at most two given colours. Several counts those of Few with several
	// completions.
	Few     int `json:"few"`
	Several int `json:"several"`
	// Random and RandomSeveral are Few and Several for random 9×9 puzzles with at most seven given colours.
	Random        int `json:"random"`
	RandomSeveral int `json:"random_several"`
}

// Check tests the theorems on all 4×4 puzzles up to a number of givens, at most 6. Symmetric puzzles count separately. It also
// tests the second theorem on random 9×9 puzzles, drawn by the seed. The engine lists the colourings to compare the polynomials
// with, and counts the completions of 9×9 puzzles.
//
// First theorem: the number of completions with λ colours is a monic polynomial in λ with integer coefficients, if λ is at least
// the number of given colours. Its degree is the number of free cells. Second theorem: a puzzle with n² colours and at most n² -
// 2 given colours has no completion or several.
func Check(ctx context.Context, by engine.Chosen, givens, random int, seed uint64) (Theorems, error) {
	var t Theorems
	small, err := model.Sudoku(2, 2)
	if err != nil {
		return t, err
	}
	listed := map[int][]model.Assignment{}
	for _, colours := range []int{4, 5} {
		if listed[colours], err = colourings(ctx, by, small, colours); err != nil {
			return t, err
		}
	}
	d := deletion{ctx: ctx, known: map[string]Polynomial{}}
	for cells := range 1 << len(small.Variables) {
		variables := slices.Collect(members(uint64(cells)))
		if len(variables) > givens {
			continue
		}
		four, five := byGivens(listed[4], variables), byGivens(listed[5], variables)
		if err := t.add(&d, small, variables, four, five); err != nil {
			return t, err
		}
	}
	return t, t.addRandom(ctx, by, random, seed)
}

// colourings lists a model's solutions for a number of colours.
func colourings(ctx context.Context, by engine.Chosen, m *model.Model, colours int) ([]model.Assignment, error) {
	with := *m
	with.Grid, with.Variables = nil, slices.Clone(m.Variables)
	for v := range with.Variables {
		with.Variables[v].Domain = model.Interval(1, colours)
	}
	var list []model.Assignment
	err := each(ctx, by, &with, nil, func(a model.Assignment) { list = append(list, slices.Clone(a)) })
	return list, err
}

// base is larger than every colour. The givens of a puzzle are the digits of a number to this base.
const base = 8

// byGivens counts colourings by the colours of some variables.
func byGivens(colourings []model.Assignment, variables []int) map[int]int64 {
	counts := map[int]int64{}
	for _, a := range colourings {
		key := 0
		for _, v := range variables {
			key = key*base + a[v]
		}
		counts[key]++
	}
	return counts
}

// add tests all 4×4 puzzles with givens in these variables. four and five have the numbers of completions with four and five
// colours, by the key of the givens. Puzzles that differ only in the names of colours have the same polynomial.
func (t *Theorems) add(d *deletion, m *model.Model, variables []int, four, five map[int]int64) error {
	polynomials := map[int]Polynomial{} // by givens, with colours numbered in the order of their first use
	for number := range 1 << (2 * len(variables)) {
		key, unnamed := 0, 0
		var cube model.Cube
		var names []int
		for i, v := range variables {
			colour := 1 + number>>(2*i)&3
			if !slices.Contains(names, colour) {
				names = append(names, colour)
			}
			key, unnamed = key*base+colour, unnamed*base+slices.Index(names, colour)
			cube = append(cube, model.Given{Var: model.Var(v), Value: colour})
		}
		g, err := NewGraph(d.ctx, m, cube)
		if err != nil {
			return err
		}
		if g.clash {
			continue
		}
		p, known := polynomials[unnamed]
		if !known {
			if p, err = d.completions(g); err != nil {
				return err
			}
			polynomials[unnamed] = p
		}
		t.Puzzles++
		if p.Degree() == g.Free() && p[g.Free()].Int64() == 1 && p.At(4).Int64() == four[key] && p.At(5).Int64() == five[key] {
			t.Monic++
		}
		if g.Colours() <= 2 && four[key] > 0 {
			t.Few++
			if four[key] > 1 {
				t.Several++
			}
		}
	}
	return nil
}

// addRandom draws grids. Of each grid it draws up to seven colours, and any number of cells with these colours as givens.
func (t *Theorems) addRandom(ctx context.Context, by engine.Chosen, puzzles int, seed uint64) error {
	m, err := model.Sudoku(3, 3)
	if err != nil {
		return err
	}
	session, err := by.Engine.Open(ctx, m, by.Options)
	if err != nil {
		return err
	}
	defer session.Close()
	random := rand.New(rand.NewPCG(seed, 0))
	for range puzzles {
		grid, _, err := full.Fill(ctx, full.Bands{}, full.Shape{BoxRows: 3, BoxColumns: 3}, random)
		if err != nil {
			return err
		}
		colours, share := random.Perm(9)[:1+random.IntN(7)], random.Float64()
		var cube model.Cube
		for v, value := range grid {
			if slices.Contains(colours, value-1) && random.Float64() < share {
				cube = append(cube, model.Given{Var: model.Var(v), Value: value})
			}
		}
		result, err := session.Run(ctx, cube, 2, nil)
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return context.Cause(ctx)
		}
		t.Random++
		if result.Count.Int64() > 1 {
			t.RandomSeveral++
		}
	}
	return nil
}
