package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/cmd/internal/study"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/internal/namedfile"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/model/flatzinc"
	"qmsat/model/formats"
)

// modelFlags are the flags of every command that builds a model.
type modelFlags struct {
	set     *pflag.FlagSet
	delta   int
	box     string
	rules   string
	file    string
	format  string
	numbers bool
	assigns bool
	timeout time.Duration // of a puzzle, for commands with eachPuzzle; 0: never
	// separate reads FlatZinc files constraint by constraint.
	separate bool
	together bool     // the puzzles of the arguments have one model
	batches  *batches // of the arguments, if the command takes them one after the other
}

// puzzleFlags are the names of these flags, as topics list them.
const puzzleFlags = "delta box rules model model-format numbers assignments"

// noRules is the value of --rules for no rules.
const noRules = "none"

func addModelFlags(flags *pflag.FlagSet) *modelFlags {
	f := &modelFlags{set: flags}
	flags.IntVar(&f.delta, "delta", 0, "quasi-magic Sudoku with Δ = `N`")
	flags.StringVar(&f.box, "box", "3x3", "boxes of `RxC` cells")
	flags.StringVar(&f.rules, "rules", noRules, "pruning rules `SPEC`: none, all, 1,2,8-10, or a file")
	flags.StringVar(&f.file, "model", "", "read the model from `FILE`")
	addChoice(flags, modelFormats(&f.format), "model-format", "", "`FORMAT` of the model")
	requireFlag(flags, "model", "model-format")
	flags.BoolVar(&f.numbers, "numbers", false, "puzzles are numbers with blanks between them")
	flags.BoolVar(&f.assigns, "assignments", false, "puzzles are words such as r1c1=5")
	return f
}

// task is a model with its givens, as the model flags define it.
type task struct {
	document  *document.Document
	model     *model.Model     // what it compiles to, without its objective: only solve uses that
	objective *model.Objective // nil if it has none
	givens    model.Cube       // of the model file
	delta     *int             // nil unless the whole model is quasi-magic
	notation  model.Notation
	file      string        // of the model; may be empty
	parts     []setter.Part // the constraints of the file that belong together, if they were read separately
	// fromStdin says that the model was read from standard input, which is read once.
	fromStdin bool
	foreign   map[string][]model.Puzzle           // by argument: the puzzles of one in a format of another program
	documents map[*model.Model]*document.Document // of those, by their models as they were read
	first     *model.Model                        // of the first of those, as it was read
	batch     *puzzles                            // those that it is for; nil: all of the arguments
	streams   streams
	begun     time.Time     // when the time of the current puzzle began; the first one's includes reading and opening
	timeout   time.Duration // of a puzzle
}

// with returns the givens of the model file and those of a puzzle.
func (t *task) with(puzzle model.Cube) model.Cube {
	if len(t.givens) == 0 {
		return puzzle
	}
	return slices.Concat(t.givens, puzzle)
}

// modelFormats is the choice of a reader of model files.
func modelFormats(target *string) *choice {
	return &choice{
		value: target,
		names: func() []string {
			return lists.Map(document.Readers(), func(r document.Reader) string { return r.Name })
		},
		about: func(name string) string {
			r, _ := document.ReaderOf(name, "")
			return r.Summary
		},
		check: func(name string) error {
			_, err := document.ReaderOf(name, "")
			return err
		},
	}
}

// build makes the model; reading a file stops when ctx ends. If there is no input, the model cannot be standard input.
func (f *modelFlags) build(ctx context.Context, streams streams) (*task, error) {
	if f.batches != nil {
		return f.batch(ctx, streams)
	}
	return f.whole(ctx, streams)
}

// whole makes the task of all puzzles, with the model of the first one that has its own.
func (f *modelFlags) whole(ctx context.Context, streams streams) (*task, error) {
	t := &task{streams: streams, begun: time.Now(), timeout: f.timeout}
	ctx, cancel := limited(ctx, t.begun, f.timeout)
	defer cancel()
	err := f.foreign(ctx, t, streams)
	if err == nil && t.document == nil {
		if t.document, err = f.base(ctx, t, streams); err == nil {
			err = f.addRules(t.document)
		}
	}
	if err != nil {
		return nil, orStopped(ctx, err)
	}
	t.setUp(t.document)
	switch {
	case f.numbers && f.assigns:
		return nil, usageErrorf("--numbers cannot be combined with --assignments")
	case f.numbers:
		t.notation = model.Numbers
	case f.assigns:
		t.notation = model.Assignments
	}
	if err := t.model.CanWrite(t.notation); err != nil {
		return nil, usageErrorf("--numbers: %v", err)
	}
	return t, nil
}

// setUp gives the task a document, and a model of its own without the objective.
func (t *task) setUp(d *document.Document) {
	own := *d.Model
	t.document, t.model, t.objective, t.notation, t.delta = d, &own, own.Objective, own.Notation(), nil
	own.Objective = nil
	if family, ok := own.Family(); ok && family.QuasiMagic {
		t.delta = &family.Delta
	}
}

// base makes the document without rules.
func (f *modelFlags) base(ctx context.Context, t *task, streams streams) (*document.Document, error) {
	if f.file != "" {
		if err := misplaced(f.set, "cannot be combined with --model: the model file sets it", "delta", "box"); err != nil {
			return nil, err
		}
		if t.fromStdin = f.file == stdinName; t.fromStdin && streams.in == nil {
			return nil, usageErrorf("--model -, expected a file")
		}
		d, err := f.read(ctx, t, streams.in, f.file)
		if err == nil {
			t.givens = d.Givens
		}
		return d, err
	}
	rows, columns, err := model.ParseDimensions(f.box)
	if err != nil {
		return nil, usageErrorf("--box: %v", err)
	}
	var m *model.Model
	if !f.set.Changed("delta") {
		m, err = model.Sudoku(rows, columns)
	} else if rows != columns {
		return nil, usageErrorf("--delta cannot be combined with --box %s: quasi-magic Sudoku has square boxes", f.box)
	} else {
		m, err = model.QuasiMagic(rows, f.delta)
	}
	if err != nil {
		return nil, err
	}
	return document.New(m), nil
}

// read reads a model file, or standard input. The task gets its parts.
func (f *modelFlags) read(ctx context.Context, t *task, stdin io.Reader, file string) (*document.Document, error) {
	memory.Growing(ctx, "the model "+file)
	return readNamed(ctx, file, stdin, func(name string, r io.Reader) (*document.Document, error) {
		text := bufio.NewReaderSize(r, headSize)
		head, _ := text.Peek(headSize) // the reader meets the error again
		if f.format == "" && formats.IsLink(string(head)) {
			return t.readLink(name, text)
		}
		reader, err := document.ReaderFor(f.format, name, string(head))
		if err != nil {
			return nil, err
		}
		if t.file = name; f.separate && reader.Name == "flatzinc" {
			return t.readParts(ctx, name, text)
		}
		return reader.Read(ctx, name, text)
	})
}

// readLink reads a file of one link as a model with givens.
func (t *task) readLink(name string, r io.Reader) (*document.Document, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	list, _, err := formats.ReadAll(name, string(text))
	switch {
	case err != nil:
		return nil, err
	case len(list) > 1:
		return nil, usageErrorf("%s: found %d puzzles, expected one", name, len(list))
	}
	for _, warning := range list[0].Warnings {
		t.streams.note("%s: %s", name, warning)
	}
	t.file = name
	return list[0].Document, nil
}

// readParts reads a FlatZinc file and keeps its constraints as parts.
func (t *task) readParts(ctx context.Context, name string, r io.Reader) (*document.Document, error) {
	m, parts, err := flatzinc.ReadParts(ctx, name, r)
	if err != nil {
		return nil, err
	}
	g := setter.NewGrouper(m)
	t.parts = lists.Map(parts, func(p flatzinc.Part) setter.Part {
		part := g.Group(p.Kind, p.Name, p.Constraints...)
		part.Line = p.Line
		return part
	})
	return document.New(m), nil
}

// addRules adds the rules to a document.
func (f *modelFlags) addRules(d *document.Document) error {
	if f.rules == noRules {
		return nil
	}
	numbers, isList := parseRuleNumbers(f.rules)
	if isList {
		rules, err := d.Model.PruningRules(numbers)
		if err != nil {
			return usageErrorf("--rules %s: %v", f.rules, err)
		}
		return d.AddConstraints(rules...)
	}
	file, err := namedfile.Open(f.rules)
	if errors.Is(err, fs.ErrNotExist) {
		return usageErrorf("--rules %s: expected none, all, a list such as 1,2,8-10, or a file that exists", f.rules)
	} else if err != nil {
		return err
	}
	defer file.Close()
	rules, err := document.ReadRules(f.rules, file, d.Model)
	if err != nil {
		return err
	}
	return d.AddConstraints(rules...)
}

// parseRuleNumbers reads "all" or a list of numbers and ranges.
func parseRuleNumbers(text string) (numbers []int, ok bool) {
	if text == allNames {
		text = fmt.Sprintf("1-%d", model.PruningRuleCount)
	}
	return parseNumbers(text)
}

// parseNumbers reads a list of numbers and ranges such as 1,2,8-10.
func parseNumbers(text string) (numbers []int, ok bool) { return study.ParseNumbers(text) }

// inputError gives an error without a status the status of bad input, unless memory was used up or an engine failed.
func inputError(err error) error {
	switch {
	case err == nil || errors.As(err, new(*exitError)) || errors.Is(err, errPipeClosed):
		return err
	case errors.As(err, new(*memory.ExceededError)):
		return &exitError{statusStopped, err}
	case errors.As(err, new(*engine.FailedError)):
		return &exitError{statusFailed, err}
	}
	return &exitError{statusUsage, err}
}
