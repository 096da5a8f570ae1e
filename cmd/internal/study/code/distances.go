package code

import (
	"context"
	"fmt"
	"math/big"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report/plot"
	"qmsat/compare/show"
)

var distancesTopic = &study.Topic{
	Name: "distances", Args: "[WORD | FILE]...", Summary: "how many words there are at each distance from a word",
	Help: `Prints for each distance how many words are at that distance from a word. The distance of two words is the number of
cells in which they differ. For Δ = 2 it prints the exact average over all words, and the smallest distance; for other
Δ an average over --samples words. For given words it prints these numbers for each word.

--by class prints the numbers for each class of words under symmetries. --by pairs compares all pairs of words, which
takes a minute. --by sets prints unavoidable sets: minimal sets of cells in which a word differs from another. A
search without symmetries takes about five times as long for every two cells of --distance.`,
	Examples: [][2]string{{"code distances --distance 12", "the average numbers of words near a word for Δ = 2, exactly"}},
	New:      study.Of[distances],
}

type distances struct {
	spoken
	Distance int    `flag:"distance" least:"0" usage:"the largest distance, <N> (default: all for Δ = 2, else 10)"`
	By       string `flag:"by" names:"average,class,pairs,sets" usage:"what to print, <NAME>"`
	sampled
	charted
}

// The values of --by.
const (
	byAverage = "average"
	byClass   = "class"
	byPairs   = "pairs"
	bySets    = "sets"
)

// The largest distance to which near words are searched, and the largest size of unavoidable sets, unless another is asked for.
const (
	nearDistance = 10
	setDistance  = 24
)

// The records of a distance: on average, on average over words chosen at random, from the words of a class, and from a given word.
type averageRecord struct {
	Delta    int      `json:"delta"`
	Words    int      `json:"words"` // over which the average is taken: all
	Distance int      `json:"distance"`
	Average  *big.Rat `json:"average"`
}

type sampledRecord struct {
	Delta    int      `json:"delta"`
	Samples  int      `json:"samples"` // words over which the average is taken
	Distance int      `json:"distance"`
	Average  *big.Rat `json:"average"`
	Having   uint64   `json:"having"` // of the samples: words with another one at the distance
}

type classRecord struct {
	Delta          int    `json:"delta"`
	Class          int    `json:"class"` // from 1, sorted by representatives
	Representative string `json:"representative"`
	Size           int    `json:"size"`
	Distance       int    `json:"distance"`
	Words          uint64 `json:"words"`
}

type nearRecord struct {
	Delta    int    `json:"delta"`
	Word     string `json:"word"`
	Distance int    `json:"distance"`
	Words    uint64 `json:"words"`
}

// setRecord is a class of unavoidable sets.
type setRecord struct {
	Delta   int      `json:"delta"`
	Cells   int      `json:"cells"`
	Sets    int      `json:"sets"`
	Average *big.Rat `json:"average"` // of them in a word
	Example string   `json:"example"`
}

// Answer prints a line, or an object, for each distance.
func (o *distances) Answer(ctx context.Context) error {
	switch {
	case len(o.Args) > 0:
		return o.near(ctx)
	case o.Delta != BookDelta && o.By == byAverage:
		return o.average(ctx)
	}
	book, err := o.book(ctx, "distances --by "+o.By)
	if err == nil {
		err = o.counted(&o.Base, "samples", "seed", "checkpoint")
	}
	if err != nil {
		return err
	}
	if o.By == bySets {
		return o.sets(ctx, book)
	}
	byClasses, err := book.ByClass(ctx)
	if err != nil {
		return err
	}
	most := o.most(Length)
	if o.By == byClass {
		return o.classes(book, byClasses, most)
	}
	average := book.Average(byClasses)
	if o.By == byPairs {
		if average, err = book.AverageByPairs(ctx, o.Workers); err != nil {
			return err
		}
	}
	g, chart := newDistances[averageRecord](o)
	for distance, mean := range average[:most+1] {
		if mean.Sign() != 0 {
			g.Add(averageRecord{o.Delta, len(book.Words), distance, mean})
			chart.Add("all words", float64(distance), *floatOf(mean))
		}
	}
	return g.End(fmt.Sprintf("smallest distance of two words: %d", average.Minimum()), "", *chart)
}

// most returns the largest distance, which is standard unless another is asked for.
func (o *distances) most(standard int) int {
	if o.Distance == 0 {
		return standard
	}
	return min(o.Distance, Length)
}

// average prints the average over random words.
func (o *distances) average(ctx context.Context) error {
	words, err := o.sample(ctx, &o.Base, o.Delta)
	if err != nil {
		return err
	}
	most := o.most(nearDistance)
	all, err := study.Measure(ctx, o.Workers, len(words), func(ctx context.Context) (func(int) (Distribution, error), func(), error) {
		return func(i int) (Distribution, error) { return countNear(ctx, o.Delta, &words[i], most) }, func() {}, nil
	}, o.Bar(len(words), "words").Step)
	if err != nil {
		return err
	}
	var sums, having [Length + 1]uint64
	nearest := map[int]int{} // words, by the smallest distance of another; 0 for none
	for _, counts := range all {
		nearest[counts.Nearest()]++
		for distance, n := range counts {
			sums[distance] += n
			having[distance] += min(n, 1)
		}
	}
	g, chart := newDistances[sampledRecord](o)
	sample := show.Things(len(words), "word")
	for distance, sum := range sums[:most+1] {
		if mean := big.NewRat(int64(sum), int64(len(words))); sum > 0 {
			g.Add(sampledRecord{o.Delta, len(words), distance, mean, having[distance]})
			chart.Add(sample, float64(distance), *floatOf(mean))
		}
	}
	return g.End(fmt.Sprintf("%s of seed %d, each word being equally likely; %s", sample, o.Seed, byNearest(nearest)), "", *chart)
}

// byNearest prints, for each distance, how many words have their nearest other word there.
func byNearest(nearest map[int]int) string {
	text := "words by the smallest distance of another:"
	for distance := 1; distance <= Length; distance++ {
		if nearest[distance] > 0 {
			text += fmt.Sprintf(" %s at %d,", show.Count(nearest[distance]), distance)
		}
	}
	if nearest[0] > 0 {
		text += fmt.Sprintf(" %s farther,", show.Count(nearest[0]))
	}
	return text[:len(text)-1]
}

// classes prints the distances of each class.
func (o *distances) classes(book *Book, byClass []Distribution, most int) error {
	g, chart := newDistances[classRecord](o)
	nearest := map[int]int{} // words, by the smallest distance of another
	for i, class := range book.Classes {
		nearest[byClass[i].Nearest()] += class.Size
		for distance, n := range byClass[i][:most+1] {
			if n > 0 {
				g.Add(classRecord{o.Delta, i + 1, class.Representative.String(), class.Size, distance, n})
				chart.Add(fmt.Sprint("class ", i+1), float64(distance), float64(n))
			}
		}
	}
	return g.End(byNearest(nearest), "", *chart)
}

// sets prints unavoidable sets.
func (o *distances) sets(ctx context.Context, book *Book) error {
	most := setDistance
	if o.Distance > 0 {
		most = o.Distance
	}
	classes, err := book.SetClasses(ctx, most)
	if err != nil {
		return err
	}
	g := study.NewResults[setRecord](&o.Base)
	chart := plot.Chart{Description: "unavoidable sets of a word by their size, on average", X: plot.Whole("cells"), Y: plot.Log("sets")}
	for _, c := range classes {
		cells := Givens(&c.Example)
		g.Add(setRecord{o.Delta, cells, c.Sets, c.Average, c.Example.String()})
		chart.Sum("all words", float64(cells), *floatOf(c.Average))
	}
	return g.End(fmt.Sprintf("all unavoidable sets of up to %d cells, by class under symmetries", most), "Unavoidable sets, Δ = 2", chart)
}

// near prints the distances from given words.
func (o *distances) near(ctx context.Context) error {
	if err := o.Misplaced("cannot be combined with words", "samples", "seed", "workers", "checkpoint"); err != nil {
		return err
	}
	words, err := o.words(&o.Base)
	if err != nil {
		return err
	}
	if o.By != byAverage {
		return fmt.Errorf("code distances --by %s cannot be combined with words", o.By)
	}
	most := o.most(nearDistance)
	g, chart := newDistances[nearRecord](o)
	total := new(big.Int)
	for i := range words {
		counts, err := countNear(ctx, o.Delta, &words[i], most)
		if err != nil {
			return err
		}
		for distance, n := range counts[:most+1] {
			if n > 0 {
				g.Add(nearRecord{o.Delta, words[i].String(), distance, n})
				chart.Add(fmt.Sprint("word ", i+1), float64(distance), float64(n))
				total.Add(total, new(big.Int).SetUint64(n))
			}
		}
	}
	return g.End(fmt.Sprintf("all words up to distance %d of %s: %s", most, show.Things(len(words), "word"), show.Digits(total.String())), "", *chart)
}

// newDistances returns a table of numbers of words over distances, and its chart.
func newDistances[T any](o *distances) (*study.Results[T], *plot.Chart) {
	return study.NewResults[T](&o.Base), &plot.Chart{
		Title: fmt.Sprintf("Words by distance, Δ = %d", o.Delta), Description: "words by the number of cells in which they differ from a word",
		X: plot.Whole("cells that differ"), Y: plot.Log("words"),
	}
}
