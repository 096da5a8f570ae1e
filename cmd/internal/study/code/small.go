package code

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"qmsat/compare"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// smallLength is the number of cells of a word of Sudoku 4×4.
const smallLength = 16

// Small is the code of Sudoku 4×4. It has few enough words and sets of givens to examine all of them.
type Small struct {
	config compare.Config
	words  []model.Assignment
}

// NewSmall lists the 288 words by the first of some engines, which find and list all solutions. The engines decode later, too. It
// is an error if two disagree, here or later.
func NewSmall(ctx context.Context, engines []engine.Chosen) (*Small, error) {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		return nil, err
	}
	s := &Small{config: compare.Config{Model: m}}
	for _, e := range engines {
		s.config.Contenders = append(s.config.Contenders, compare.Contender{Engine: e.Engine, Options: e.Options})
	}
	if _, err := compare.Agreed(ctx, s.config, make([]model.Puzzle, 1)); err != nil {
		return nil, err
	}
	s.config.Limit = 2
	session, err := engines[0].Engine.Open(ctx, m, engines[0].Options)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	s.words, err = engine.Collect(ctx, session, nil, 0)
	slices.SortFunc(s.words, slices.Compare[model.Assignment])
	return s, err
}

// Unique counts, by number of givens, the pairs of a word and a set of givens that no other word fits. It tries all words and all
// 65,536 sets in a second.
func (s *Small) Unique(ctx context.Context) (pairs [smallLength + 1]uint64, err error) {
	packed := make([]uint64, len(s.words)) // four bits a cell
	for i, w := range s.words {
		for cell, value := range w {
			packed[i] |= uint64(value) << (4 * cell)
		}
	}
	seen := make([]uint64, len(packed))
	for set := range 1 << smallLength {
		if set%(1<<8) == 0 && ctx.Err() != nil {
			return pairs, context.Cause(ctx)
		}
		var mask uint64
		for left := set; left != 0; left &= left - 1 {
			mask |= 15 << (4 * bits.TrailingZeros(uint(left)))
		}
		for i, w := range packed {
			seen[i] = w & mask
		}
		slices.Sort(seen)
		unique := uint64(0)
		for i := range seen {
			if (i == 0 || seen[i] != seen[i-1]) && (i == len(seen)-1 || seen[i] != seen[i+1]) {
				unique++
			}
		}
		pairs[bits.OnesCount(uint(set))] += unique
	}
	return pairs, nil
}

// Sample erases random cells of random words, and counts with the engines for how many of them another word fits.
func (s *Small) Sample(ctx context.Context, erasures, samples int, random *rand.Rand) (Point, error) {
	p, cubes := Point{Erasures: erasures, Decoder: ML, Samples: samples}, make([]model.Cube, samples)
	for i := range cubes {
		w := s.words[random.IntN(len(s.words))]
		for _, cell := range random.Perm(smallLength)[erasures:] {
			cubes[i] = append(cubes[i], model.Given{Var: model.Var(cell), Value: w[cell]})
		}
	}
	report, err := compare.Agreed(ctx, s.config, model.Puzzled(cubes))
	if err != nil {
		return p, err
	}
	p.Failures = lists.Count(report.Rows[0].Outcomes, func(o compare.Outcome) bool { return o.Count.Uint64() > 1 })
	return p, nil
}
