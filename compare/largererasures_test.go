package compare_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/generate"
)

// TestLargerErasures measures the tables of docs/larger.md, which -v shows, where QMSAT_CONFIRM is set: random cells of words
// are erased, and native looks for two words that fit. Without it, one word with few erasures is decoded.
func TestLargerErasures(t *testing.T) {
	words, tables := 1, []erasureTable{{box: 4, deltas: []int{2}, numbers: []int{64}}}
	if modeltest.Confirms() {
		words, tables = 10, []erasureTable{
			{box: 4, deltas: []int{0, 2, 4, 8, 24}, numbers: []int{96, 128, 144, 160, 176, 192, 208}},
			{box: 5, deltas: []int{0, 2}, numbers: []int{200, 250, 300, 350, 400, 450, 500}},
		}
	}
	for _, table := range tables {
		t.Run(fmt.Sprint(table.box), func(t *testing.T) { table.measure(t, words) })
	}
}

// erasureTable says what is measured for boxes of an order.
type erasureTable struct {
	box             int
	deltas, numbers []int
}

// nodeBudget is the number of nodes from which on a word is cut off: nodes, so that every machine gives the same table.
const nodeBudget = 2_000

func (table erasureTable) measure(t *testing.T, words int) {
	t.Logf("%5s %8s %10s %10s %10s %10s %12s %12s", "delta", "erasures", "words", "at once", "ambiguous", "cut off", "median nodes", "most nodes")
	for _, delta := range table.deltas {
		m, err := model.QuasiMagic(table.box, delta)
		if err != nil {
			t.Fatal(err)
		}
		session := open(t, lookup(t, "native"), m)
		sent := largerWords(t, m, session, words)
		for _, erased := range table.numbers {
			atOnce, ambiguous, cutOff := 0, 0, 0
			var nodes []int64
			for i, word := range sent {
				var cube model.Cube
				for _, cell := range generate.NewStream(uint64(delta), uint64(i)).Perm(len(word))[erased:] {
					cube = append(cube, model.Given{Var: model.Var(cell), Value: word[cell]})
				}
				result := decoded(t, session, cube)
				reached := min(result.Effort[0].Value, nodeBudget)
				switch {
				case reached == nodeBudget:
					cutOff++
				case result.Count.Int64() == 2:
					ambiguous++
				case result.Count.Int64() == 0:
					t.Errorf("Δ = %d, %d erasures: word %d does not fit", delta, erased, i)
				case reached == 0:
					atOnce++
				}
				nodes = append(nodes, reached)
			}
			slices.Sort(nodes)
			t.Logf("%5d %8d %10d %10d %10d %10d %12d %12d", delta, erased, len(sent), atOnce, ambiguous, cutOff,
				nodes[len(nodes)/2], nodes[len(nodes)-1])
			if erased == table.numbers[0] && ambiguous+cutOff > words/2 {
				t.Errorf("Δ = %d: %d of %d words are not recovered from %d erasures", delta, ambiguous+cutOff, words, erased)
			}
			if cutOff > words/2 {
				break // with more erasures it takes longer still
			}
		}
	}
}

// decoded looks for two words that fit, until that is decided or takes the budget of nodes, in ever more time.
func decoded(t *testing.T, session engine.Session, cube model.Cube) engine.Result {
	t.Helper()
	for timeout := time.Second; ; timeout *= 2 {
		ctx, cancel := context.WithTimeout(t.Context(), timeout)
		result, err := session.Run(ctx, cube, 2, func(model.Assignment) bool { return true })
		cancel()
		switch {
		case err != nil:
			t.Fatal(err)
		case t.Context().Err() != nil:
			t.Fatal(context.Cause(t.Context()))
		case result.Outcome != engine.CutOff || result.Effort[0].Value >= nodeBudget:
			return result
		}
	}
}

// largerWords returns words for a model beyond 9×9: plain ones by search, quasi-magic ones by a walk.
func largerWords(t *testing.T, m *model.Model, session engine.Session, words int) (sent []model.Assignment) {
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
