package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/pflag"

	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/compare/study/code"
)

var criticalCommand = codeTopic(command{
	name: "critical", args: "[WORD | FILE]...", summary: "the fewest cells that fix a word, and cells that do with none to spare",
	long: `Prints how many sets of 1 to 4 cells fix words for Δ = 2, so that no other word has the same values there: classes of sets of
cells under symmetries, pairs of a word and a set that fixes it, their share of all pairs, and the number of words that some set fixes.
It projects all words on one set of each class. --by class prints how many sets of 4 cells fix each class's first word, and has the
first engine of --engine find the same without a list of words, from unavoidable sets; where the two differ the exit status is 1.
For other Δ it prints how many givens the smallest critical set has at least and at most, and a puzzle with so many. For given words,
and any Δ, it prints all smallest critical sets as puzzles, or with --random N as many random ones: cells that fix the word, none of
them to spare. The first engine finds them, and the others prove of each that it has one solution, and several without any of its givens.
Time grows about tenfold with each given: with --timeout, it says how many are known to be too few.`,
}, printCritical, (*codeFlags).addDelta, func(f *codeFlags, flags *pflag.FlagSet) {
	addName(flags, &f.by, "by", byAverage, "all words together, or by class, `NAME`", byAverage, byClass)
	addEngines(flags, &f.engines, "native,gini", "engines `NAME,...`", true)
	addWhole(flags, &f.random, "random", 0, 0, "how many random critical sets of each word, `N`; 0: all the smallest")
	f.addSeed(flags)
}, (*codeFlags).addReport)

// criticalGivens is the number of cells up to which sets are counted for Δ = 2.
const criticalGivens = 4

// The JSON objects of a class of words, of a Δ, and of a critical set of a given word.
type fixedClassRecord struct {
	Delta          int    `json:"delta"`
	Class          int    `json:"class"` // as in distances --by class
	Representative string `json:"representative"`
	Size           int    `json:"size"`
	Givens         int    `json:"givens"`
	Sets           uint64 `json:"sets"` // that fix a word
}

type fewestRecord struct {
	Delta  int    `json:"delta"`
	Low    int    `json:"low"`
	High   int    `json:"high"`
	Puzzle string `json:"puzzle"` // with so many givens
}

type criticalRecord struct {
	Delta  int    `json:"delta"`
	Word   string `json:"word"`
	Givens int    `json:"givens"`
	Puzzle string `json:"puzzle"`
}

// printCritical prints what is asked of critical sets.
func printCritical(ctx context.Context, streams streams, out *lines, f *codeFlags, args []string) error {
	switch {
	case f.by == byClass && (f.delta != code.BookDelta || len(args) > 0):
		return usageErrorf("code critical --by %s: expected Δ = %d, and no words", f.by, code.BookDelta)
	case len(args) > 0:
		return f.printCriticalSets(ctx, streams, out, args)
	case f.delta != code.BookDelta:
		return f.printFewest(out)
	}
	book, err := code.NewBook(ctx)
	if err != nil {
		return err
	}
	if f.by == byClass {
		return f.printFixedClasses(ctx, streams, out, book)
	}
	g := &results[code.Fixing]{out: out, format: f.format}
	for givens := 1; givens <= criticalGivens; givens++ {
		fixing, err := book.Fixing(ctx, givens)
		if err != nil {
			return err
		}
		g.add(*fixing)
	}
	title := "Sets of cells that fix words, Δ = 2"
	return g.finish("from all words, projected on a set of each class", f.report, title, plot.Chart{
		Title: title, Description: "share of pairs of a word and a set of cells in which no other word agrees",
		X: plot.Whole("givens"), Y: plot.Log("share"),
		Series: plot.Gather(g.Records, func(r code.Fixing) (string, plot.Point) {
			return "words and sets", plot.Point{X: float64(r.Givens), Y: r.Share}
		}),
	})
}

// critical opens the engines that say whether givens fix a word.
func (f *codeFlags) critical(ctx context.Context) (list []*code.Critical, err error) {
	engines, err := parseEngines(f.engines, mustFindAll, mustList)
	if err != nil {
		return nil, err
	}
	for _, e := range engines {
		c, err := code.NewCritical(ctx, f.delta, e)
		if err != nil {
			return nil, orStopped(ctx, err)
		}
		list = append(list, c)
	}
	return list, nil
}

// printFixedClasses prints by class how many sets fix a word, found by two routes.
func (f *codeFlags) printFixedClasses(ctx context.Context, streams streams, out *lines, book *code.Book) error {
	engines, err := f.critical(ctx)
	if err != nil {
		return err
	}
	fixing, err := book.Fixing(ctx, criticalGivens)
	if err != nil {
		return err
	}
	bar := newBar(streams.err, 1, "classes")
	defer bar.clear()
	g := &results[fixedClassRecord]{out: out, format: f.format}
	var wrong error
	for i, class := range book.Classes {
		sets, _, err := engines[0].Smallest(ctx, &class.Representative, criticalGivens)
		if err != nil {
			return orStopped(ctx, err)
		}
		each := fixing.ByClass[i] / uint64(class.Size)
		if each != uint64(len(sets)) && wrong == nil {
			wrong = fmt.Errorf("class %d: %d sets of %d cells fix its first word, by the engine %d", i+1, each, criticalGivens, len(sets))
		}
		g.add(fixedClassRecord{f.delta, i + 1, class.Representative.String(), class.Size, criticalGivens, each})
		bar.share(i+1, len(book.Classes))
	}
	bar.clear()
	remark := fmt.Sprintf("the engine asked %s", show.Things(engines[0].Asked, "question"))
	if wrong == nil {
		remark += " finds as many, and none with fewer cells"
	}
	return firstError(g.finish(remark, f.report, ""), checkFailed(wrong))
}

// printFewest prints bounds.
func (f *codeFlags) printFewest(out *lines) error {
	g := &results[fewestRecord]{out: out, format: f.format}
	puzzle := code.FewestFound(f.delta)
	g.add(fewestRecord{f.delta, code.FewestBound(f.delta), code.Givens(&puzzle), puzzle.String()})
	return g.finish("no fewer by symmetries, or for Δ = 9 as published; the puzzle was found by search", f.report, "")
}

// printCriticalSets prints critical sets of given words.
func (f *codeFlags) printCriticalSets(ctx context.Context, streams streams, out *lines, args []string) error {
	words, err := f.words(streams, args)
	if err != nil {
		return err
	}
	engines, err := f.critical(ctx)
	if err != nil {
		return err
	}
	g := &results[criticalRecord]{out: out, format: f.format}
	for i := 0; i < len(words) && err == nil; i++ {
		err = f.addCriticalSets(ctx, engines, &words[i], uint64(i), g)
	}
	sizes := map[int]int{}
	for _, r := range g.Records {
		sizes[r.Givens]++
	}
	var bars []plot.Point
	for givens := range code.Length + 1 {
		if sizes[givens] > 0 {
			bars = append(bars, plot.Point{X: float64(givens), Y: float64(sizes[givens])})
		}
	}
	title := fmt.Sprintf("Critical sets, Δ = %d", f.delta)
	return firstError(err, g.finish(show.Things(len(g.Records), "critical set"), f.report, title, plot.Chart{
		Title: title, Description: "critical sets that were found, by their size", X: plot.Whole("givens"), Y: plot.Linear("critical sets"),
		Series: []plot.Series{{Name: "critical sets", Points: bars}},
	}))
}

// addCriticalSets finds all smallest critical sets of a word, or random ones, by the first engine, and has the others prove them.
func (f *codeFlags) addCriticalSets(ctx context.Context, engines []*code.Critical, w *code.Word, number uint64, g *results[criticalRecord]) error {
	add := func(set code.Word) error {
		for _, e := range engines[1:] {
			if err := e.Check(ctx, w, &set); errors.Is(err, code.ErrNotCritical) {
				return checkFailed(err)
			} else if err != nil {
				return orStopped(ctx, err)
			}
		}
		return g.add(criticalRecord{f.delta, w.String(), code.Givens(&set), set.String()})
	}
	if f.random == 0 {
		sets, givens, err := engines[0].Smallest(ctx, w, code.Length)
		if err != nil && ctx.Err() != nil {
			err = &exitError{statusStopped, fmt.Errorf("%w; no set of fewer than %d cells fixes %v", stopCause(ctx), givens, w)}
		}
		for i := 0; i < len(sets) && err == nil; i++ {
			err = add(sets[i])
		}
		return err
	}
	random := rand.New(rand.NewPCG(f.seed, number))
	for range f.random {
		set, err := engines[0].Random(ctx, w, random)
		if err != nil {
			return orStopped(ctx, err)
		}
		if err := add(set); err != nil {
			return err
		}
	}
	return nil
}
