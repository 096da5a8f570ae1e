package main

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/compare/rules"
	"qmsat/compare/study"
	"qmsat/compare/study/chromatic"
	"qmsat/compare/study/code"
	"qmsat/compare/study/reproduce"
	"qmsat/internal/job/cluster"
	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
)

var codeCommand = &command{
	name:    "code",
	args:    "TOPIC [flags] [NUMBER | WORD | FILE]...",
	summary: "quasi-magic Sudoku as an erasure code",
	long: `Studies the code whose words are the grids of quasi-magic Sudoku 9×9 with the Δ of --delta, 2 to 9; 9 is plain Sudoku. A puzzle
is a word with erasures.`,
	topics: lists.Map(code.Topics, asking),
}

var rulesCommand = &command{
	name:    "rules",
	args:    "TOPIC [flags] [RULES | FAMILY... | FILE...]",
	summary: "prove rules, refute them, find them; measure what they do",
	long:    `Tells about rules of quasi-magic Sudoku: the ten pruning rules of Roach et al. 2009, others, and new ones.`,
	topics:  lists.Map(rules.Topics, asking),
}

var reproduceCommand = &command{
	name:    "reproduce",
	args:    "TABLE [flags] [FILE]...",
	summary: "measure a published table again, beside its figures",
	long: `Measures the figures of a published table again and prints them beside the published ones. The puzzles behind those are
not public: ours come from seeds or files and have as many givens.`,
	topics: lists.Map(reproduce.Topics, asking),
}

var chromaticCommand = func() *command {
	c := asking(chromatic.Topic)
	c.args = puzzleArgs
	return c
}()

// asking makes a command that asks a question of a study.
func asking(t *study.Topic) *command {
	c := &command{name: t.Name, args: t.Args, summary: t.Summary, long: t.Help, bounded: true}
	c.examples = lists.Map(t.Examples, func(words [2]string) example { return example{words[0], words[1]} })
	if t.Words != nil {
		c.words = func([]string) []string { return t.Words() }
	}
	c.setup = func(flags *pflag.FlagSet) action {
		s, f := t.New(), &studyFlags{FlagSet: flags}
		s.Flags(f)
		return func(ctx context.Context, streams streams, args []string) error {
			b, out := s.Common(), newLines(streams.out)
			f.streams, b.Command, b.Args = streams, &studyOutput{out, streams}, args
			ctx, cancel := limited(ctx, time.Now(), b.Timeout)
			defer cancel()
			err := makeReportFolder(b.Report)
			if err == nil {
				err = studyError(ctx, s.Run(ctx))
			}
			b.EndBar()
			return firstError(out.flush(), err)
		}
	}
	return c
}

// studyError gives an error of a study its exit status.
func studyError(ctx context.Context, err error) error {
	said, failure := new(study.Error), new(compare.Failure)
	switch {
	case errors.As(err, &said) && said.Err == nil:
		return &exitError{status: statusCheck}
	case errors.As(err, &said) && said.Stopped:
		return &exitError{statusStopped, err}
	case said.Err != nil, errors.As(err, &failure) && failure.Err == nil:
		return checkFailed(err)
	}
	return orStopped(ctx, err)
}

// studyOutput is where a study writes.
type studyOutput struct {
	*lines
	streams streams
}

func (o *studyOutput) Line(text string) error              { return o.line(text) }
func (o *studyOutput) Table(text string) error             { return o.table(text) }
func (o *studyOutput) Object(value any) error              { return o.object(value) }
func (o *studyOutput) Flush() error                        { return o.flush() }
func (o *studyOutput) Good(text string) string             { return o.good(text) }
func (o *studyOutput) Bad(text string) string              { return o.bad(text) }
func (o *studyOutput) Open(text string) string             { return o.open(text) }
func (o *studyOutput) MakeFolder(name string) error        { return makeReportFolder(name) }
func (o *studyOutput) Input(ctx context.Context) io.Reader { return stop.Reader(ctx, o.streams.in) }

func (o *studyOutput) WriteFile(name string, write func(io.Writer) error) error {
	return outputError(writeFile(name, o.streams.out, write))
}

func (o *studyOutput) NewBar(total int, things string) study.Bar {
	if things == "puzzles" {
		b := puzzleBar(o.streams.err, total)
		return study.Bar{Step: b.step, Share: b.share, Clear: b.clear}
	}
	b := newBar(o.streams.err, total, things)
	return study.Bar{Step: b.step, Share: b.share, Clear: b.clear}
}

func (o *studyOutput) Puzzles(m *model.Model) *study.Puzzles {
	return (&task{model: m, notation: m.Notation()}).puzzles(o.streams.in)
}

// puzzles reads puzzles for a study.
func (t *task) puzzles(in io.Reader) *study.Puzzles {
	return &study.Puzzles{Model: t.model, Givens: t.givens, Delta: t.delta, Read: func(args []string) (iter.Seq2[model.Puzzle, error], error) {
		p, err := t.readPuzzles(in, args)
		return p.all, err
	}}
}

// studyFlags are the flags of a study.
type studyFlags struct {
	*pflag.FlagSet
	streams streams
}

func (f *studyFlags) Whole(target *int, name string, value, least int, usage string) {
	addWhole(f.FlagSet, target, name, value, least, usage)
}

func (f *studyFlags) Duration(target *time.Duration, name string, value time.Duration, usage string) {
	addDuration(f.FlagSet, target, name, value, usage)
}

func (f *studyFlags) Choice(target *string, name, value, usage string, names ...string) {
	addName(f.FlagSet, target, name, value, usage, names...)
}

func (f *studyFlags) Choices(target *string, name, value, usage string, names ...string) {
	addNames(f.FlagSet, target, name, value, usage, names...)
}

func (f *studyFlags) Setting(target *string, s *engine.Setting, value, usage string, several bool) {
	addSetting(f.FlagSet, target, s, value, usage, several)
}

func (f *studyFlags) Engines(target *string, name, value, usage string, several bool) {
	addChoice(f.FlagSet, &choice{
		value: target, names: engine.Forms, several: several, check: unchecked, about: engineSummary, inside: engine.SettingWords,
	}, name, value, usage)
}

func (f *studyFlags) Beside(name string, others ...string) { readBeside(f.FlagSet, name, others...) }

func (f *studyFlags) Model() ([]string, func(context.Context) (*study.Puzzles, error)) {
	m := addModelFlags(f.FlagSet)
	return strings.Fields(puzzleFlags), func(ctx context.Context) (*study.Puzzles, error) {
		t, err := m.build(ctx, f.streams.in)
		if err != nil {
			return nil, err
		}
		return t.puzzles(f.streams.in), nil
	}
}

func (f *studyFlags) Cluster() (given func() bool, run func(context.Context, int, string, string, []byte) (string, error)) {
	over := addClusterRun(f.FlagSet)
	return over.given, func(ctx context.Context, workers int, kind, title string, input []byte) (string, error) {
		over.workers = workers
		r, err := over.run(ctx, f.streams, cluster.Info{Kind: kind, Title: title}, input, nil)
		return r.Result, err
	}
}
