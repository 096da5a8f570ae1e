package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask"
	"qmsat/cmd/internal/study"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/draw"
)

// puzzleQuestion returns the command that asks a question of each puzzle: flags become the request, and the answer becomes text, JSON or
// pictures.
func puzzleQuestion(name string) *command {
	q, err := ask.Lookup(name)
	if err != nil {
		panic(err)
	}
	c := &command{name: q.Name, args: puzzleArgs, summary: q.Summary, long: q.Help, output: q.Output, parts: q.Output, bounded: true}
	c.examples = lists.Map(q.Examples, func(words [2]string) example { return example{q.Name + " " + words[0], words[1]} })
	c.setup = func(flags *pflag.FlagSet) action {
		asks := &question{Method: q, request: q.New(), model: addModelFlags(flags)}
		asks.model.separate = true
		(&studyFlags{FlagSet: flags}).add(nil, reflect.ValueOf(asks.request).Elem())
		if q.Pictures != "" {
			flags.StringVar(&asks.folder, "pictures", "", q.Pictures)
		}
		addFormat(flags, &asks.format, q.Formats...)
		if asks.model.addTimeout(); q.Timeout != "" {
			flags.Lookup("timeout").Usage = q.Timeout
		}
		return asks.model.each(asks.run)
	}
	return c
}

// question is a question with its request.
type question struct {
	ask.Method
	request any
	model   *modelFlags
	format  string
	folder  string         // of pictures, or ""
	number  int            // of puzzles that were answered
	drawn   []draw.Picture // the document
}

// run asks the question of each puzzle of the arguments. A puzzle that fails a check does not keep the next from being asked about.
func (q *question) run(ctx context.Context, streams streams, args []string) error {
	if err := q.check(); err != nil {
		return err
	}
	t, err := q.model.build(ctx, streams)
	if err != nil {
		return err
	}
	if (q.format == "svg" || q.folder != "") && t.model.Grid == nil {
		return usageErrorf("pictures: %v", draw.ErrNoGrid)
	}
	if q.folder != "" {
		if err := outputError(os.MkdirAll(q.folder, 0o755)); err != nil {
			return err
		}
	}
	out, opened := newLines(streams.out), new(ask.Opened)
	defer opened.Close()
	var failed error
	err = t.eachPuzzle(ctx, streams, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		ask.On(q.request, ask.Puzzle{
			Model: t.ranked(), Givens: cube, Parts: t.parts, Notation: t.notation, Draw: q.format == "svg" || q.folder != "", Opened: opened,
		})
		working := newSpinner(streams.err, "")
		answer, err := q.Ask(ctx, q.request, func(event any) error {
			if p, is := event.(ask.Progress); is {
				working.progress(p)
			}
			return nil
		})
		working.clear()
		if answer != nil {
			q.number++
			err = firstError(q.show(t, out, p, answer), err)
		}
		if checked, is := answer.(ask.Checked); is && err == nil {
			err = study.Failed(checked.Check())
		}
		said, located := new(study.Error), fmt.Errorf("%s: %w", where(p), err)
		switch {
		case errors.As(err, &said) && said.Stopped:
			return &exitError{statusStopped, located}
		case errors.As(err, &said):
			failed = firstError(failed, checkFailed(located))
			return nil
		case errors.As(err, new(ask.BadRequest)):
			return inputError(located)
		}
		return err
	})
	if len(q.drawn) > 0 {
		err = firstError(outputError(draw.SVG(out.w, t.ranked(), q.drawn)), err)
	}
	return firstError(out.flush(), err, failed)
}

// check checks the request before anything else runs, and may put another question in its place.
func (q *question) check() error {
	ask.On(q.request, ask.Puzzle{Draw: q.folder != ""})
	if instead, may := q.request.(ask.Instead); may {
		name, request, err := instead.Instead()
		if err != nil {
			return usageErrorf("%w", err)
		}
		if request != nil {
			q.Method, _ = ask.Lookup(name)
			q.request = request
		}
	}
	if formatted, is := q.request.(ask.Formatted); is {
		return inputError(formatted.CheckFormat(q.format))
	}
	return nil
}

// show prints an answer. As JSON it is one object with the puzzle. Pictures are collected for the document, or go into the folder.
func (q *question) show(t *task, out *lines, p model.Puzzle, answer any) error {
	var text bytes.Buffer
	to := ask.Output{Writer: &text, Number: q.number, Text: p.Text, Heading: out.heading}
	if q.folder != "" {
		for i, picture := range answer.(ask.Drawn).Pictures(to) {
			name := fmt.Sprintf("%03d.svg", i+1)
			if q.number > 1 {
				name = fmt.Sprintf("%d-%s", q.number, name)
			}
			err := writeFile(filepath.Join(q.folder, name), nil, func(w io.Writer) error {
				return draw.SVG(w, t.ranked(), []draw.Picture{picture})
			})
			if err != nil {
				return err
			}
		}
	}
	if p.File != "" {
		to.Place, to.At = where(p), fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	var err error
	switch to.Format = q.format; q.format {
	case "svg":
		q.drawn = append(q.drawn, answer.(ask.Drawn).Pictures(to)...)
		if most := draw.Most(t.model); len(q.drawn) > most {
			q.drawn = q.drawn[:most]
			return tooManyPictures(most)
		}
	case "json":
		puzzle, err1 := json.Marshal(p)
		object, err2 := json.Marshal(answer)
		if err = firstError(err1, err2); err == nil {
			out.line(string(puzzle[:len(puzzle)-1]) + "," + string(object[1:]))
		}
	default:
		if err = answer.(ask.Printer).Print(to); text.Len() > 0 {
			lines := strings.TrimSuffix(text.String(), "\n")
			if q.Prose {
				lines = out.broken(lines)
			}
			out.line(lines)
		}
	}
	return firstError(err, out.flush())
}
