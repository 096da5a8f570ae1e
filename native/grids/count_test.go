package grids

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"qmsat/internal/orbit"
	"qmsat/model/modeltest"
)

// forEachFilling calls visit with all 9! fillings of a box, by Heap's algorithm.
func forEachFilling(visit func(m *[9]int)) {
	m := [9]int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	var permute func(n int)
	permute = func(n int) {
		if n == 1 {
			visit(&m)
			return
		}
		for i := range n {
			permute(n - 1)
			if n%2 == 0 {
				m[i], m[n-1] = m[n-1], m[i]
			} else {
				m[0], m[n-1] = m[n-1], m[0]
			}
		}
	}
	permute(9)
}

// tightest returns the smallest Δ for which a filling is quasi-magic.
func tightest(m *[9]int) int {
	most := 0
	for _, line := range [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		off := m[line[0]] + m[line[1]] + m[line[2]] - 15
		most = max(most, off, -off)
	}
	return most
}

// TestFillingsAndBands compares the counts for every Δ with those over all 9! fillings of a box. For bands, it adds up fillings
// by the contents of their rows, as bit sets; the first two boxes determine the third box's rows.
func TestFillingsAndBands(t *testing.T) {
	type rows [3]uint16
	byRows := map[rows]*[maxDelta + 1]int64{}
	forEachFilling(func(m *[9]int) {
		var r rows
		for i, d := range m {
			r[i/3] |= 1 << d
		}
		if byRows[r] == nil {
			byRows[r] = new([maxDelta + 1]int64)
		}
		for delta := tightest(m); delta <= maxDelta; delta++ {
			byRows[r][delta]++
		}
	})
	const all = 1<<10 - 2
	var fillings, bands [maxDelta + 1]int64
	for r, n := range byRows {
		for delta := range n {
			fillings[delta] += n[delta]
		}
		for s, o := range byRows {
			if r[0]&s[0]|r[1]&s[1]|r[2]&s[2] == 0 {
				third := byRows[rows{all &^ r[0] &^ s[0], all &^ r[1] &^ s[1], all &^ r[2] &^ s[2]}]
				for delta := range n {
					bands[delta] += n[delta] * o[delta] * third[delta]
				}
			}
		}
	}
	for delta := range maxDelta + 1 {
		if delta > 4 && delta < maxDelta && !modeltest.Long() {
			continue
		}
		if got := count(t, delta, Fillings, Options{}); got.Int64() != fillings[delta] {
			t.Errorf("Δ = %d: %v fillings of a box, expected %d", delta, got, fillings[delta])
		}
		if got := count(t, delta, Bands, Options{}); got.Int64() != bands[delta] {
			t.Errorf("Δ = %d: %v bands, expected %d", delta, got, bands[delta])
		}
	}
	// The first is by brute force, the second from Felgenhauer and Jarvis 2006.
	if fillings[2] != 1072 || fillings[9] != 362880 || bands[9] != 948109639680 {
		t.Errorf("brute force finds %d and %d fillings, %d bands", fillings[2], fillings[9], bands[9])
	}
}

func TestGridCounts(t *testing.T) {
	for delta, want := range gridCounts {
		t.Run(string(rune('0'+delta)), func(t *testing.T) {
			switch {
			case delta > 3 && delta < maxDelta:
				modeltest.OnlyConfirm(t) // with QMSAT_LONG the test of the documents counts some of them
			case delta > 3:
				modeltest.OnlyLong(t)
			}
			start := time.Now()
			if got := count(t, delta, Grids, Options{}); got.String() != want {
				t.Errorf("%v grids, expected %s", got, want)
			}
			t.Log(time.Since(start))
		})
	}
}

func TestCountErrors(t *testing.T) {
	for _, test := range []struct {
		delta int
		what  What
		want  string
	}{
		{-1, Grids, "Δ = -1, expected 0 to 9"},
		{10, Bands, "Δ = 10, expected 0 to 9"},
		{2, "boxes", `cannot count "boxes", expected one of [grids bands minigrids classes]`},
		{5, Classes, "not feasible"},
	} {
		_, err := Count(context.Background(), test.delta, test.what, Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Δ = %d, %s: error %v, expected %q", test.delta, test.what, err, test.want)
		}
	}
}

// If the context ends during the first unit of work, the count finishes the few units begun, and no others.
func TestCountStops(t *testing.T) {
	for _, what := range []What{Grids, Classes} {
		ctx, cancel := context.WithCancel(t.Context())
		finished, all := 0, 0
		_, err := Count(ctx, 3, what, Options{Workers: 2, Progress: func(done, total int) {
			if finished, all = done, total; done == 1 {
				cancel()
			}
		}})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, expected the end of the context", what, err)
		}
		if finished > 20 || all < 100 {
			t.Errorf("%s: %d units of %d were finished after the context's end", what, finished, all)
		}
	}
}

// TestSumAgainstPlain compares the packed, chunked, ordered sum with a plain one.
func TestSumAgainstPlain(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	tb := must(newTables(t.Context(), 3))
	stacks, s := newStackTables(tb), newSum(tb)
	bands := slices.Concat(tb.parts...)
	random := rand.New(rand.NewPCG(6, 1))
	for range 2 {
		first := bands[random.IntN(len(bands))]
		tables := must(stacks.of(context.Background(), first))
		var want uint64
		for _, b := range bands {
			x, y, z := tables[0].line(b[0]), tables[1].line(b[1]), tables[2].line(b[2])
			for _, c := range bands {
				want += uint64(x[c[0]]) * uint64(y[c[1]]) * uint64(z[c[2]])
			}
		}
		if got := s.ofAll(context.Background(), tables); got.Uint64() != want || want == 0 {
			t.Errorf("first band %v: %v, expected %v", first, got, want)
		}
	}
}

// TestSumInOrder compares the sum over bands in the order of their parts with the sum over all bands, for all first bands.
func TestSumInOrder(t *testing.T) {
	tb := must(newTables(t.Context(), 2))
	stacks, s := newStackTables(tb), newSum(tb)
	inOrder, all := new(big.Int), new(big.Int)
	for part, bands := range tb.parts {
		for _, first := range bands {
			tables := must(stacks.of(context.Background(), first))
			inOrder.Add(inOrder, must(s.ofUnit(context.Background(), tables, part)))
			all.Add(all, s.ofAll(context.Background(), tables))
		}
	}
	images := big.NewInt(64)
	if all.Mul(all, images); inOrder.Mul(inOrder, images).Cmp(all) != 0 || all.String() != gridCounts[2] {
		t.Errorf("%v grids in order, %v in all", inOrder, all)
	}
}

// TestUnitsDoNotDependOnRepresentative compares the units for all bands of a class.
func TestUnitsDoNotDependOnRepresentative(t *testing.T) {
	tb := must(newTables(t.Context(), 2))
	stacks, s := newStackTables(tb), newSum(tb)
	generators, _ := tb.bound.relabellings()
	for part, bands := range tb.parts {
		for _, class := range must(orbit.All(t.Context(), bands, tb.images(generators))) {
			var want *big.Int
			for i, b := range class {
				got := must(s.ofUnit(context.Background(), must(stacks.of(context.Background(), b)), part))
				if i == 0 {
					want = got
				} else if got.Cmp(want) != 0 {
					t.Errorf("bands %v and %v of a class have %v and %v grids", class[0], b, want, got)
				}
			}
		}
	}
}

// TestStackTableAgainstPlain counts column sets of stacks one by one.
func TestStackTableAgainstPlain(t *testing.T) {
	tb := must(newTables(t.Context(), 3))
	random := rand.New(rand.NewPCG(6, 2))
	columns := slices.Concat(tb.parts...)
	for range 3 {
		first := uint16(random.IntN(len(tb.partitions)))
		table := must(tb.newStackTable(t.Context(), tb.partners[first]))
		want := tb.emptyStackTable()
		for _, c := range columns {
			if !slices.Contains(tb.partners[first], c[0]) {
				continue
			}
			for _, second := range tb.partners[c[1]] {
				for _, third := range tb.partners[c[2]] {
					want.line(second)[third]++
				}
			}
		}
		if !slices.Equal(table.entries, want.entries) {
			t.Errorf("the table of partition %d differs from the plain one", first)
		}
	}
}

// TestLargestEntry checks the bounds that packing needs. For Δ = 9 relabellings map every partition to every other; a smaller Δ
// only removes column sets.
func TestLargestEntry(t *testing.T) {
	tb := must(newTables(t.Context(), maxDelta))
	table := must(tb.newStackTable(t.Context(), tb.partners[0]))
	sets := func(rows uint16) [side]digitSet {
		p := tb.partitions[rows]
		list := [side]digitSet{p.middle, p.outer, p.other}
		slices.Sort(list[:])
		return list
	}
	var same, other uint16
	for second := range tb.partitions {
		for third, entry := range table.line(uint16(second))[:len(tb.partitions)] {
			if sets(0) == sets(uint16(second)) && sets(0) == sets(uint16(third)) {
				same = max(same, entry)
			} else {
				other = max(other, entry)
			}
		}
	}
	if same != maxEntry || other != mostEntry {
		t.Errorf("the largest entries are %d and %d, expected %d and %d", same, other, maxEntry, mostEntry)
	}
	if 2*maxEntry*maxEntry+mostEntry*mostEntry >= 1<<laneBits {
		t.Error("a dot product can exceed its lane")
	}
}

func TestPackedDot(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 3))
	entry := func() uint16 {
		return []uint16{0, 1, mostEntry, uint16(random.IntN(mostEntry + 1))}[random.IntN(4)]
	}
	for range 10000 {
		y, z := [lanes]uint16{entry(), entry(), entry()}, [lanes]uint16{entry(), entry(), entry()}
		if random.IntN(2) == 0 {
			y[0], y[1], z[0], z[1] = maxEntry, maxEntry, maxEntry, maxEntry
		}
		var want uint64
		for i := range lanes {
			want += uint64(y[i]) * uint64(z[i])
		}
		if got := packedDot(pack(y[0], y[1], y[2]), packReversed(z[0], z[1], z[2])); got != want {
			t.Fatalf("%v·%v = %d, expected %d", y, z, got, want)
		}
	}
}

func BenchmarkUnit(b *testing.B) {
	tb := must(newTables(b.Context(), 5))
	stacks, s := newStackTables(tb), newSum(tb)
	tables := must(stacks.of(context.Background(), tb.parts[0][0]))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.ofUnit(context.Background(), tables, 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStackTable(b *testing.B) {
	tb := must(newTables(b.Context(), 5))
	for b.Loop() {
		must(tb.newStackTable(b.Context(), tb.partners[0]))
	}
}
