package main

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"qmsat/compare/study/code"
)

const smallHelp = `--box 2x2 does the same for plain Sudoku 4×4 by maximum likelihood: unique is how many pairs of a word and a set of givens
have no other word that fits, of all pairs, and exact the share of the others. low and high bound that share as --samples random pairs
show it, which the first engine of --engine decodes; where exact lies outside them the exit status is 1.`

// smallBox is the box shape other than 3x3.
const smallBox = "2x2"

// defaultErasures are the numbers of cells that are erased unless others are asked for: all of them in Sudoku 4×4.
const defaultErasures = "8,16,24,32,40,44,48,52,56,60,64,68,72,76,80"

// smallRecord is the JSON object of a number of erasures in Sudoku 4×4.
type smallRecord struct {
	Box      string  `json:"box"`
	Erasures int     `json:"erasures"`
	Pairs    uint64  `json:"pairs"`  // of a word and a set of givens
	Unique   uint64  `json:"unique"` // those that no other word fits
	Exact    float64 `json:"exact"`  // share of the others
	Samples  int     `json:"samples"`
	Failures int     `json:"failures"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// printSmall prints a line, or an object, for each number of erasures.
func (f *codeFlags) printSmall(ctx context.Context, out *lines, numbers []int) error {
	why := fmt.Sprintf("beside --box %s: all words of plain Sudoku 4×4 are decoded by maximum likelihood", f.box)
	if err := misplaced(f.set, why, "delta", "channel", "subcode", "decoder", "checkpoint", "cluster"); err != nil {
		return err
	}
	switch {
	case !f.set.Changed("erasures"):
		numbers, _ = parseNumbers("0-16")
	case slices.Max(numbers) > code.SmallLength:
		return usageErrorf("--erasures %q, expected numbers from 0 to %d for boxes of %s", f.erasures.numbers, code.SmallLength, f.box)
	}
	engines, err := parseEngines(f.engines, mustFindAll, mustList)
	if err != nil {
		return err
	}
	small, err := code.NewSmall(ctx, engines[0])
	if err != nil {
		return orStopped(ctx, err)
	}
	defer small.Close()
	unique, err := small.Unique(ctx)
	if err != nil {
		return err
	}
	g := &results[smallRecord]{out: out, format: f.format}
	random := rand.New(rand.NewPCG(f.erasures.seed, 0))
	var wrong error
	for _, erasures := range numbers {
		p, err := small.Sample(ctx, erasures, f.erasures.samples, random)
		if err != nil {
			return orStopped(ctx, err)
		}
		all := uint64(small.Words()) * new(big.Int).Binomial(code.SmallLength, int64(erasures)).Uint64()
		found := unique[code.SmallLength-erasures]
		exact := big.NewRat(int64(all-found), int64(all))
		wrong = firstError(wrong, p.Check(exact, nil))
		low, high := p.Interval()
		g.add(smallRecord{f.box, erasures, all, found, *floatOf(exact), p.Samples, p.Failures, low, high})
	}
	return firstError(g.finish(fmt.Sprintf("seed %d; exact: all words and all sets of givens", f.erasures.seed), f.report, ""), checkFailed(wrong))
}
