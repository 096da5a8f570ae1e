package grids

import (
	"context"
	"slices"
	"testing"

	"qmsat/internal/orbit"
	"qmsat/model/modeltest"
)

// TestRelabellings compares the generators with all permutations of the digits, and the order with the known ones.
func TestRelabellings(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	known := map[int]int{2: 2, 3: 2, 4: 2, 5: 2, 6: 8, 7: 32, 8: 432, 9: 362880}
	for delta := range maxDelta + 1 {
		if delta%2 == 1 && !modeltest.Long() {
			continue
		}
		b := bound(delta)
		var want []relabelling
		var triples [][]uint8
		for _, triple := range b.triples() {
			var list []uint8
			for ; triple != 0; triple &= triple - 1 {
				list = append(list, triple.least())
			}
			triples = append(triples, list)
		}
		forEachFilling(func(m *[9]int) {
			for _, triple := range triples {
				if !b.allows(m[triple[0]-1] + m[triple[1]-1] + m[triple[2]-1]) {
					return
				}
			}
			var r relabelling
			for i, d := range m {
				r[i] = uint8(d)
			}
			want = append(want, r)
		})
		generators, order := b.relabellings()
		if order != len(want) || known[delta] != 0 && order != known[delta] {
			t.Errorf("Δ = %d: order %d, expected %d", delta, order, len(want))
		}
		if delta == maxDelta {
			continue
		}
		got := generated(generators)
		compare := func(a, b relabelling) int { return slices.Compare(a[:], b[:]) }
		slices.SortFunc(got, compare)
		slices.SortFunc(want, compare)
		if !slices.Equal(got, want) {
			t.Errorf("Δ = %d: %d relabellings are generated, expected %d", delta, len(got), len(want))
		}
	}
}

func generated(generators []relabelling) []relabelling {
	return must(orbit.All(context.Background(), []relabelling{identity}, func(r relabelling, visit func(relabelling)) {
		for _, g := range generators {
			visit(r.compose(g))
		}
	}))[0]
}
