package code

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"qmsat/cmd/internal/study"
	"qmsat/model"
	"qmsat/model/engine"
)

// smallLength is the number of cells of a word of Sudoku 4×4.
const smallLength = 16

// Small is the code of Sudoku 4×4. It has few enough words and sets of givens to examine all of them.
type Small struct {
	sessions []engine.Session
	words    []model.Assignment
}

// NewSmall lists the 288 words by each of some engines, which find and list all solutions. The engines decode later, too. It is an
// error if two disagree, here or later.
func NewSmall(ctx context.Context, engines []engine.Chosen) (_ *Small, err error) {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		return nil, err
	}
	s := &Small{}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	for i, chosen := range engines {
		session, err := chosen.Engine.Open(ctx, m, chosen.Options)
		if err != nil {
			return nil, err
		}
		s.sessions = append(s.sessions, session)
		words, err := engine.Collect(ctx, session, nil, 0)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(words, slices.Compare[model.Assignment])
		if i > 0 && !slices.EqualFunc(words, s.words, slices.Equal[model.Assignment]) {
			return nil, study.Failed(fmt.Errorf("%s and %s list different words", engines[0].Engine.Name, chosen.Engine.Name))
		}
		s.words = words
	}
	return s, nil
}

// Close ends the engines' sessions.
func (s *Small) Close() {
	for _, session := range s.sessions {
		session.Close()
	}
}

// Words returns the number of words.
func (s *Small) Words() int { return len(s.words) }

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
	p := Point{Erasures: erasures, Decoder: ML}
	for range samples {
		w := s.words[random.IntN(len(s.words))]
		var cube model.Cube
		for _, cell := range random.Perm(smallLength)[erasures:] {
			cube = append(cube, model.Given{Var: model.Var(cell), Value: w[cell]})
		}
		var first uint64
		for i, session := range s.sessions {
			result, err := session.Run(ctx, cube, 2, nil)
			if err != nil {
				return p, err
			}
			switch count := result.Count.Uint64(); {
			case count < 2 && !result.Complete():
				return p, cmp.Or(result.Cause, context.Cause(ctx))
			case i > 0 && count != first:
				return p, study.Failed(fmt.Errorf("the engines find %d and %d words that fit %v", first, count, cube))
			default:
				first = count
			}
		}
		if first > 1 {
			p.Failures++
		}
		p.Samples++
	}
	return p, nil
}
