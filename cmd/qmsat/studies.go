package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask"
	"qmsat/cmd/internal/study"
	"qmsat/cmd/internal/study/chromatic"
	"qmsat/cmd/internal/study/code"
	"qmsat/cmd/internal/study/reproduce"
	"qmsat/cmd/internal/study/rules"
	"qmsat/compare"
	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/cluster"
)

var codeCommand = &command{
	name:    "code",
	args:    "TOPIC [flags] [NUMBER | WORD | FILE]...",
	summary: "quasi-magic Sudoku as an erasure code",
	long: `Studies quasi-magic Sudoku as an erasure code. A word of the code is a full 9×9 grid, sent as 81 symbols. A symbol that gets lost
is erased, so a received word is a puzzle, and a decoder is a solver. --delta chooses the code, from 2 to 9; 9 allows
every sum (6 to 24), which is plain Sudoku (qmsat help puzzles). docs/code.md has results.`,
	topics: lists.Map(code.Topics, asking),
}

var rulesCommand = &command{
	name:    "rules",
	args:    "TOPIC [flags] [ARGUMENT]...",
	summary: "prove rules, refute them, find them; measure what they do",
	long: `Proves, refutes, finds and measures rules of quasi-magic Sudoku. A rule says what holds in all quasi-magic grids for
one Δ, such as the ten pruning rules of Roach et al. 2009 for Δ = 2 (docs/rules.md).`,
	topics: lists.Map(rules.Topics, asking),
}

var reproduceCommand = &command{
	name:    "reproduce",
	args:    "TOPIC [flags] [FILE]...",
	summary: "measure a published table again, beside its figures",
	long: `Measures a published table again and prints our figures beside the published ones. The original puzzles are not public. Ours
come from seeds or files and have as many givens.`,
	topics: lists.Map(reproduce.Topics, asking),
}

var chromaticCommand = func() *command {
	c := asking(chromatic.Topic)
	c.args = puzzleArgs
	return c
}()

// asking returns the command for a question of a study.
func asking(t *study.Topic) *command {
	c := &command{name: t.Name, args: t.Args, summary: t.Summary, long: t.Help, bounded: true}
	c.examples = lists.Map(t.Examples, func(words [2]string) example { return example{words[0], words[1]} })
	if t.Words != nil {
		c.words = func([]string) []string { return t.Words() }
	}
	c.setup = func(flags *pflag.FlagSet) action {
		s := t.New()
		b, f := s.Common(), &studyFlags{FlagSet: flags}
		f.add(b, reflect.ValueOf(s).Elem())
		return func(ctx context.Context, streams streams, args []string) error {
			out := newLines(streams.out)
			f.streams, b.Command, b.Args, b.Given = streams, &studyOutput{out, streams}, args, flags.Changed
			ctx, cancel := limited(ctx, time.Now(), b.Timeout)
			defer cancel()
			var err error
			if options, checked := s.(study.Checked); checked {
				err = options.Check()
			}
			if err == nil {
				err = makeReportFolder(b.Report)
			}
			if err == nil {
				err = s.Answer(ctx)
			}
			err = studyError(ctx, err)
			b.EndBar()
			return firstError(out.flush(), err)
		}
	}
	return c
}

// studyError sets the exit status of a study's error.
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

func (o *studyOutput) Line(text string) error              { return o.text(text) }
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
		return func(yield func(model.Puzzle, error) bool) {
			for q, err := range p.all {
				if err == nil && !t.sameModel(q, model.Puzzle{}) {
					err = usageErrorf("%s: found a puzzle with a model of its own, expected one of the model before", where(q))
				}
				if !yield(q, err) {
					return
				}
			}
		}, err
	}}
}

// studyFlags are the flags of a study.
type studyFlags struct {
	*pflag.FlagSet
	streams streams
}

// add adds a flag for each option of a study, as its tags say, in the order of the fields.
func (f *studyFlags) add(b *study.Base, options reflect.Value) {
	for i := range options.NumField() {
		field, value := options.Type().Field(i), options.Field(i)
		tag := field.Tag
		var target any
		switch {
		case field.Name == "_":
			target = map[string]any{"format": &b.Format, "report": &b.Report, "timeout": &b.Timeout}[tag.Get("flag")]
			b.Objects = b.Objects || tag.Get("objects") != ""
		case field.Type == reflect.TypeFor[study.Base]():
		case field.Anonymous && field.Type != reflect.TypeFor[study.Models]():
			f.add(b, value)
		case field.IsExported():
			target = value.Addr().Interface()
		}
		switch target := target.(type) {
		case *study.Models:
			f.addModels(target)
		case *study.Cluster:
			f.addCluster(target)
		case *study.Chosen:
			f.addChosen(target)
		case *[]study.Chosen:
			for i := range *target {
				f.addChosen(&(*target)[i])
			}
		case nil:
		default:
			f.addOption(target, tag, placeholders.Replace(tag.Get("usage")))
		}
		if other := f.Lookup(tag.Get("beside")); other != nil {
			requireFlag(f.FlagSet, other.Name, append(other.Annotations[dependents], tag.Get("flag"))...)
		}
	}
}

// placeholders quotes the names of values in the description of an option, as flags do. It leaves comparisons.
var placeholders = strings.NewReplacer(" < ", " < ", " > ", " > ", "<", "`", ">", "`")

// addOption adds the flag of an option.
func (f *studyFlags) addOption(target any, tag reflect.StructTag, usage string) {
	name, value := tag.Get("flag"), tag.Get("value")
	if name == "" {
		return
	}
	switch target := target.(type) {
	case *bool:
		f.BoolVar(target, name, false, usage)
	case **bool:
		f.Var(optional{target}, name, usage)
		f.Lookup(name).NoOptDefVal = "true"
	case *int:
		number, _ := strconv.Atoi(value)
		if least, err := strconv.Atoi(tag.Get("least")); err == nil {
			addWhole(f.FlagSet, target, name, number, least, usage)
		} else {
			f.IntVar(target, name, number, usage)
		}
	case *uint64:
		number, _ := strconv.ParseUint(value, 10, 64)
		addNumber(f.FlagSet, target, name, number, usage)
	case *time.Duration:
		duration, _ := time.ParseDuration(value)
		addDuration(f.FlagSet, target, name, duration, usage)
	case *string:
		one, list := strings.Split(tag.Get("names"), ","), strings.Split(tag.Get("lists"), ",")
		offered, chooses := ask.Choices[tag.Get("choice")]
		switch engines := tag.Get("engines"); {
		case chooses:
			addChoice(f.FlagSet, &choice{
				value: target, names: offered.Names, several: offered.Several, check: offered.Check, topic: offered.Topic,
			}, name, value, usage)
		case one[0] != "":
			addName(f.FlagSet, target, name, cmp.Or(value, one[0]), usage, one...)
		case list[0] != "":
			addNames(f.FlagSet, target, true, name, cmp.Or(value, tag.Get("lists")), usage, list...)
		case engines != "":
			var words []string
			if engines == ask.Unrelated {
				words = []string{engines}
			}
			addChoice(f.FlagSet, engineChoice(target, engines == "several", words...), name, value, usage)
		default:
			f.StringVarP(target, name, tag.Get("letter"), value, usage)
		}
	}
}

func (f *studyFlags) addChosen(c *study.Chosen) {
	addSetting(f.FlagSet, &c.Value, c.Setting, c.Value, placeholders.Replace(c.Usage), c.Several)
}

func (f *studyFlags) addModels(o *study.Models) {
	m := addModelFlags(f.FlagSet)
	o.Names = strings.Fields(puzzleFlags)
	o.Build = func(ctx context.Context) (*study.Puzzles, error) {
		t, err := m.build(ctx, f.streams)
		if err != nil {
			return nil, err
		}
		return t.puzzles(f.streams.in), nil
	}
}

func (f *studyFlags) addCluster(o *study.Cluster) {
	over := addClusterJob(f.FlagSet)
	o.Given = over.given
	o.Run = func(ctx context.Context, workers int, kind, title string, input []byte) (string, error) {
		over.workers = workers
		r, err := over.run(ctx, f.streams, cluster.Info{Kind: kind, Title: title}, input, nil)
		return r.Result, err
	}
}
