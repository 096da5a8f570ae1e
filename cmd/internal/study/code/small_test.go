package code

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"qmsat/compare"
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
	if len(s.words) != 288 || pairs[3] != 0 || pairs[4] == 0 || pairs[16] != 288 {
		t.Errorf("%d words, by givens %v pairs", len(s.words), pairs)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for givens, unique := range pairs {
		p, err := s.Sample(t.Context(), smallLength-givens, 1000, random)
		if err != nil {
			t.Fatal(err)
		}
		all := int64(len(s.words)) * choose(smallLength, givens).Int64()
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
	open := func(context.Context, *model.Model, engine.Options) (engine.Session, error) { return lost{}, nil }
	wrong := engine.Chosen{Engine: &engine.Engine{Name: "lost", Open: open}}
	if _, err := NewSmall(t.Context(), append(engines, wrong)); !errors.As(err, new(*compare.Failure)) {
		t.Errorf("error %v, expected a failure", err)
	}
	s, err := NewSmall(t.Context(), engines)
	if err != nil {
		t.Fatal(err)
	}
	s.config.Contenders = append(s.config.Contenders, compare.Contender{Engine: wrong.Engine})
	if _, err := s.Sample(t.Context(), 0, 1, rand.New(rand.NewPCG(1, 2))); !errors.As(err, new(*compare.Failure)) {
		t.Errorf("error %v, expected a failure", err)
	}
}
