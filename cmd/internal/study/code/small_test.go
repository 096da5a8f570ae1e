package code

import (
	"context"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// Of Sudoku 4×4 no three givens fix a word, and all sixteen do; an engine on random givens agrees with all sets of them.
func TestSmall(t *testing.T) {
	modeltest.OnlyLong(t)
	engines, err := engine.ParseChosen("native,gini")
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSmall(t.Context(), engines)
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

// lost is a session that finds no solution.
type lost struct{ silent }

func (lost) Run(ctx context.Context, _ model.Cube, limit uint64, _ func(model.Assignment) bool) (engine.Result, error) {
	return engine.NewResult(ctx, limit, new(big.Int), true), nil
}

// An engine that finds other words than the first is not believed.
func TestSmallDisagreement(t *testing.T) {
	engines, err := engine.ParseChosen("native")
	if err != nil {
		t.Fatal(err)
	}
	open := func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		return lost{}, nil
	}
	engines = append(engines, engine.Chosen{Engine: &engine.Engine{Name: "lost", Open: open}})
	if _, err := NewSmall(t.Context(), engines); err == nil || err.Error() != "native and lost list different words" {
		t.Errorf("error %v", err)
	}
	s, err := NewSmall(t.Context(), engines[:1])
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.sessions = append(s.sessions, lost{})
	if _, err := s.Sample(t.Context(), 0, 1, rand.New(rand.NewPCG(1, 2))); err == nil || !strings.HasPrefix(err.Error(), "the engines find 1 and 0 words") {
		t.Errorf("error %v", err)
	}
}
