package code

import (
	"math/rand/v2"
	"testing"
)

// Of a stopping set nothing is recovered, and all of it as soon as one of its cells is given.
func TestStoppingSets(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	alone := 0
	for _, delta := range []int{2, 3, 9} {
		for i, name := range []string{NakedSingles, Singles, ArcConsistency} {
			s, err := NewStopping(t.Context(), name, delta, book(t))
			if err != nil {
				t.Fatal(err)
			}
			w := &book(t).Words[5000*delta+i]
			received, several, err := s.Random(t.Context(), w, random)
			if err != nil {
				t.Fatal(err)
			}
			if decoded, err := s.decoder.Decode(t.Context(), &received); err != nil || decoded != received {
				t.Errorf("Δ = %d, %s: %v becomes %v, %v", delta, name, received, decoded, err)
			}
			for cell, value := range received {
				if value != 0 {
					continue
				}
				more := received
				more[cell] = w[cell]
				if decoded, err := s.decoder.Decode(t.Context(), &more); err != nil || decoded != *w {
					t.Errorf("Δ = %d, %s: %v becomes %v, %v; expected %v", delta, name, more, decoded, err, w)
				}
			}
			if best, err := s.ml.Decode(t.Context(), &received); err != nil || several != (best != *w) {
				t.Errorf("Δ = %d: %v becomes %v, %v; several words: %t", delta, received, best, err, several)
			}
			if !several {
				alone++
			}
		}
	}
	if alone == 0 {
		t.Error("several words fit each stopping set")
	}
}

func TestLeftBy(t *testing.T) {
	p := Point{Samples: 7, Failures: 5}
	p.Left[0], p.Left[4], p.Left[18], p.Left[60] = 2, 2, 2, 1
	for share, want := range map[float64]int{0: 4, 0.5: 18, 1: 60} {
		if got := p.LeftBy(share); got != want {
			t.Errorf("at %v %d cells are left, expected %d", share, got, want)
		}
	}
	if got := (&Point{Samples: 7}).LeftBy(0.5); got != 0 {
		t.Errorf("%d cells are left where all are recovered", got)
	}
}
