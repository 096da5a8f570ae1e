package main

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/spf13/pflag"

	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/compare/study/code"
)

var distancesCommand = codeTopic(command{
	name: "distances", args: "[WORD | FILE]...", summary: "how many words there are at each distance from a word",
	long: `Prints for each distance, the number of cells in which two words differ, how many words are at that distance from a word,
where there are any: on average over all words for Δ = 2, as an exact fraction, and the smallest distance between two words.
--by class prints numbers for each class of words under symmetries, --by pairs the average once more by comparing all pairs of
words, without symmetries, which takes a minute of CPU time. --by sets prints unavoidable sets instead, cells in which a word differs
from another and no part of which will do: for each class of them under symmetries how many sets of cells with values it has, how
many of these a word has on average, and an example; up to 24 cells unless --distance says otherwise. For other Δ the average is over
--samples words, each being equally likely, and having is how many of these have another word at the distance. For given words, and
any Δ, it prints the numbers for each of them. Both are by a search without symmetries for all words up to the distance, whose time
grows about fivefold with every two cells.`,
	examples: []example{{"code distances --distance 12", "the average numbers of words near a word for Δ = 2, exactly"}},
}, printDistances, (*codeFlags).addDelta, func(f *codeFlags, flags *pflag.FlagSet) {
	addWhole(flags, &f.distance, "distance", 0, 0, "the largest distance, `N`; 0: all for Δ = 2, and 10 for others or where words are given")
	addName(flags, &f.by, "by", byAverage, "of all words on average, or by class, or their unavoidable sets, `NAME`", byAverage, byClass, byPairs, bySets)
}, (*codeFlags).addSamples, (*codeFlags).addReport)

// What --by takes.
const (
	byAverage = "average"
	byClass   = "class"
	byPairs   = "pairs"
	bySets    = "sets"
)

// nearDistance is the largest distance to which near words are searched unless another is asked for.
const nearDistance = 10

// The JSON objects of a distance: on average, on average over words chosen at random, from the words of a class, and from a given word.
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
	Having   uint64   `json:"having"` // of the samples: words that have another one at the distance
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

// setDistance is the largest size of unavoidable sets unless another is asked for.
const setDistance = 24

// setRecord is the JSON object of a class of unavoidable sets.
type setRecord struct {
	Delta   int      `json:"delta"`
	Cells   int      `json:"cells"`
	Sets    int      `json:"sets"`
	Average *big.Rat `json:"average"` // of them in a word
	Example string   `json:"example"`
}

// printDistances prints a line, or an object, for each distance.
func printDistances(ctx context.Context, streams streams, out *lines, f *codeFlags, args []string) error {
	if len(args) > 0 {
		return f.printNear(ctx, streams, out, args)
	}
	if f.delta != code.BookDelta && f.by == byAverage {
		return f.printSampled(ctx, streams, out)
	}
	book, err := f.book(ctx, "distances --by "+f.by)
	if err != nil {
		return err
	}
	if f.by == bySets {
		return f.printSetClasses(ctx, out, book)
	}
	most := min(f.distance, code.Length)
	if most == 0 {
		most = code.Length
	}
	var average code.Average
	byClasses, err := book.ByClass(ctx)
	switch {
	case err != nil:
		return err
	case f.by == byClass:
		return f.printClasses(out, book, byClasses, most)
	case f.by == byPairs:
		if average, err = book.AverageByPairs(ctx, f.workers); err != nil {
			return err
		}
	default:
		average = book.Average(byClasses)
	}
	g := &results[averageRecord]{out: out, format: f.format}
	for distance, mean := range average[:most+1] {
		if mean.Sign() != 0 {
			g.add(averageRecord{f.delta, len(book.Words), distance, mean})
		}
	}
	return finishDistances(f, g, fmt.Sprintf("smallest distance of two words: %d", average.Minimum()), func(r averageRecord) (string, plot.Point) {
		return "all words", plot.Point{X: float64(r.Distance), Y: *floatOf(r.Average)}
	})
}

// printSampled prints the average over words that are chosen at random.
func (f *codeFlags) printSampled(ctx context.Context, streams streams, out *lines) error {
	words, err := f.sample(ctx, streams)
	if err != nil {
		return err
	}
	bar := newBar(streams.err, len(words), "words")
	defer bar.clear()
	var sums, having [code.Length + 1]uint64
	nearest := map[int]int{} // words, by the smallest distance of another; 0 for none
	most := f.nearDistance()
	for i := range words {
		counts, err := code.CountNear(ctx, f.delta, &words[i], most)
		if err != nil {
			return orStopped(ctx, err)
		}
		nearest[counts.Nearest()]++
		for distance, n := range counts {
			sums[distance] += n
			having[distance] += min(n, 1)
		}
		bar.step()
	}
	bar.clear()
	g := &results[sampledRecord]{out: out, format: f.format}
	for distance, sum := range sums[:most+1] {
		if sum > 0 {
			g.add(sampledRecord{f.delta, len(words), distance, big.NewRat(int64(sum), int64(len(words))), having[distance]})
		}
	}
	all := show.Things(len(words), "word")
	return finishDistances(f, g, fmt.Sprintf("%s of seed %d, each word being equally likely; %s", all, f.seed, byNearest(nearest)),
		func(r sampledRecord) (string, plot.Point) {
			return all, plot.Point{X: float64(r.Distance), Y: *floatOf(r.Average)}
		})
}

// nearDistance returns the distance to which near words are searched.
func (f *codeFlags) nearDistance() int {
	if f.distance == 0 {
		return nearDistance
	}
	return min(f.distance, code.Length)
}

// byNearest says how many words have their nearest other one at each distance.
func byNearest(nearest map[int]int) string {
	text := "words by the smallest distance of another:"
	for distance := 1; distance <= code.Length; distance++ {
		if nearest[distance] > 0 {
			text += fmt.Sprintf(" %s at %d,", show.Count(nearest[distance]), distance)
		}
	}
	if nearest[0] > 0 {
		text += fmt.Sprintf(" %s farther,", show.Count(nearest[0]))
	}
	return text[:len(text)-1]
}

// printClasses prints the distances of each class.
func (f *codeFlags) printClasses(out *lines, book *code.Book, byClass []code.Distribution, most int) error {
	g := &results[classRecord]{out: out, format: f.format}
	nearest := map[int]int{} // words, by the smallest distance of another
	for i, class := range book.Classes {
		nearest[byClass[i].Nearest()] += class.Size
		for distance, n := range byClass[i][:most+1] {
			if n > 0 {
				g.add(classRecord{f.delta, i + 1, class.Representative.String(), class.Size, distance, n})
			}
		}
	}
	return finishDistances(f, g, byNearest(nearest), func(r classRecord) (string, plot.Point) {
		return fmt.Sprint("class ", r.Class), plot.Point{X: float64(r.Distance), Y: float64(r.Words)}
	})
}

// printSetClasses prints unavoidable sets.
func (f *codeFlags) printSetClasses(ctx context.Context, out *lines, book *code.Book) error {
	most := f.distance
	if most == 0 {
		most = setDistance
	}
	classes, err := book.SetClasses(ctx, most)
	if err != nil {
		return err
	}
	g := &results[setRecord]{out: out, format: f.format}
	bySize := map[int]float64{}
	for _, c := range classes {
		cells := code.Givens(&c.Example)
		g.add(setRecord{f.delta, cells, c.Sets, c.Average, c.Example.String()})
		bySize[cells] += *floatOf(c.Average)
	}
	var points []plot.Point
	for _, cells := range slices.Sorted(maps.Keys(bySize)) {
		points = append(points, plot.Point{X: float64(cells), Y: bySize[cells]})
	}
	return g.finish(fmt.Sprintf("all unavoidable sets of up to %d cells, by class under symmetries", most), f.report, "Unavoidable sets, Δ = 2", plot.Chart{
		Description: "unavoidable sets of a word by their size, on average", X: plot.Whole("cells"), Y: plot.Log("sets"),
		Series: []plot.Series{{Name: "all words", Points: points}},
	})
}

// printNear prints the distances from given words.
func (f *codeFlags) printNear(ctx context.Context, streams streams, out *lines, args []string) error {
	words, err := f.words(streams, args)
	if err != nil {
		return err
	}
	if f.by != byAverage {
		return usageErrorf("code distances --by %s beside words, expected none", f.by)
	}
	most := f.nearDistance()
	g := &results[nearRecord]{out: out, format: f.format}
	number := map[string]int{} // of a word, from 1
	total := new(big.Int)
	for i := range words {
		counts, err := code.CountNear(ctx, f.delta, &words[i], most)
		if err != nil {
			return orStopped(ctx, err)
		}
		number[words[i].String()] = i + 1
		for distance, n := range counts[:most+1] {
			if n > 0 {
				g.add(nearRecord{f.delta, words[i].String(), distance, n})
				total.Add(total, new(big.Int).SetUint64(n))
			}
		}
	}
	return finishDistances(f, g, fmt.Sprintf("all words up to distance %d of %s: %s", most, show.Things(len(words), "word"), show.Digits(total.String())),
		func(r nearRecord) (string, plot.Point) {
			return fmt.Sprint("word ", number[r.Word]), plot.Point{X: float64(r.Distance), Y: float64(r.Words)}
		})
}

// finishDistances ends a table of numbers of words over distances, which of gives as points.
func finishDistances[T any](f *codeFlags, g *results[T], notes string, of func(T) (string, plot.Point)) error {
	return g.finish(notes, f.report, fmt.Sprintf("Words by distance, Δ = %d", f.delta), plot.Chart{
		Description: "how many words differ from a word in so many cells",
		X:           plot.Whole("cells that differ"), Y: plot.Log("words"), Series: plot.Gather(g.Records, of),
	})
}
