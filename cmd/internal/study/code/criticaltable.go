package code

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report/plot"
	"qmsat/compare/show"
)

var criticalTopic = &study.Topic{
	Name: "critical", Args: "[WORD | FILE]...", Summary: "the smallest sets of cells that determine a word, and sets that cannot lose a cell",
	Help: `A set of cells is critical if a word's values there fix the whole word. For Δ = 2 it prints how many sets of 1 to 4 cells are critical, and for how many words. For other Δ it prints
bounds on the fewest givens that fix a grid, and a puzzle that meets the upper bound. For given words it prints all
smallest critical sets as puzzles, or --random N random minimal ones.

The first engine of --engine finds the sets; the others prove that each has one solution, and several without any of
its givens. --by class has the engine find the counts of each class without a list of words. If the two differ the
exit status is 1. Each further given takes about ten times as long.`,
	New: study.Of[criticalSets],
}

type criticalSets struct {
	spoken
	By      string `flag:"by" names:"average,class" usage:"what to print, <NAME>"`
	Engines string `flag:"engine" value:"native,gini" engines:"several" usage:"engines <NAME,...>"`
	Random  int    `flag:"random" least:"0" usage:"print <N> random minimal sets instead"`
	seeded
	charted
}

// criticalGivens is the number of cells up to which sets are counted for Δ = 2.
const criticalGivens = 4

// The records of a class of words, of a Δ, and of a critical set of a given word.
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
	Puzzle string `json:"puzzle"` // with that number of givens
}

type criticalRecord struct {
	Delta  int    `json:"delta"`
	Word   string `json:"word"`
	Givens int    `json:"givens"`
	Puzzle string `json:"puzzle"`
}

// Answer prints the answers about critical sets.
func (o *criticalSets) Answer(ctx context.Context) error {
	switch {
	case o.By == byClass && (o.Delta != BookDelta || len(o.Args) > 0):
		return fmt.Errorf("code critical --by %s, expected --delta %d and no words", o.By, BookDelta)
	case len(o.Args) > 0:
		return o.sets(ctx)
	case o.Given("random"):
		return o.Misplaced("needs words", "random")
	case o.Delta != BookDelta:
		g := study.NewResults[fewestRecord](&o.Base)
		puzzle := fewestFound(o.Delta)
		g.Add(fewestRecord{o.Delta, fewestBound(o.Delta), Givens(&puzzle), puzzle.String()})
		return g.End("no fewer by symmetries, or for Δ = 9 as published; the puzzle was found by search", "")
	}
	book, err := NewBook(ctx)
	if err != nil {
		return err
	}
	if o.By == byClass {
		return o.classes(ctx, book)
	}
	g := study.NewResults[Fixing](&o.Base)
	chart := plot.Chart{
		Description: "share of pairs of a word and a set of cells in which no other word agrees", X: plot.Whole("givens"), Y: plot.Log("share"),
	}
	for givens := 1; givens <= criticalGivens; givens++ {
		fixing, err := book.Fixing(ctx, givens)
		if err != nil {
			return err
		}
		g.Add(*fixing)
		chart.Add("words and sets", float64(givens), fixing.Share)
	}
	return g.End("from all words, projected on a set of each class", "Sets of cells that fix words, Δ = 2", chart)
}

// open opens the engines that decide whether givens fix a word, and returns a function that closes them.
func (o *criticalSets) open(ctx context.Context) (list []*Critical, closeAll func(), err error) {
	closeAll = func() {
		for _, c := range list {
			c.Close()
		}
	}
	engines, err := study.Engines("engine", o.Engines, study.FindsAll, study.Lists)
	for i := 0; i < len(engines) && err == nil; i++ {
		var c *Critical
		if c, err = NewCritical(ctx, o.Delta, engines[i]); err == nil {
			list = append(list, c)
		}
	}
	return list, closeAll, err
}

// classes prints, for each class, how many sets fix a word, found by two routes.
func (o *criticalSets) classes(ctx context.Context, book *Book) error {
	engines, closeAll, err := o.open(ctx)
	defer closeAll()
	if err != nil {
		return err
	}
	fixing, err := book.Fixing(ctx, criticalGivens)
	if err != nil {
		return err
	}
	bar := o.Bar(1, "classes")
	g := study.NewResults[fixedClassRecord](&o.Base)
	var wrong error
	for i, class := range book.Classes {
		sets, _, err := engines[0].Smallest(ctx, &class.Representative, criticalGivens)
		if err != nil {
			return err
		}
		each := fixing.ByClass[i] / uint64(class.Size)
		if each != uint64(len(sets)) && wrong == nil {
			wrong = fmt.Errorf("class %d: found %d sets of %d cells that fix its first word, expected the engine's %d", i+1, each, criticalGivens, len(sets))
		}
		g.Add(fixedClassRecord{o.Delta, i + 1, class.Representative.String(), class.Size, criticalGivens, each})
		bar.Share(i+1, len(book.Classes))
	}
	remark := fmt.Sprintf("the engine asked %s", show.Things(engines[0].Asked, "question"))
	if wrong == nil {
		remark += " finds as many, and none with fewer cells"
	}
	return cmp.Or(g.End(remark, ""), study.Failed(wrong))
}

// sets prints critical sets of given words.
func (o *criticalSets) sets(ctx context.Context) error {
	words, err := o.words(&o.Base)
	if err != nil {
		return err
	}
	engines, closeAll, err := o.open(ctx)
	defer closeAll()
	if err != nil {
		return err
	}
	g := study.NewResults[criticalRecord](&o.Base)
	for i := 0; i < len(words) && err == nil; i++ {
		err = o.add(ctx, engines, &words[i], uint64(i), g)
	}
	chart := plot.Chart{Description: "critical sets that were found, by their size", X: plot.Whole("givens"), Y: plot.Linear("critical sets")}
	for _, r := range g.Records {
		chart.Sum("critical sets", float64(r.Givens), 1)
	}
	return cmp.Or(err, g.End(show.Things(len(g.Records), "critical set"), fmt.Sprintf("Critical sets, Δ = %d", o.Delta), chart))
}

// add finds all smallest critical sets of a word, or random ones, with the first engine. The other engines prove them.
func (o *criticalSets) add(ctx context.Context, engines []*Critical, w *Word, number uint64, g *study.Results[criticalRecord]) error {
	add := func(set Word) error {
		for _, e := range engines[1:] {
			if err := e.Check(ctx, w, &set); errors.Is(err, ErrNotCritical) {
				return study.Failed(err)
			} else if err != nil {
				return err
			}
		}
		return g.Add(criticalRecord{o.Delta, w.String(), Givens(&set), set.String()})
	}
	if o.Random == 0 {
		sets, givens, err := engines[0].Smallest(ctx, w, Length)
		if err != nil && ctx.Err() != nil {
			err = study.Stopped("%w; no set of fewer than %d cells fixes %v", study.Cause(ctx), givens, w)
		}
		for i := 0; i < len(sets) && err == nil; i++ {
			err = add(sets[i])
		}
		return err
	}
	random := rand.New(rand.NewPCG(o.Seed, number))
	for range o.Random {
		set, err := engines[0].Random(ctx, w, random)
		if err != nil {
			return err
		}
		if err := add(set); err != nil {
			return err
		}
	}
	return nil
}
