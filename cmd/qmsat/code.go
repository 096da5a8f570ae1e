package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math/big"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/study/code"
	"qmsat/model"
)

// codeTopics are what can be asked, in the order of help.
var codeTopics = []topic[*codeFlags]{
	{"distances", "how many words there are at each distance from a word", "distance by samples seed workers checkpoint report", printDistances},
	{"erasures", "how often decoders fail by the number of cells erased", "box erasures subcode channel samples decoder seed engine workers checkpoint report cluster keep creds nkey tlsca tlscert tlskey", printErasures},
	{"curves", "how many cells may be erased, for all Δ side by side", "samples seed workers checkpoint report", printCurves},
	{"subcodes", "which words to drop so that those left are farther apart", "report", printSubcodes},
	{"critical", "the fewest cells that fix a word, and cells that do with none to spare", "by engine random seed report", printCritical},
	{"stopping", "sets of cells at which decoders that pass sets of values stop", "erasures subcode decoder samples seed random workers checkpoint report", printStopping},
	{"time", "how long engines take to decode, by the number of cells erased", "erasures samples seed engine rounds workers checkpoint report", printTimes},
	{"encode", "the words of numbers, or of bytes", "bytes workers checkpoint", printEncoded},
	{"channel", "erases cells of words at random", "channel seed", printTransmitted},
	{"decode", "the numbers, or the bytes, of words with erasures", "bytes workers checkpoint", printDecoded},
}

var codeCommand = &command{
	name:    "code",
	args:    "TOPIC [NUMBER | WORD | FILE]...",
	words:   firstWord(func() []string { return topicWords(codeTopics) }),
	summary: "quasi-magic Sudoku as an erasure code",
	long: `Studies the code whose words are the grids of quasi-magic Sudoku 9×9 with the Δ of --delta, 2 to 9; 9 is plain Sudoku. A puzzle
is a word with erasures. Topics:

` + topicHelp(codeTopics) + "\n\n" + distancesHelp + "\n\n" + erasuresHelp + "\n" + smallHelp + "\n\n" + curvesHelp + "\n\n" + subcodesHelp + "\n\n" + criticalHelp + "\n\n" + stoppingHelp + "\n\n" + timeHelp + "\n\n" + codecHelp,
	examples: []example{
		{"code distances --distance 12", "the average numbers of words near a word for Δ = 2, exactly"},
		{"code encode 0 248831", "the first and the last word"},
		{"code erasures --erasures 56 --samples 20", "decoders side by side on 20 words for Δ = 2"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &codeFlags{set: flags}
		flags.IntVar(&f.delta, "delta", code.BookDelta, "Δ, `N` from 2 to 9")
		addName(flags, &f.box, "box", "3x3", "erasures: the box shape, `NAME`", "3x3", smallBox)
		addWhole(flags, &f.distance, "distance", 0, 0, "distances: the largest distance, `N`; 0: all for Δ = 2, and 10 for others or where words are given")
		addName(flags, &f.by, "by", byAverage, "distances: of all words on average, or by class, or their unavoidable sets; critical: by class, `NAME`", byAverage, byClass, byPairs, bySets)
		flags.StringVar(&f.erasures.numbers, "erasures", defaultErasures, "erasures, stopping, time: how many cells are erased, `N`, or several such as 8,40-60")
		addWhole(flags, &f.erasures.subcode, "subcode", 0, 0, "erasures, stopping, for Δ = 2: only the words of the subcode with the smallest distance `N`, of those that subcodes prints; 0: all")
		flags.StringVar(&f.erasures.channel, "channel", "", "erasures, channel: `N`, the probability of an erasure in a channel without memory; erasures: or several such as 0.3,0.5")
		addWhole(flags, &f.erasures.samples, "samples", 100, 1, "distances, erasures, curves, stopping, time: how many words, `N`")
		addNames(flags, &f.erasures.decoders, "decoder", strings.Join(code.DecoderNames(), ","), "erasures, stopping: decoders, `NAME,...`", code.DecoderNames()...)
		flags.Uint64Var(&f.erasures.seed, "seed", 1, "`S`, the seed of words and erasures")
		addEngines(flags, &f.engines, "native,gini", "critical, time, erasures with --box 2x2: engines `NAME,...`", true)
		addWhole(flags, &f.rounds, "rounds", 3, 1, "time: how often each word is decoded, `N`")
		addWhole(flags, &f.random, "random", 0, 0, "critical, stopping: how many random critical or stopping sets of each word, `N`; critical: 0: all the smallest")
		flags.BoolVar(&f.bytes, "bytes", false, "encode, decode: bytes instead of numbers")
		addWhole(flags, &f.erasures.workers, "workers", 0, 0, "how many processors to use, `N`; 0: all")
		flags.StringVar(&f.erasures.checkpoint, "checkpoint", "", "for Δ > 2: keep the counts that words are chosen and numbered by in `FILE`, and go on from there")
		flags.StringVar(&f.report, "report", "", "write plots as a page, "+reportPage+", and the figures as JSON lines, "+reportResults+", into the folder `DIR`")
		f.timeout = addTimeout(flags)
		f.erasures.over = addClusterRun(flags)
		addFormat(flags, &f.format, "text", "json", "csv")
		return f.run
	},
}

type codeFlags struct {
	set      *pflag.FlagSet
	delta    int
	box      string
	distance int
	by       string
	erasures erasuresFlags
	engines  string
	rounds   int
	random   int
	bytes    bool
	report   string
	timeout  *time.Duration
	format   string
}

func (f *codeFlags) run(ctx context.Context, streams streams, args []string) error {
	if f.delta < code.BookDelta || f.delta > model.MaxDelta(3) {
		return usageErrorf("--delta %d, expected %d to %d: smaller Δ have no words", f.delta, code.BookDelta, model.MaxDelta(3))
	}
	if err := makeReportFolder(f.report); err != nil {
		return err
	}
	ctx, cancel := limited(ctx, time.Now(), *f.timeout)
	defer cancel()
	return runTopic(ctx, streams, "topic", "code", codeTopics, f.set, f, args)
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

// figures prints records, structures of one type, in one of the formats: as JSON objects, or as rows below a heading, whose names are
// those of the objects. What the report keeps are the objects.
type figures[T any] struct {
	out    *lines
	format string
	rows   [][]string
	kept   []T
}

// add prints a record, or keeps it for the table.
func (g *figures[T]) add(record T) error {
	g.kept = append(g.kept, record)
	if g.format == "json" {
		return g.out.object(record)
	}
	names, row := fieldsOf(record, g.format == "text")
	if len(g.rows) == 0 {
		g.rows = append(g.rows, names)
	}
	g.rows = append(g.rows, row)
	return nil
}

// endData prints the table of what is data, without a remark.
func (g *figures[T]) endData() error {
	if g.format == "text" {
		return nil
	}
	return g.end("")
}

// end prints the table, and below it, for people, a remark.
func (g *figures[T]) end(remark string) error {
	var text strings.Builder
	switch g.format {
	case "csv":
		if len(g.rows) == 0 {
			return nil
		}
		if err := csv.NewWriter(&text).WriteAll(g.rows); err != nil {
			return err
		}
		return g.out.line(strings.TrimSuffix(text.String(), "\n"))
	case "text":
		return g.out.columns(func(w io.Writer) string {
			for _, row := range g.rows {
				fmt.Fprintf(w, "%s\t\n", strings.Join(row, "\t"))
			}
			return remark + "\n"
		})
	}
	return nil
}

// write leaves the objects in the folder of a report, where one is asked for.
func (g *figures[T]) write(dir string) error {
	if dir == "" {
		return nil
	}
	return outputError(writeFile(filepath.Join(dir, reportResults), nil, func(w io.Writer) error {
		out := newLines(w)
		for _, record := range g.kept {
			out.object(record)
		}
		return out.flush()
	}))
}

// fieldsOf returns the names of a structure's JSON fields, and their values; what is nil is empty. Short, fractions are rounded, and
// fields with the tag text:"-" left out.
func fieldsOf(record any, short bool) (names, values []string) {
	v := reflect.ValueOf(record)
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		if short && tag.Get("text") == "-" {
			continue
		}
		name, _, _ := strings.Cut(tag.Get("json"), ",")
		field := v.Field(i)
		if _, whole := field.Interface().(*big.Int); field.Kind() == reflect.Pointer && (!whole || field.IsNil()) {
			field = field.Elem() // none of nil
		}
		value := ""
		switch {
		case short && field.Kind() == reflect.Float64:
			value = fmt.Sprintf("%.4g", field.Float())
		case field.IsValid():
			value = fmt.Sprint(field)
		}
		names, values = append(names, name), append(values, value)
	}
	return names, values
}
