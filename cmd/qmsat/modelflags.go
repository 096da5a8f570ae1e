package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/cmd/internal/study"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/internal/namedfile"
	"qmsat/model"
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
	parts    *parts // of the arguments, if the command takes them one after the other
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
	model     *model.Model     // without its objective: only solve uses it
	objective *model.Objective // nil if it has none
	givens    model.Cube       // of the model file
	delta     *int             // nil unless the whole model is quasi-magic
	notation  model.Notation
	file      string        // of the model; may be empty
	parts     []setter.Part // the constraints of the file that belong together, if they were read separately
	// fromStdin says that the model was read from standard input, which is read once.
	fromStdin bool
	foreign   map[string][]model.Puzzle // by argument: the puzzles of one in a format of another program
	first     *model.Model              // of those, as it was read
	part      *puzzles                  // those that it is for; nil: all of the arguments
	streams   streams
	begun     time.Time     // when the time of the current puzzle began; the first one's includes reading and opening
	timeout   time.Duration // of a puzzle
}

// ranked returns the model with its objective.
func (t *task) ranked() *model.Model {
	ranked := *t.model
	ranked.Objective = t.objective
	return &ranked
}

// modelFormats is the choice of a reader of model files.
func modelFormats(target *string) *choice {
	return &choice{
		value: target,
		names: func() []string { return lists.Map(model.Readers(), func(r model.Reader) string { return r.Name }) },
		about: func(name string) string {
			r, _ := model.ReaderOf(name, "")
			return r.Summary
		},
		check: func(name string) error {
			_, err := model.ReaderOf(name, "")
			return err
		},
	}
}

// build makes the model; reading a file stops when ctx ends. If there is no input, the model cannot be standard input.
func (f *modelFlags) build(ctx context.Context, streams streams) (*task, error) {
	if f.parts != nil {
		return f.part(ctx, streams)
	}
	return f.whole(ctx, streams)
}

// whole makes the task of all puzzles, with the model of the first one that has its own.
func (f *modelFlags) whole(ctx context.Context, streams streams) (*task, error) {
	t := &task{streams: streams, begun: time.Now(), timeout: f.timeout}
	ctx, cancel := limited(ctx, t.begun, f.timeout)
	defer cancel()
	err := f.foreign(ctx, t, streams)
	if err == nil && t.model == nil {
		if err = f.base(ctx, t, streams); err == nil {
			err = f.addRules(t.model)
		}
	}
	if err != nil {
		return nil, orStopped(ctx, err)
	}
	t.setUp(t.model)
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

// setUp gives the task a model of its own, without the objective.
func (t *task) setUp(m *model.Model) {
	own := *m
	t.model, t.objective, t.notation, t.delta = &own, m.Objective, m.Notation(), nil
	own.Objective = nil
	if family, ok := own.Family(); ok && family.QuasiMagic {
		t.delta = &family.Delta
	}
}

// base makes the model without rules.
func (f *modelFlags) base(ctx context.Context, t *task, streams streams) (err error) {
	if f.file != "" {
		if err := misplaced(f.set, "cannot be combined with --model: the model file sets it", "delta", "box"); err != nil {
			return err
		}
		if t.fromStdin = f.file == stdinName; t.fromStdin && streams.in == nil {
			return usageErrorf("--model -, expected a file")
		}
		t.model, err = f.read(ctx, t, streams.in, f.file)
		return err
	}
	rows, columns, err := model.ParseDimensions(f.box)
	if err != nil {
		return usageErrorf("--box: %v", err)
	}
	if !f.set.Changed("delta") {
		t.model, err = model.Sudoku(rows, columns)
	} else if rows != columns {
		return usageErrorf("--delta cannot be combined with --box %s: quasi-magic Sudoku has square boxes", f.box)
	} else {
		t.model, err = model.QuasiMagic(rows, f.delta)
	}
	return err
}

// read reads a model file, or standard input. The task gets its givens and parts.
func (f *modelFlags) read(ctx context.Context, t *task, stdin io.Reader, file string) (*model.Model, error) {
	memory.Growing(ctx, "the model "+file)
	return readNamed(ctx, file, stdin, func(name string, r io.Reader) (m *model.Model, err error) {
		text := bufio.NewReaderSize(r, headSize)
		head, _ := text.Peek(headSize) // the reader meets the error again
		if f.format == "" && formats.IsLink(string(head)) {
			return t.readLink(name, text)
		}
		reader, err := model.ReaderFor(f.format, name, string(head))
		if err != nil {
			return nil, err
		}
		if t.file = name; f.separate && reader.Name == "flatzinc" {
			return t.readParts(ctx, name, text)
		}
		m, t.givens, err = reader.Read(ctx, name, text)
		return m, err
	})
}

// readLink reads a file of one link as a model with givens.
func (t *task) readLink(name string, r io.Reader) (*model.Model, error) {
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
	t.file, t.givens = name, list[0].Givens
	return list[0].Model, nil
}

// readParts reads a FlatZinc file and keeps its constraints as parts.
func (t *task) readParts(ctx context.Context, name string, r io.Reader) (*model.Model, error) {
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
	return m, err
}

func (f *modelFlags) addRules(m *model.Model) error {
	if f.rules == noRules {
		return nil
	}
	numbers, isList := parseRuleNumbers(f.rules)
	if isList {
		if err := model.AddPruningRules(m, numbers); err != nil {
			return usageErrorf("--rules %s: %v", f.rules, err)
		}
		return nil
	}
	file, err := namedfile.Open(f.rules)
	if errors.Is(err, fs.ErrNotExist) {
		return usageErrorf("--rules %s: expected none, all, a list such as 1,2,8-10, or a file that exists", f.rules)
	} else if err != nil {
		return err
	}
	defer file.Close()
	return model.ReadRules(f.rules, file, m)
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
