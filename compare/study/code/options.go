package code

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"qmsat/compare/study"
	"qmsat/model"
	"qmsat/native/grids"
)

// Topics are what can be asked about the code.
var Topics = []*study.Topic{
	distancesTopic, erasuresTopic, curvesTopic, subcodesTopic, criticalTopic, stoppingTopic, timeTopic, encodeTopic, channelTopic, decodeTopic,
}

// options are what several topics take.
type options struct {
	study.Base
	delta      int
	by         string
	erasures   string
	samples    int
	subcode    int // its smallest distance; 0: all words
	decoders   string
	seed       uint64
	engines    string
	random     int
	workers    int
	checkpoint string // of the sums that words are chosen by
}

func (o *options) addDelta(f study.Flags) {
	f.IntVar(&o.delta, "delta", BookDelta, "Δ, `N` from 2 to 9")
}

func (o *options) addSeed(f study.Flags) {
	f.Uint64Var(&o.seed, "seed", 1, "seed `S` of words and erasures")
}

// addNumbering adds the flags of the count by which words are chosen and numbered.
func (o *options) addNumbering(f study.Flags) {
	f.Whole(&o.workers, "workers", 0, 0, "use `N` processors (default: all)")
	f.StringVar(&o.checkpoint, "checkpoint", "", "for Δ > 2: keep the counts of words in `FILE`")
}

// addSamples adds the flags of words that are chosen at random.
func (o *options) addSamples(f study.Flags) {
	f.Whole(&o.samples, "samples", 100, 1, "`N` words")
	o.addSeed(f)
	o.addNumbering(f)
}

// defaultErasures are the numbers of cells that are erased unless others are asked for: all of them in Sudoku 4×4.
const defaultErasures = "8,16,24,32,40,44,48,52,56,60,64,68,72,76,80"

func (o *options) addErasures(f study.Flags) {
	f.StringVar(&o.erasures, "erasures", defaultErasures, "cells to erase, `N`, such as 8,40-60")
}

// addDecoders adds the flags of decoders side by side.
func (o *options) addDecoders(f study.Flags) {
	o.addErasures(f)
	f.Whole(&o.subcode, "subcode", 0, 0, "for Δ = 2: only words of the subcode with distance `N`")
	f.Choices(&o.decoders, "decoder", strings.Join(DecoderNames(), ","), "decoders, `NAME,...`", DecoderNames()...)
	o.addSamples(f)
}

func (o *options) addEngines(f study.Flags, usage string) {
	f.Engines(&o.engines, "engine", "native,gini", usage+"engines `NAME,...`", true)
}

// addOutput adds the flags that end those of every topic.
func (o *options) addOutput(f study.Flags) {
	o.TimeoutFlag(f, "")
	o.FormatFlag(f, "text", "json", "csv")
}

// addReport adds the flags of a report, too.
func (o *options) addReport(f study.Flags) {
	o.ReportFlag(f, true)
	o.addOutput(f)
}

// check reports a Δ without words.
func (o *options) check() error {
	if o.delta < BookDelta || o.delta > model.MaxDelta(3) {
		return fmt.Errorf("--delta %d, expected %d to %d: smaller Δ have no words", o.delta, BookDelta, model.MaxDelta(3))
	}
	return nil
}

// numbers reads the numbers of cells that are erased.
func (o *options) numbers() ([]int, error) {
	return study.Numbers("erasures", o.erasures, 0, Length, "40 or 8,40-60")
}

// received reads words, with or without erasures.
func (o *options) received() ([]model.Puzzle, []Word, error) {
	m, err := model.QuasiMagic(side, o.delta)
	if err != nil {
		return nil, nil, err
	}
	list, err := o.Puzzles(m).List(o.Files("-")...)
	words := make([]Word, len(list))
	for i, p := range list {
		for _, given := range p.Cube {
			words[i][given.Var] = uint8(given.Value)
		}
	}
	return list, words, err
}

// words reads the words that the arguments name.
func (o *options) words() ([]Word, error) {
	list, words, err := o.received()
	if err != nil {
		return nil, err
	}
	for i, p := range list {
		if slices.Contains(words[i][:], 0) {
			return nil, fmt.Errorf("%s: cells are empty, expected a word with all %d", p.Place(), Length)
		}
	}
	return words, nil
}

// book lists the words; the topic says what for.
func (o *options) book(ctx context.Context, topic string) (*Book, error) {
	if o.delta != BookDelta {
		return nil, fmt.Errorf("code %s --delta %d: only the words for Δ = %d are listed", topic, o.delta, BookDelta)
	}
	return NewBook(ctx)
}

// bookIfAny lists the words for Δ = 2.
func (o *options) bookIfAny(ctx context.Context) (*Book, error) {
	if o.delta != BookDelta {
		return nil, nil
	}
	return NewBook(ctx)
}

// grids are the options of the count that words are chosen and numbered by.
func (o *options) grids(bar study.Bar) grids.Options {
	return grids.Options{Workers: o.workers, Progress: bar.Share, Checkpoint: o.checkpoint}
}

// sample chooses words.
func (o *options) sample(ctx context.Context) ([]Word, error) {
	return SampleWords(ctx, o.delta, o.samples, o.seed, o.grids(o.Bar(1, "choice of words")))
}

// codec counts words, where they are numbered by that.
func (o *options) codec(ctx context.Context, delta int) (Codec, error) {
	return NewCodec(ctx, delta, o.grids(o.Bar(1, fmt.Sprintf("numbering of words for Δ = %d", delta))))
}

// floatOf returns a fraction as a number; nil for nil.
func floatOf(r *big.Rat) *float64 {
	if r == nil {
		return nil
	}
	value, _ := r.Float64()
	return &value
}
