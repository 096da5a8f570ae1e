package code

import (
	"context"
	"math/big"
	"math/bits"

	"qmsat/internal/job"
)

// bandCells is the number of cells of a band; a word begins with one.
const bandCells = side * digits

// bands is a word by binary places: its first band, which words that follow each other share, and the rest.
type bands struct{ first, rest [len(packed{})]uint64 }

func (p *packed) bands() (b bands) {
	for position, cells := range p {
		b.first[position] = cells[0] & (1<<bandCells - 1)
		b.rest[position] = cells[0]>>bandCells | cells[1]<<(64-bandCells)
	}
	return b
}

// differ returns the number of cells in which two of these differ.
func differ(p, q *[len(packed{})]uint64) int {
	return bits.OnesCount64((p[0] ^ q[0]) | (p[1] ^ q[1]) | (p[2] ^ q[2]) | (p[3] ^ q[3]))
}

// AverageByPairs computes [Book.Average] from the distances of all 31 thousand million pairs of words, without symmetries. It
// compares words that share their first band with another band once. It runs on a number of goroutines (0: one for each processor
// that Go may use) and takes a minute of CPU time.
func (b *Book) AverageByPairs(ctx context.Context, workers int) (average Average, err error) {
	words := make([]bands, len(b.packed))
	var starts []int // of words with another first band
	for i := range b.packed {
		if words[i] = b.packed[i].bands(); i == 0 || words[i].first != words[i-1].first {
			starts = append(starts, i)
		}
	}
	ends := append(starts[1:len(starts):len(starts)], len(words))
	var ordered Distribution // pairs by distance
	err = job.Each(ctx, workers, len(starts), func(context.Context) (func(int) error, func(), error) {
		var found [2]Distribution // pairs with one first band, in both orders, and those with two, in one
		return func(g int) error {
				group := words[starts[g]:ends[g]]
				for h := g; h < len(starts); h++ {
					other := words[starts[h]:ends[h]]
					counts := found[min(h-g, 1)][differ(&group[0].first, &other[0].first):]
					for i := range group {
						for j := range other {
							counts[differ(&group[i].rest, &other[j].rest)]++
						}
					}
				}
				return nil
			}, func() {
				for distance := range ordered {
					ordered[distance] += found[0][distance] + 2*found[1][distance]
				}
			}, nil
	}, nil)
	for distance, n := range ordered {
		average[distance] = new(big.Rat).SetFrac(new(big.Int).SetUint64(n), big.NewInt(int64(len(words))))
	}
	return average, err
}
