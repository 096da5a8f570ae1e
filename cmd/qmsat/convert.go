package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/internal/lists"
	"qmsat/model/formats"
)

var convertCommand = &command{
	name:    "convert",
	args:    "[LINK | PUZZLE | FILE | -]",
	summary: "write a puzzle in the format of another program",
	long: `Writes a puzzle in another format: as a link of f-puzzles, SudokuPad or Penpa+, as text, as a model file, or
as a picture. Links are read for the puzzle in their text; nothing is fetched. Other commands read the same links and files.

What the format cannot express is named, and the command ends with exit status 2. With --lossy it is dropped, with a line on
standard error. A line on standard error also tells what was not understood in the input.
Title, author, rules, pencil marks, colours and the stored solution go along if the format has a place for them.
What is only drawn in a link goes along if the link goes out in the same format.
A link of SudokuPad is a drawing (scl), or the form of f-puzzles (fpuz) if the drawing would lose a rule; a line says so.
Formats: ` + strings.Join(writtenFormats(nil).names(), ", ") + ".",
	examples: []example{
		{"convert --to fpuzzles --box 2x2 1....2...3....4.", "a link for f-puzzles.com"},
		{"convert --to yaml --box 2x2 1....2...3....4.", "a model file"},
	},
	output: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &convertFlags{modelFlags: addModelFlags(flags)}
		addChoice(flags, writtenFormats(&f.to), "to", "", "write `FORMAT`")
		flags.BoolVar(&f.lossy, "lossy", false, "drop what the format cannot express")
		return f.run
	},
}

type convertFlags struct {
	*modelFlags
	to    string
	lossy bool
}

// writtenFormats is the choice of a format that can be written.
func writtenFormats(target *string) *choice {
	names := func() []string {
		written := lists.Filter(formats.All(), func(f formats.Format) bool { return f.Write != nil })
		return lists.Map(written, func(f formats.Format) string { return f.Name })
	}
	return &choice{
		value: target,
		names: names,
		about: func(name string) string {
			f, _ := formats.Lookup(name)
			return f.Summary
		},
		check: func(name string) error {
			if !slices.Contains(names(), name) {
				return fmt.Errorf("found the format %q, expected one that can be written: %s", name, strings.Join(names(), ", "))
			}
			return nil
		},
	}
}

func (f *convertFlags) run(ctx context.Context, streams streams, args []string) error {
	if f.to == "" {
		return usageErrorf("expected --to FORMAT")
	}
	t, err := f.build(ctx, streams)
	if err != nil {
		return err
	}
	found, err := t.listPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	format, _ := formats.Lookup(f.to)
	if len(found) > 1 && !format.Lines {
		return usageErrorf("found %d puzzles, expected one: --to %s writes one", len(found), f.to)
	}
	var all strings.Builder
	for _, p := range found {
		puzzle := &formats.Puzzle{Document: t.of(p).document.WithGivens(slices.Concat(t.givens, p.Cube))}
		text, err := f.write(format, puzzle, streams)
		if err != nil {
			return err
		}
		all.WriteString(text)
	}
	return writeText(streams.out, all.String())
}

// mostLost is how many lost things a message names.
const mostLost = 10

func (f *convertFlags) write(format formats.Format, p *formats.Puzzle, streams streams) (string, error) {
	text, lost, err := format.Write(p)
	if form, found := formats.Find("", text); found && form.Name != format.Name && form.Lines {
		defer streams.note("--to %s: wrote the form of %s, which keeps more", f.to, form.Name)
	}
	switch {
	case err != nil:
		return "", usageErrorf("--to %s: %w", f.to, err)
	case len(lost) == 0:
		return text, nil
	case !f.lossy && len(lost) > 1:
		return "", usageErrorf("--to %s cannot express %s, and %s; --lossy drops them", f.to, lost[0], others(len(lost)-1))
	case !f.lossy:
		return "", usageErrorf("--to %s cannot express %s; --lossy drops it", f.to, lost[0])
	}
	for i, what := range lost {
		if i == mostLost {
			streams.note("dropped: %s", others(len(lost)-i))
			break
		}
		streams.note("dropped: %s", what)
	}
	return text, nil
}

func others(n int) string {
	if n == 1 {
		return "1 other thing"
	}
	return fmt.Sprintf("%d other things", n)
}
