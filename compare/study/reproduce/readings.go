package reproduce

import (
	"context"
	"math"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
)

// PaperPuzzles makes as many quasi-magic puzzles, Δ = 2, with one solution and as many givens as the published ones had: each number of
// a band about equally often, at most 18.
func PaperPuzzles(ctx context.Context, seed uint64) ([]model.Cube, error) {
	m, err := model.QuasiMagic(3, model.PruningRuleDelta)
	if err != nil {
		return nil, err
	}
	e, err := engine.Lookup("native")
	if err != nil {
		return nil, err
	}
	session, err := e.Open(ctx, m, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	random := generate.NewRandom(seed)
	var cubes []model.Cube
	for _, band := range PaperBands {
		least, most := max(band.Least, fewestPaperGivens), min(band.Most, mostPaperGivens)
		for i := range band.Published.Puzzles {
			g, err := generate.New(ctx, m, nil, session, generate.Options{Givens: least + i%(most-least+1), Unique: true})
			if err != nil {
				return nil, err
			}
			p, err := g.Puzzle(ctx, random)
			if err != nil {
				return nil, err
			}
			cubes = append(cubes, p.Givens)
		}
	}
	return cubes, nil
}

// The published puzzles had four to 18 givens; with four there is no puzzle for each grid, and with five it takes long to find one.
const (
	fewestPaperGivens = 6
	mostPaperGivens   = 18
)

// Distance is by which factor the averages of the four methods, or their medians, are off the published ones: the geometric mean.
func (c Comparison) Distance(line int) float64 {
	sum := 0.0
	for i, published := range c.Lines[line].Published {
		sum += math.Abs(math.Log(c.Lines[line].Ours[i] / published))
	}
	return math.Exp(sum / float64(len(c.Columns)))
}
