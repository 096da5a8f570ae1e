package compare_test

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
)

// TestLargerErasures measures the tables of docs/larger.md, which -v shows, where QMSAT_CONFIRM is set: random cells of words are erased, and
// native looks for two words that fit. Without it, one word with few erasures is decoded.
func TestLargerErasures(t *testing.T) {
	words, deltas, numbers := 1, []int{2}, []int{64}
	if os.Getenv("QMSAT_CONFIRM") != "" {
		words, deltas, numbers = 10, []int{0, 2, 4, 8, 24}, []int{96, 128, 144, 160, 176, 192, 208}
	}
	const patience = 2 * time.Second
	t.Logf("%5s %8s %10s %10s %10s %10s %12s %12s", "delta", "erasures", "words", "at once", "ambiguous", "cut off", "median nodes", "most nodes")
	for _, delta := range deltas {
		m, err := model.QuasiMagic(4, delta)
		if err != nil {
			t.Fatal(err)
		}
		session := open(t, lookup(t, "native"), m)
		sent := words16(t, m, session, words)
		for _, erased := range numbers {
			atOnce, ambiguous, cutOff := 0, 0, 0
			var nodes []int64
			for i, word := range sent {
				var cube model.Cube
				for _, cell := range generate.NewStream(uint64(delta), uint64(i)).Perm(len(word))[erased:] {
					cube = append(cube, model.Given{Var: model.Var(cell), Value: word[cell]})
				}
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				result, err := session.Run(ctx, cube, 2, func(model.Assignment) bool { return true })
				cancel()
				switch {
				case err != nil:
					t.Fatal(err)
				case result.Count.Int64() == 2:
					ambiguous++
				case !result.Complete():
					cutOff++
				case result.Count.Int64() == 0:
					t.Errorf("Δ = %d, %d erasures: word %d does not fit", delta, erased, i)
				case result.Effort[0].Value == 0:
					atOnce++
				}
				nodes = append(nodes, result.Effort[0].Value)
			}
			slices.Sort(nodes)
			t.Logf("%5d %8d %10d %10d %10d %10d %12d %12d", delta, erased, len(sent), atOnce, ambiguous, cutOff,
				nodes[len(nodes)/2], nodes[len(nodes)-1])
			if erased == numbers[0] && ambiguous+cutOff > words/2 {
				t.Errorf("Δ = %d: %d of %d words are not recovered from %d erasures", delta, ambiguous+cutOff, words, erased)
			}
			if cutOff > words/2 {
				break // with more erasures it takes longer still
			}
		}
	}
}

// words16 returns words for the model of a Δ and 4×4 boxes: plain ones by search, quasi-magic ones by a walk.
func words16(t *testing.T, m *model.Model, session engine.Session, words int) (sent []model.Assignment) {
	t.Helper()
	generator, err := generate.New(t.Context(), m, nil, session, generate.Options{Unique: true, Givens: generate.AsFewAsRemovalLeaves})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range words {
		word, err := generator.Grid(t.Context(), generate.NewRandom(uint64(seed+1)))
		if err != nil {
			t.Fatal(err)
		}
		sent = append(sent, word)
	}
	return sent
}
