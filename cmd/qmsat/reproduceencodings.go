package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/pflag"

	"qmsat/compare/show"
	"qmsat/compare/study/reproduce"
	"qmsat/model/engine"
)

var encodingsCommand = topic(command{
	name: "encodings", summary: "sizes and times of the extended and the optimized encoding (Kwon and Jain 2006)",
	long: `Measures sizes and times of both encodings on puzzles from seeds that have as many givens as the published ones, so means and spreads
are given.`,
	examples: []example{{"reproduce encodings --boxes 3 --seeds 3", "the first lines of the table"}},
}, printEncodings, func(f *reproduceFlags, flags *pflag.FlagSet) {
	flags.StringVar(&f.boxes, "boxes", "3-9", "sides of boxes, `N`, or several such as 3-5,9")
	addWhole(flags, &f.seeds, "seeds", 20, 1, "puzzles per line, `N`")
	flags.IntVar(&f.solveExtended, "solve-extended", 7, "the largest side whose extended formula is solved, `N`")
}, (*reproduceFlags).addSeed, (*reproduceFlags).addTimeout, (*reproduceFlags).addFormat)

// encodingRecord is the JSON object of a line of the table of encodings.
type encodingRecord struct {
	Size      string        `json:"size"`
	Level     string        `json:"level"`
	Givens    int           `json:"givens"`
	Seeds     int           `json:"seeds"`
	Seed      uint64        `json:"seed"`
	Extended  encodingSides `json:"extended"`
	Optimized encodingSides `json:"optimized"`
}

// encodingSides are the published and our figures of an encoding; null where there is none.
type encodingSides struct {
	PublishedVariables int      `json:"published_variables"`
	PublishedClauses   int      `json:"published_clauses"`
	PublishedSeconds   *float64 `json:"published_seconds"`
	Variables          float64  `json:"variables"`
	VariablesDeviation float64  `json:"variables_deviation"`
	Clauses            float64  `json:"clauses"`
	ClausesDeviation   float64  `json:"clauses_deviation"`
	Tried              int      `json:"tried"`
	Solved             int      `json:"solved"`
	Seconds            *float64 `json:"seconds"`
}

func newEncodingSides(p reproduce.PublishedSize, m reproduce.MeasuredEncoding) encodingSides {
	s := encodingSides{
		PublishedVariables: p.Variables, PublishedClauses: p.Clauses,
		Variables: m.Variables.Mean, VariablesDeviation: m.Variables.Deviation,
		Clauses: m.Clauses.Mean, ClausesDeviation: m.Clauses.Deviation,
		Tried: m.Tried, Solved: m.Solved,
	}
	if !math.IsNaN(p.Seconds) {
		s.PublishedSeconds = &p.Seconds
	}
	if m.Solved > 0 {
		s.Seconds = &m.Seconds.Mean
	}
	return s
}

// printEncodings prints the lines for the chosen sides of boxes as they are measured.
func printEncodings(ctx context.Context, streams streams, out *lines, f *reproduceFlags, _ []string) error {
	sides, ok := parseNumbers(f.boxes)
	if !ok {
		return usageErrorf("--boxes %q, expected numbers such as 3-5,9", f.boxes)
	}
	gini, err := engine.Lookup("gini")
	if err != nil {
		return err
	}
	table := records[encodingRecord]{out: out, format: f.format}
	for _, c := range reproduce.EncodingCases {
		if !slices.Contains(sides, c.Box) {
			continue
		}
		bar := puzzleBar(streams.err, f.seeds+1)
		result, err := reproduce.Encodings(ctx, c, reproduce.EncodingOptions{
			Engine: gini, Seeds: f.seeds, Seed: f.seed, SolveExtended: f.solveExtended, Timeout: f.timeout, Progress: bar.step,
		})
		bar.clear()
		if err != nil {
			return err
		}
		table.add(encodingRecord{
			Size: fmt.Sprintf("%d×%[1]d", c.Box*c.Box), Level: c.Level, Givens: c.Givens, Seeds: f.seeds, Seed: f.seed,
			Extended:  newEncodingSides(c.Extended, result.Extended),
			Optimized: newEncodingSides(c.Optimized, result.Optimized),
		})
	}
	if len(table.all) == 0 {
		return usageErrorf("--boxes %s: the table has boxes of side 3 to 9", f.boxes)
	}
	table.table(writeEncodings)
	return nil
}

// writeEncodings prints two lines per case: what was published, and what we measured.
func writeEncodings(w io.Writer, records []encodingRecord) string {
	fmt.Fprint(w, "size\tlevel\tgivens\tfigures\textended: variables\tclauses\ttime\toptimized: variables\tclauses\ttime\t\n")
	for _, r := range records {
		fmt.Fprintf(w, "%s\t%s\t%d\tpublished\t%d\t%d\t%s\t%d\t%d\t%s\t\n", r.Size, r.Level, r.Givens,
			r.Extended.PublishedVariables, r.Extended.PublishedClauses, publishedTime(r.Extended.PublishedSeconds),
			r.Optimized.PublishedVariables, r.Optimized.PublishedClauses, publishedTime(r.Optimized.PublishedSeconds))
		fmt.Fprintf(w, "\t\t\tours\t%.0f\t%.0f\t%s\t%.0f ± %.0f\t%.0f ± %.0f\t%s\t\n",
			r.Extended.Variables, r.Extended.Clauses, measuredTime(r.Extended),
			r.Optimized.Variables, r.Optimized.VariablesDeviation, r.Optimized.Clauses, r.Optimized.ClausesDeviation,
			measuredTime(r.Optimized))
	}
	return fmt.Sprintf("ours: %d puzzles a line, seeds from %d; mean ± standard deviation; gini, with the time to build; in brackets how many were solved in time\n", records[0].Seeds, records[0].Seed)
}

// publishedTime writes a published time in seconds; there is none where the solver ran out of stack.
func publishedTime(seconds *float64) string {
	if seconds == nil {
		return "out of stack"
	}
	return fmt.Sprintf("%.2f s", *seconds)
}

// measuredTime writes the mean time of the puzzles that were solved, and how many were where some were not.
func measuredTime(s encodingSides) string {
	switch {
	case s.Tried == 0:
		return "not run"
	case s.Solved == 0:
		return fmt.Sprintf("0 of %d", s.Tried)
	case s.Solved < s.Tried:
		return fmt.Sprintf("%s (%d of %d)", show.Seconds(*s.Seconds), s.Solved, s.Tried)
	}
	return show.Seconds(*s.Seconds)
}
