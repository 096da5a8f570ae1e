package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/compare/report"
	"qmsat/internal/pattern"
)

// measuredFormats are the output formats of the commands that measure.
var measuredFormats = []string{"text", "json", "csv", "go"}

// The sheets of compare and bench.
var (
	compareSheet = &sheet{report.CompareText, report.CompareRecord}
	benchSheet   = &sheet{report.BenchText, report.BenchRecord}
)

// sheet says how a command shows its results, unless the format decides it.
type sheet struct {
	text   func(set *compare.SetResult) string // tables, whole lines
	record func(set *compare.SetResult, row int, e compare.Environment) any
}

// printer prints each set of results as soon as it is complete, in one of measuredFormats.
type printer struct {
	*sheet
	out         *lines
	format      string
	environment compare.Environment
	printed     int // sets
}

func (p *printer) set(set *compare.SetResult) error {
	var text bytes.Buffer
	var err error
	switch p.format {
	case "json":
		for row := range set.Report.Rows {
			p.out.object(p.record(set, row, p.environment))
		}
	case "csv":
		if err = report.WriteCSV(&text, p.environment, set); p.printed > 0 {
			text.ReadString('\n') // the heading
		}
	case "go":
		err = report.WriteGoBenchmark(&text, p.environment, set)
	default:
		if p.printed > 0 {
			text.WriteString("\n")
		}
		text.WriteString(p.setText(set))
	}
	p.printed++
	if text.Len() > 0 {
		p.out.line(strings.TrimSuffix(text.String(), "\n"))
	}
	return firstError(p.out.flush(), err)
}

// end prints the command line and the machine, for formats whose sets do not contain them.
func (p *printer) end() error {
	if p.format == "text" {
		p.out.text("command: " + p.environment.Command)
		p.out.text("machine: " + p.environment.Machine())
	}
	return p.out.flush()
}

// setText writes a set for people, under its name if it has one.
func (p *printer) setText(set *compare.SetResult) string {
	var text strings.Builder
	for _, heading := range []string{set.Name, set.Description} {
		if heading != "" {
			fmt.Fprintf(&text, "%s\n", p.out.broken(heading))
		}
	}
	claim := set.Report.Claim()
	if claim.Stopped {
		fmt.Fprintf(&text, "%s\n", p.out.broken(p.out.bad(claim.String())))
	}
	text.WriteString(p.out.tables(p.sheet.text(set)))
	writeFailure(&text, p.out.paint, set.Report)
	if !claim.Stopped {
		fmt.Fprintf(&text, "%s\n", p.out.broken(claim.String()))
	}
	fmt.Fprintf(&text, "%s\n", p.out.broken(set.Title()))
	return text.String()
}

// writeFailure writes the smallest puzzle on which contenders differ or one fails, if any.
func writeFailure(text *strings.Builder, p paint, report *compare.Report) {
	f, failed := report.Smallest()
	if !failed {
		return
	}
	what := "disagreement:"
	if f.Err != nil {
		what = "failure:"
	}
	fmt.Fprintf(text, "\n%s %s\nengine %s: %s\n\n", p.bad(what), where(f.Puzzle), f.Label, f.Reason)
}

// addRoundFlags adds the flags of rounds, with the defaults of the command.
func addRoundFlags(flags *pflag.FlagSet, rounds, warmUp int) *compare.Config {
	c := &compare.Config{}
	addWhole(flags, &c.Rounds, "rounds", rounds, 1, "run each puzzle `N` times")
	addNumber(flags, &c.Seed, "seed", 1, "seed `S` of the order")
	addWhole(flags, &c.WarmUp, "warm-up", warmUp, 0, "`N` unmeasured runs before the first round")
	return c
}

// newSets returns the sets that flags and arguments define, one for each model.
func newSets(ctx context.Context, streams streams, args []string, ef *engineFlags, config *compare.Config) (sets []*compare.Set, err error) {
	err = ef.model.each(ef.addSet(&sets, config))(ctx, streams, args)
	return sets, err
}

func (f *engineFlags) addSet(sets *[]*compare.Set, config *compare.Config) action {
	return func(ctx context.Context, streams streams, args []string) error {
		t, contenders, err := f.prepare(ctx, streams)
		if err != nil {
			return err
		}
		set := &compare.Set{Delta: t.delta, Config: *config}
		set.Model, set.Givens, set.Contenders, set.Limit, set.Timeout = t.model, t.givens, contenders, f.limit, f.timeout
		set.Puzzles, err = t.listPuzzles(streams.in, args)
		*sets = append(*sets, set)
		return err
	}
}

// printMeasured measures one set after the other and prints its results. If dir is not "", it rewrites the report in that folder
// after each set, with the remaining sets as not run. They stay so if the context ends.
func printMeasured(ctx context.Context, streams streams, s *sheet, format, dir string, flags *pflag.FlagSet, args []string,
	sets []*compare.Set) error {
	if err := makeReportFolder(dir); err != nil {
		return err
	}
	result := &compare.SuiteResult{Environment: compare.NewEnvironment(commandLine(flags, args))}
	for _, set := range sets {
		result.Sets = append(result.Sets, set.NotRun())
	}
	p := &printer{sheet: s, out: newLines(streams.out), format: format, environment: result.Environment}
	for i, set := range sets {
		bar := puzzleBar(streams.err, set.Rounds*len(set.Puzzles))
		set.Progress = bar.step
		var err error
		result.Sets[i], err = set.Run(ctx)
		bar.clear()
		if err != nil {
			return inputError(err)
		}
		if err := firstError(s.writeReport(dir, result), p.set(&result.Sets[i])); err != nil {
			return err
		}
	}
	return firstError(p.end(), verdict(ctx, result))
}

// verdict is the error for the command's exit status, or nil if all engines finished and agree. A wrong result takes precedence
// over a failed engine, and a failed engine over a stop.
func verdict(ctx context.Context, result *compare.SuiteResult) error {
	claim := result.Claim()
	var smallest compare.Failure
	for i := range result.Sets {
		report := result.Sets[i].Report
		if f, failed := report.Smallest(); failed && (smallest.Reason == "" || compare.Smaller(f, smallest) < 0) {
			smallest = f
		}
	}
	switch {
	case claim.Disagreements > 0:
		return &exitError{statusCheck, fmt.Errorf("%s; the smallest: %s: %s: %s",
			claim.Failed(), smallest.Label, where(smallest.Puzzle), smallest.Reason)}
	case claim.Crashes > 0:
		return inputError(fmt.Errorf("%s; the smallest: %s: %w", claim.Failed(), where(smallest.Puzzle), smallest.Err))
	case claim.Stopped && ctx.Err() != nil:
		return &exitError{statusStopped, fmt.Errorf("%w: %s", stopCause(ctx), claim.Extent())}
	case claim.Stopped:
		return &exitError{statusStopped, fmt.Errorf("stopped by a timeout: %s", claim.Extent())}
	}
	return nil
}

// commandLine returns the command line, quoted for a shell: the flags in order, then the other arguments.
func commandLine(flags *pflag.FlagSet, args []string) string {
	words := []string{"qmsat", flags.Name()}
	flags.Visit(func(f *pflag.Flag) {
		words = append(words, flagWords(f)...)
	})
	return shellWords(append(words, args...)...)
}

// flagWords returns the words that give a flag its value again.
func flagWords(f *pflag.Flag) []string {
	switch value := f.Value.String(); f.NoOptDefVal {
	case "":
		return []string{"--" + f.Name, value}
	case value:
		return []string{"--" + f.Name}
	default:
		return []string{"--" + f.Name + "=" + value}
	}
}

// plainWord is a word that a shell leaves unchanged.
var plainWord = pattern.New(`^[\pL\pN_@%+=:,./-]+$`)

// shellWords quotes words for a shell.
func shellWords(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if !plainWord().MatchString(word) {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// The files that --report leaves in its folder.
const (
	reportPage    = report.PageFile
	reportResults = report.ResultsFile
	reportTimes   = "times.csv"
	reportRounds  = "rounds.csv"
)

func addReport(flags *pflag.FlagSet) *string {
	return flags.String("report", "", "write a page with tables and plots, and the figures as data, into the folder `DIR`")
}

// makeReportFolder creates the folder for a report or for certificates, if one is requested, before anything runs.
func makeReportFolder(dir string) error {
	if dir == "" {
		return nil
	}
	return outputError(os.MkdirAll(dir, 0o755))
}

func (s *sheet) writeReport(dir string, result *compare.SuiteResult) error {
	if dir == "" {
		return nil
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{reportPage, func(w io.Writer) error { return report.Write(w, result) }},
		{reportTimes, func(w io.Writer) error { return report.WriteTimes(w, result) }},
		{reportRounds, func(w io.Writer) error { return report.WriteRounds(w, result) }},
		{reportResults, func(w io.Writer) error {
			p := &printer{sheet: s, out: newLines(w), format: "json", environment: result.Environment}
			for i := range result.Sets {
				p.set(&result.Sets[i])
			}
			return p.end()
		}},
	} {
		if err := writeFile(filepath.Join(dir, file.name), nil, file.write); err != nil {
			return err
		}
	}
	return nil
}
