package code

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model/modeltest"
)

// drawSets draws values for each cell, as a decoder may have them.
func drawSets(t *rapid.T, delta int) *sets {
	p := newSets(delta, arcConsistency, &Word{})
	for cell := range p.of {
		p.of[cell] = values(rapid.IntRange(1, int(allValues)>>1).Draw(t, "values")) << 1
	}
	return p
}

// assignable reports whether cells can be given different values of their sets.
func assignable(cells []values, taken values) bool {
	if len(cells) == 0 {
		return true
	}
	for left := cells[0] &^ taken; left != 0; left &= left - 1 {
		if assignable(cells[1:], taken|1<<left.least()) {
			return true
		}
	}
	return false
}

// Arc consistency of a house leaves a cell the values with which the others can have different ones.
func TestHallSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawSets(t, 9)
		before := p.of
		cells := make([]values, digits)
		// A pass uses what stood at its start; passes are repeated until nothing changes.
		for old := *p; ; old = *p {
			if p.refuteHall(&houses[0]); p.empty || p.of == old.of {
				break
			}
		}
		for i := range digits {
			var want values
			for left := before[i]; left != 0; left &= left - 1 {
				copy(cells, before[:digits])
				cells[i] = left & -left
				if assignable(cells, 0) {
					want |= left & -left
				}
			}
			if p.empty != (want == 0) || !p.empty && p.of[i] != want {
				t.Fatalf("%v: cell %d keeps %b, expected %b", before[:digits], i, p.of[i], want)
			}
		}
	})
}

// Arc consistency of a line leaves a cell the values with which the others have a sum that is allowed.
func TestLineSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		delta := rapid.IntRange(2, 8).Draw(t, "delta")
		p := drawSets(t, delta)
		line := lines[rapid.IntRange(0, len(lines)-1).Draw(t, "line")]
		var want [side]values
		for a := p.of[line[0]]; a != 0; a &= a - 1 {
			for b := p.of[line[1]]; b != 0; b &= b - 1 {
				for c := p.of[line[2]]; c != 0; c &= c - 1 {
					if allows(delta, int(a.least()+b.least()+c.least())) {
						want[0], want[1], want[2] = want[0]|a&-a, want[1]|b&-b, want[2]|c&-c
					}
				}
			}
		}
		for range side {
			p.refuteLine(&line)
		}
		for i, cell := range line {
			if want[0] != 0 && p.of[cell] != want[i] || (want[0] == 0) != p.empty {
				t.Fatalf("cell %d keeps %b, expected %b", i, p.of[cell], want[i])
			}
		}
	})
}

// erase returns the word without a number of random cells.
func erase(random *rand.Rand, w Word, erasures int) Word {
	for _, cell := range random.Perm(Length)[:erasures] {
		w[cell] = 0
	}
	return w
}

func decoder(t testing.TB, name string, delta int) Decoder {
	t.Helper()
	d, err := NewDecoder(t.Context(), name, delta, book(t))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// What a decoder recovers is what was sent, and stronger ones recover it too.
func TestDecodersInOrder(t *testing.T) {
	modeltest.OnlyLong(t)
	random := rand.New(rand.NewPCG(3, 4))
	recovered := map[string]int{}
	for delta := BookDelta; delta <= 9; delta++ {
		decoders := map[string]Decoder{}
		for _, name := range DecoderNames() {
			decoders[name] = decoder(t, name, delta)
		}
		for erasures := 43; erasures <= 67; erasures += 3 {
			sent := book(t).Words[random.IntN(len(book(t).Words))]
			received := erase(random, sent, erasures)
			last := received
			for _, name := range DecoderNames() {
				decoded, err := decoders[name].Decode(t.Context(), &received)
				if err != nil {
					t.Fatalf("Δ = %d, %s, %v: %v", delta, name, received, err)
				}
				for cell, value := range decoded {
					if value != 0 {
						recovered[name]++
					}
					if value != 0 && value != sent[cell] || value == 0 && last[cell] != 0 {
						t.Errorf("Δ = %d, %s: %v becomes %v, sent was %v, and a weaker decoder found %v", delta, name, received, decoded, sent, last)
						break
					}
				}
				last = decoded
			}
		}
	}
	for i, name := range DecoderNames()[1:] {
		if recovered[name] <= recovered[DecoderNames()[i]] {
			t.Errorf("recovered are %v, expected more with each strength", recovered)
		}
	}
}

// For Δ = 2 the index finds what the engine finds.
func TestBookDecoder(t *testing.T) {
	b := book(t)
	fast := decoder(t, ML, BookDelta)
	slow, err := newSearchDecoder(t.Context(), BookDelta)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	for i := range 80 {
		received := erase(random, b.Words[random.IntN(len(b.Words))], 30+i/2)
		got, err := fast.Decode(t.Context(), &received)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := slow.Decode(t.Context(), &received); err != nil || got != want {
			t.Errorf("%v becomes %v, by the engine %v, %v", received, got, want, err)
		}
	}
}

// Values that no word has are refused by decoders that see it.
func TestNoWord(t *testing.T) {
	w := Word{1, 1}
	for _, name := range DecoderNames() {
		for _, delta := range []int{2, 9} {
			if _, err := decoder(t, name, delta).Decode(t.Context(), &w); !errors.Is(err, ErrNoWord) {
				t.Errorf("%s, Δ = %d: error %v", name, delta, err)
			}
		}
	}
	if _, err := NewDecoder(t.Context(), "best", 2, book(t)); err == nil {
		t.Error("an unknown decoder is made")
	}
}

func BenchmarkBookDecoder(b *testing.B) {
	d := decoder(b, ML, BookDelta)
	for _, erasures := range []int{40, 60, 70} {
		random := rand.New(rand.NewPCG(7, 8))
		received := make([]Word, 1000)
		for i := range received {
			received[i] = erase(random, book(b).Words[random.IntN(len(book(b).Words))], erasures)
		}
		b.Run(fmt.Sprint(erasures, " erasures"), func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if _, err := d.Decode(b.Context(), &received[i%len(received)]); err != nil {
					b.Fatal(err)
				}
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decodings/s")
		})
	}
}
