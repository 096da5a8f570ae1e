package code

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"qmsat/internal/modeltest"
	"qmsat/model/engine"
)

// Of Sudoku 4×4 no three givens fix a word, and all sixteen do; an engine on random givens agrees with all sets of them.
func TestSmall(t *testing.T) {
	modeltest.OnlyLong(t)
	engines, err := engine.ParseChosen("native")
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSmall(t.Context(), engines[0])
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := s.Unique(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s.Words() != 288 || pairs[3] != 0 || pairs[4] == 0 || pairs[16] != 288 {
		t.Errorf("%d words, by givens %v pairs", s.Words(), pairs)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for givens, unique := range pairs {
		p, err := s.Sample(t.Context(), smallLength-givens, 1000, random)
		if err != nil {
			t.Fatal(err)
		}
		all := int64(s.Words()) * choose(smallLength, givens).Int64()
		if err := p.Check(big.NewRat(all-int64(unique), all), nil); err != nil {
			t.Errorf("%d givens: %v", givens, err)
		}
	}
}
