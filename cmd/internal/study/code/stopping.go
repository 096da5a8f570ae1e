package code

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report/plot"
	"qmsat/compare/show"
)

// Stopping finds stopping sets of a decoder that passes sets of values. If the cells of such a set are erased, the decoder
// recovers none of them. More received cells never reduce the recovered ones, so unions of stopping sets are stopping sets. After
// decoding, the cells left are the largest stopping set within the erasures.
type Stopping struct {
	decoder, ml Decoder
}

// NewStopping returns a search for the stopping sets of a decoder for a Δ; the book is for Δ = 2, as in [NewDecoder].
func NewStopping(ctx context.Context, name string, delta int, book *Book) (*Stopping, error) {
	decoder, err := NewDecoder(ctx, name, delta, book)
	if err != nil {
		return nil, err
	}
	ml, err := NewDecoder(ctx, ML, delta, book)
	return &Stopping{decoder, ml}, err
}

// left returns the cells that the decoder does not recover.
func left(ctx context.Context, d Decoder, w *Word, erased cellSet) (cellSet, error) {
	received := allCells.without(erased).of(w)
	decoded, err := d.Decode(ctx, &received)
	return empty(&decoded), err
}

// Random returns a word without the cells of a stopping set that has no smaller one inside, and whether another word fits what
// is left. From all cells erased, others than these are given in random order unless that leaves no stopping set.
func (s *Stopping) Random(ctx context.Context, w *Word, random *rand.Rand) (received Word, several bool, err error) {
	erased := allCells
	for _, cell := range random.Perm(Length) {
		if !erased.has(cell) {
			continue
		}
		rest, err := left(ctx, s.decoder, w, erased.without(single(cell)))
		if err != nil {
			return received, false, err
		}
		if rest != (cellSet{}) {
			erased = rest
		}
	}
	rest, err := left(ctx, s.ml, w, erased)
	return allCells.without(erased).of(w), rest != cellSet{}, err
}

var stoppingTopic = &study.Topic{
	Name: "stopping", Args: "[WORD | FILE]...", Summary: "sets of erased cells of which a decoder recovers none",
	Help: `Prints stopping sets: if just these cells are erased, the decoder recovers none of them. For random
words and erasures it prints how many words the decoder loses, how many of these maximum likelihood recovers, and the
smallest, median and largest number of cells left.

For given words it looks for minimal stopping sets from --random N orders of the cells (default 100). It prints for
each size how often one was found, how often several words fit, and an example.`,
	New: study.Of[stopping],
}

type stopping struct {
	decoded
	Random int `flag:"random" least:"0" usage:"orders of cells for each given word, <N>"`
	charted
}

// The records of a decoder at a number of erasures, and of stopping sets of a given word.
type stoppingRecord struct {
	Delta    int    `json:"delta"`
	Erasures int    `json:"erasures"`
	Decoder  string `json:"decoder"`
	Samples  int    `json:"samples"`
	Failures int    `json:"failures"` // words
	Alone    int    `json:"alone"`    // words that maximum likelihood recovers
	Smallest int    `json:"smallest"` // cells left where it fails
	Median   int    `json:"median"`
	Largest  int    `json:"largest"`
}

type stoppingSetRecord struct {
	Delta   int    `json:"delta"`
	Word    string `json:"word"`
	Decoder string `json:"decoder"`
	Cells   int    `json:"cells"`
	Found   int    `json:"found"`
	Several int    `json:"several"` // with more than one word that fits
	Puzzle  string `json:"puzzle"`  // an example
}

// Answer prints the cells that decoders do not recover.
func (o *stopping) Answer(ctx context.Context) error {
	named := strings.Split(o.Decoders, ",")
	decoders := slices.DeleteFunc(DecoderNames(), func(name string) bool { return name == ML || !slices.Contains(named, name) })
	if len(decoders) == 0 {
		return fmt.Errorf("code stopping --decoder %s: expected another decoder; see qmsat code erasures for this one", o.Decoders)
	}
	if len(o.Args) > 0 {
		return o.sets(ctx, decoders)
	}
	if err := o.Misplaced("needs words", "random"); err != nil {
		return err
	}
	numbers, err := o.numbers()
	if err != nil {
		return err
	}
	e, err := o.erase(ctx, &o.Base, numbers, append(slices.Clone(decoders), ML))
	if err != nil {
		return err
	}
	points, err := decodeHere(ctx, &o.Base, e)
	if err != nil {
		return err
	}
	g := study.NewResults[stoppingRecord](&o.Base)
	chart := plot.Chart{
		Description: "share of words that a decoder does not recover, but maximum likelihood does", X: plot.Whole("cells erased"), Y: plot.Linear("share"),
	}
	for group := range slices.Chunk(points, len(decoders)+1) {
		ml := &group[len(decoders)] // the strongest comes last
		for _, p := range group[:len(decoders)] {
			g.Add(stoppingRecord{
				o.Delta, p.Erasures, p.Decoder, p.Samples, p.Failures, p.Failures - ml.Failures, p.LeftBy(0), p.LeftBy(0.5), p.LeftBy(1),
			})
			chart.Add(p.Decoder, float64(p.Erasures), float64(p.Failures-ml.Failures)/float64(p.Samples))
		}
	}
	return g.End(o.sameFor(), fmt.Sprintf("Stopping sets, Δ = %d", o.Delta), chart)
}

// sets prints stopping sets of given words, by size.
func (o *stopping) sets(ctx context.Context, decoders []string) error {
	if err := o.Misplaced("cannot be combined with words", "erasures", "samples", "subcode", "workers", "checkpoint"); err != nil {
		return err
	}
	words, err := o.words(&o.Base)
	if err != nil {
		return err
	}
	book, err := o.bookIfAny(ctx)
	if err != nil {
		return err
	}
	orders := cmp.Or(o.Random, 100)
	g := study.NewResults[stoppingSetRecord](&o.Base)
	for i := range words {
		for _, name := range decoders {
			s, err := NewStopping(ctx, name, o.Delta, book)
			if err != nil {
				return err
			}
			random := rand.New(rand.NewPCG(o.Seed, uint64(i)))
			bySize := map[int]*stoppingSetRecord{}
			for range orders {
				puzzle, several, err := s.Random(ctx, &words[i], random)
				if err != nil {
					return err
				}
				cells := Length - Givens(&puzzle)
				if bySize[cells] == nil {
					bySize[cells] = &stoppingSetRecord{o.Delta, words[i].String(), name, cells, 0, 0, puzzle.String()}
				}
				bySize[cells].Found++
				if several {
					bySize[cells].Several++
				}
			}
			for _, cells := range slices.Sorted(maps.Keys(bySize)) {
				g.Add(*bySize[cells])
			}
		}
	}
	return g.End(fmt.Sprintf("seed %d; from %s of each word", o.Seed, show.Things(orders, "order of cells")), "")
}
