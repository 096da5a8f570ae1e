package code

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	_ "qmsat/native" // for its engine
)

func book(t testing.TB) *Book {
	t.Helper()
	b, err := NewBook(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every distribution has all words, one of them at distance 0 and none at 1.
func TestDistributions(t *testing.T) {
	b := book(t)
	byClass, err := b.ByClass(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	average := b.Average(byClass)
	total := new(big.Rat)
	for _, mean := range average {
		total.Add(total, mean)
	}
	if total.Cmp(new(big.Rat).SetInt64(248832)) != 0 || average[0].Cmp(big.NewRat(1, 1)) != 0 || average[1].Sign() != 0 {
		t.Errorf("the average has %v words, %v at distance 0 and %v at 1", total, average[0], average[1])
	}
	// Words of a class share the distribution of its representative.
	random := rand.New(rand.NewPCG(1, 2))
	var seen int
	for range 30 {
		w := b.Words[random.IntN(len(b.Words))]
		d := b.From(&w)
		for _, other := range byClass {
			if d == other {
				seen++
				break
			}
		}
	}
	if seen != 30 {
		t.Errorf("%d of 30 words have the distribution of a class", seen)
	}
}

// The distances are those that comparing cell by cell gives.
func TestDistanceCellByCell(t *testing.T) {
	b := book(t)
	w := b.Words[1000]
	var d Distribution
	for _, other := range b.Words {
		distance := 0
		for cell := range w {
			if w[cell] != other[cell] {
				distance++
			}
		}
		d[distance]++
	}
	if d != b.From(&w) {
		t.Errorf("%v: the distances are %v, expected %v", w, b.From(&w), d)
	}
}

// The second route, which knows no symmetry: the distances of all pairs, in a minute.
func TestAverageByPairs(t *testing.T) {
	modeltest.OnlyConfirm(t)
	b := book(t)
	byClass, err := b.ByClass(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	byPairs, err := b.AverageByPairs(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for distance, mean := range b.Average(byClass) {
		if mean.Cmp(byPairs[distance]) != 0 {
			t.Errorf("distance %d: %v words by classes, %v by pairs", distance, mean, byPairs[distance])
		}
	}
}

// A search for near words, which knows neither the list of words nor symmetries, finds as many.
func TestNearInBook(t *testing.T) {
	b := book(t)
	distance, classes := 8, b.Classes
	switch {
	case modeltest.Confirms():
		distance = 20
	case !modeltest.Long():
		classes = classes[len(classes)-12:]
	}
	for _, class := range classes {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			want := b.From(&class.Representative)
			clear(want[distance+1:])
			d, err := countNear(t.Context(), BookDelta, &class.Representative, distance)
			if err != nil {
				t.Fatal(err)
			}
			if d != want {
				t.Errorf("%v: %v words, expected %v", class.Representative, d, want)
			}
		})
	}
}

// An engine counts the words that differ from a word in a limited number of cells. countNear finds as many words.
func TestNearByModel(t *testing.T) {
	w := book(t).Words[777]
	for delta, distance := range map[int]int{9: 6, 6: 6} {
		m := modeltest.QuasiMagic(t, delta)
		var changes []model.Formula
		for cell, value := range w {
			changes = append(changes, model.Not{Of: model.Is(m.Grid.Cell(cell/digits, cell%digits), int(value))})
		}
		m.Constraints = append(m.Constraints, &model.Rule{Formula: model.Count{Kind: model.AtMost, K: distance, Of: changes}})
		counted, err := engine.Count(t.Context(), "native", m, nil)
		if err != nil {
			t.Fatal(err)
		}
		var found uint64
		d, err := countNear(t.Context(), delta, &w, distance)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range d {
			found += n
		}
		if counted.Uint64() != found || found < 2 {
			t.Errorf("Δ = %d: %d words up to distance %d, by the engine %v", delta, found, distance, counted)
		}
	}
}

func TestNearRefuses(t *testing.T) {
	w := book(t).Words[0]
	w[0], w[1] = w[1], w[0]
	if _, err := countNear(t.Context(), 9, &w, 4); err == nil {
		t.Error("a grid that breaks columns is taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := countNear(ctx, 9, &book(t).Words[0], 30); err == nil {
		t.Error("a search whose context has ended goes on")
	}
}
