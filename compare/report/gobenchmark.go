package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"qmsat/compare"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/internal/pattern"
)

// WriteGoBenchmark writes lines of the Go benchmark format (golang.org/design/14313-benchmark-format), one for each round and
// engine, so that benchstat has a sample of rounds. A line has the mean time of a puzzle and, if not 0, the number of puzzles
// unfinished in some round; their times are too short. An incomplete round has no line. A configuration key before all lines says
// what was compared.
func WriteGoBenchmark(w io.Writer, e compare.Environment, set *compare.SetResult) error {
	if _, err := fmt.Fprintf(w, "claim: %s\n", set.Report.Claim()); err != nil {
		return err
	}
	writer := benchfmt.NewWriter(w)
	for round := range set.Report.Rounds {
		for row := range set.Report.Rows {
			if err := writeGoRound(writer, e, set, row, round); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeGoRound writes the line of one round of an engine.
func writeGoRound(writer *benchfmt.Writer, e compare.Environment, set *compare.SetResult, row, round int) error {
	var sum time.Duration
	puzzles := set.Report.Rows[row].Outcomes
	for _, o := range puzzles {
		if round >= len(o.Times) {
			return nil
		}
		sum += o.Times[round]
	}
	if len(puzzles) == 0 {
		return nil
	}
	perPuzzle := float64(sum.Nanoseconds()) / float64(len(puzzles))
	values := []benchfmt.Value{{Value: perPuzzle, Unit: "ns/op"}}
	if cut := set.Report.Rows[row].Unfinished(); cut > 0 {
		values = append(values, benchfmt.Value{Value: float64(cut), Unit: "unfinished"})
	}
	return writer.Write(&benchfmt.Result{
		Config: goConfiguration(e, set.Report), Name: goName(e, set, row), Iters: len(puzzles), Values: values,
	})
}

func goConfiguration(e compare.Environment, report *compare.Report) []benchfmt.Config {
	return lists.Map([][2]string{
		{"goos", e.OS}, {"goarch", e.Arch}, {"pkg", "qmsat"}, {"cpu", e.CPU}, {"go", e.Go}, {"commit", e.ShortCommit()},
		{"seed", strconv.FormatUint(report.Seed, 10)}, {"warm-up", strconv.Itoa(report.WarmUp)},
		{"date", e.Date.Format(time.RFC3339)}, {"command", e.Command},
	}, func(pair [2]string) benchfmt.Config {
		return benchfmt.Config{Key: pair[0], Value: []byte(pair[1]), File: true}
	})
}

// nameBreaks are the characters that would end a name, or a part of it.
var nameBreaks = pattern.New(`[\s/]+`)

// goName names the benchmark by the set and every part of the engine's choice, with the number of processors at its end as Go
// does.
func goName(e compare.Environment, set *compare.SetResult, row int) benchfmt.Name {
	contender := set.Report.Rows[row].Contender
	name := "Compare"
	part := func(key, value string) {
		name += "/" + key + "=" + nameBreaks().ReplaceAllString(value, "_")
	}
	if set.Name != "" {
		part("set", set.Name)
	}
	part("engine", contender.Engine.Name)
	if encoding := set.Encoding(contender); encoding != "" {
		part("encoding", strings.ReplaceAll(encoding, "/", "+"))
	}
	for name, value := range contender.Changed(sat.Settings()...) {
		part(name, value)
	}
	part("puzzles", strconv.Itoa(len(set.Report.Puzzles)))
	if e.CPUs > 1 {
		name += fmt.Sprintf("-%d", e.CPUs)
	}
	return benchfmt.Name(name)
}
