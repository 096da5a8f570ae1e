package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/study/code"
	"qmsat/model"
)

var codeCommand = &command{
	name:    "code",
	args:    "TOPIC [flags] [NUMBER | WORD | FILE]...",
	summary: "quasi-magic Sudoku as an erasure code",
	long: `Studies the code whose words are the grids of quasi-magic Sudoku 9×9 with the Δ of --delta, 2 to 9; 9 is plain Sudoku. A puzzle
is a word with erasures.`,
	topics: []*command{
		distancesCommand, erasuresCommand, curvesCommand, subcodesCommand, criticalCommand, stoppingCommand, timeCommand,
		encodeCommand, channelCommand, codeDecodeCommand,
	},
}

// codeFlags are what the flags of a topic come to; what it has no flag for is zero.
type codeFlags struct {
	set        *pflag.FlagSet
	delta      int
	box        string
	distance   int
	by         string
	numbers    string // of cells erased
	channel    string
	samples    int
	subcode    int // its smallest distance; 0: all words
	decoders   string
	seed       uint64
	engines    string
	rounds     int
	random     int
	bytes      bool
	workers    int
	checkpoint string // of the sums that words are chosen by
	over       *clusterRun
	report     string
	timeout    *time.Duration
	format     string
}

// codeTopic makes a topic.
func codeTopic(
	c command, print func(ctx context.Context, streams streams, out *lines, f *codeFlags, args []string) error, add ...func(f *codeFlags, flags *pflag.FlagSet),
) *command {
	run := func(ctx context.Context, streams streams, out *lines, f *codeFlags, args []string) error {
		if f.set.Lookup("delta") != nil && (f.delta < code.BookDelta || f.delta > model.MaxDelta(3)) {
			return usageErrorf("--delta %d, expected %d to %d: smaller Δ have no words", f.delta, code.BookDelta, model.MaxDelta(3))
		}
		if err := makeReportFolder(f.report); err != nil {
			return err
		}
		ctx, cancel := limited(ctx, time.Now(), *f.timeout)
		defer cancel()
		return asStopped(ctx, print(ctx, streams, out, f, args))
	}
	return topic(c, run, append(add, func(f *codeFlags, flags *pflag.FlagSet) {
		f.set = flags
		f.timeout = addTimeout(flags)
		addFormat(flags, &f.format, "text", "json", "csv")
	})...)
}

func (f *codeFlags) addDelta(flags *pflag.FlagSet) {
	flags.IntVar(&f.delta, "delta", code.BookDelta, "Δ, `N` from 2 to 9")
}

func (f *codeFlags) addSeed(flags *pflag.FlagSet) {
	flags.Uint64Var(&f.seed, "seed", 1, "`S`, the seed of words and erasures")
}

// addNumbering adds the flags of the count by which words are chosen and numbered.
func (f *codeFlags) addNumbering(flags *pflag.FlagSet) {
	addWhole(flags, &f.workers, "workers", 0, 0, "how many processors to use, `N`; 0: all")
	flags.StringVar(&f.checkpoint, "checkpoint", "", "for Δ > 2: keep the counts that words are chosen and numbered by in `FILE`, and go on from there")
}

// addSamples adds the flags of words that are chosen at random.
func (f *codeFlags) addSamples(flags *pflag.FlagSet) {
	addWhole(flags, &f.samples, "samples", 100, 1, "how many words, `N`")
	f.addSeed(flags)
	f.addNumbering(flags)
}

func (f *codeFlags) addErasures(flags *pflag.FlagSet) {
	flags.StringVar(&f.numbers, "erasures", defaultErasures, "how many cells are erased, `N`, or several such as 8,40-60")
}

// addDecoders adds the flags of decoders side by side.
func (f *codeFlags) addDecoders(flags *pflag.FlagSet) {
	f.addErasures(flags)
	addWhole(flags, &f.subcode, "subcode", 0, 0, "for Δ = 2: only the words of the subcode with the smallest distance `N`, of those that subcodes prints; 0: all")
	addNames(flags, &f.decoders, "decoder", strings.Join(code.DecoderNames(), ","), "decoders, `NAME,...`", code.DecoderNames()...)
	f.addSamples(flags)
}

func (f *codeFlags) addReport(flags *pflag.FlagSet) {
	flags.StringVar(&f.report, "report", "", "write plots as a page, "+reportPage+", and the figures as JSON lines, "+reportResults+", into the folder `DIR`")
}

// words reads the words that the arguments name.
func (f *codeFlags) words(streams streams, args []string) ([]code.Word, error) {
	list, words, err := f.received(streams, args)
	if err != nil {
		return nil, err
	}
	for i, p := range list {
		if slices.Contains(words[i][:], 0) {
			return nil, usageErrorf("%s: cells are empty, expected a word with all %d", where(p), code.Length)
		}
	}
	return words, nil
}
