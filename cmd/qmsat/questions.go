package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask"
	"qmsat/cmd/internal/study"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/draw"
)

// puzzleQuestion returns the command that asks a question of each puzzle: flags become the request, and the answer becomes text, JSON or
// pictures. more adds flags of the command alone.
func puzzleQuestion(name string, more ...func(*question, *pflag.FlagSet)) *command {
	m, err := ask.Lookup(name)
	if err != nil {
		panic(err)
	}
	c := &command{name: m.Name, args: puzzleArgs, summary: m.Summary, long: m.Help, output: m.Output, partial: m.Output, bounded: !m.Brief}
	c.examples = lists.Map(m.Examples, func(words [2]string) example { return example{m.Name + " " + words[0], words[1]} })
	c.setup = func(flags *pflag.FlagSet) action {
		q := &question{Method: m, request: m.New(), model: addModelFlags(flags)}
		if _, searches := q.request.(searching); searches {
			q.engines = &engineFlags{set: flags, model: q.model}
			q.engines.addEngines("native")
		} else {
			q.model.separate = true
		}
		(&studyFlags{FlagSet: flags}).add(nil, reflect.ValueOf(q.request).Elem())
		if m.Pictures != "" {
			flags.StringVar(&q.folder, "pictures", "", m.Pictures)
		}
		q.model.together = m.Formats[0] == "svg"
		if q.format = m.Formats[0]; len(m.Formats) > 1 {
			addFormat(flags, &q.format, m.Formats...)
		}
		if !m.Brief {
			q.model.addTimeout()
		}
		if m.Timeout != "" {
			flags.Lookup("timeout").Usage = m.Timeout
		}
		for _, add := range more {
			add(q, flags)
		}
		run := q.model.each(q.run)
		return func(ctx context.Context, streams streams, args []string) error {
			err := run(ctx, streams, args)
			if q.end != nil {
				q.end(streams)
			}
			return err
		}
	}
	return c
}

// searching is a request that searches with one engine.
type searching interface{ Search() *ask.Searching }

// question is a question with its request.
type question struct {
	ask.Method
	request any
	model   *modelFlags
	engines *engineFlags // of a request that searches
	format  string
	folder  string                                                                                        // of pictures, or ""
	instead func(ctx context.Context, streams streams, args []string) (bool, error)                       // what the command does instead; may be nil
	prepare func(ctx context.Context, t *task, puzzles *puzzles, by *ask.Searcher, streams streams) error // how it searches; may be nil
	seen    func(answer any)                                                                              // may be nil
	end     func(streams)                                                                                 // may be nil
	header  string                                                                                        // the first line of the output, or ""
	kept    string                                                                                        // where finished work is
	working bar                                                                                           // of what is done of a puzzle
	to      ask.Output                                                                                    // of the puzzle at hand
	text    bytes.Buffer                                                                                  // what is printed next
	write   func(io.Writer, *document.Document, []draw.Picture) error                                     // writes the document
	drawn   []draw.Picture                                                                                // the document
	ahead   func(draw.Picture) draw.Picture                                                               // draws each as it is found
}

// run asks the question of each puzzle of the arguments.
func (q *question) run(ctx context.Context, streams streams, args []string) error {
	if q.instead != nil {
		if done, err := q.instead(ctx, streams, args); done || err != nil {
			return err
		}
	}
	if q.Terminal != "" && !q.model.set.Changed("format") && isTerminal(streams.out) {
		q.format = q.Terminal
	}
	if err := q.check(); err != nil {
		return err
	}
	t, err := q.model.build(ctx, streams)
	if err != nil {
		return err
	}
	return q.each(ctx, streams, t, args)
}

// check checks the request before anything else runs, and may put another question in its place.
func (q *question) check() error {
	ask.On(q.request, ask.Puzzle{Draw: q.folder != "", Trusted: true})
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
	if s, searches := q.request.(searching); searches {
		list, err := q.engines.contenders()
		if err == nil && len(list) != 1 {
			err = usageErrorf("found %d engines or encodings, expected one", len(list))
		}
		if err != nil {
			return err
		}
		_, alone := q.engines.changedBeside("timeout", "format", "limit")
		s.Search().By = ask.Searcher{Alone: alone}
		s.Search().By.Engine, s.Search().By.Options = list[0].Engine, list[0].Options
	}
	if ready, is := q.request.(ask.Ready); is {
		return inputError(ready.Ready(q.format))
	}
	return nil
}

// each asks the question of each puzzle of a task. One that fails a check does not keep the next from being asked about.
func (q *question) each(ctx context.Context, streams streams, t *task, args []string) error {
	puzzles, err := t.readPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	if single, is := q.request.(interface{ Single() string }); is && puzzles.total != 1 && single.Single() != "" {
		if puzzles, err = listed(puzzles); err == nil && puzzles.total > 1 {
			err = usageErrorf("found %d puzzles, expected one: %s", puzzles.total, single.Single())
		}
		if err != nil {
			return inputError(err)
		}
	}
	if (q.format == "svg" || q.folder != "") && t.model.Grid == nil {
		return usageErrorf("pictures: %v", draw.ErrNoGrid)
	}
	if q.format == "svg" {
		q.ahead = draw.Ahead(t.document)
	}
	if q.folder != "" {
		if err := outputError(os.MkdirAll(q.folder, 0o755)); err != nil {
			return err
		}
	}
	q.working = newShare(streams.err, "")
	defer q.working.clear()
	what := q.Name
	if s, searches := q.request.(searching); searches {
		what = s.Search().By.Engine.Name + " searches"
		if q.prepare != nil {
			if err := q.prepare(ctx, t, &puzzles, &s.Search().By, streams); err != nil {
				return orStopped(ctx, err)
			}
		}
	}
	turning := func() {}
	if puzzles.total == 1 {
		turning = newSpinner(streams.err, what).turn()
	}
	defer func() { turning() }()
	out, opened := newLines(streams.out), new(ask.Opened)
	defer opened.Close()
	if q.header != "" {
		out.line(q.header)
	}
	emit := func(event any) error {
		switch event := event.(type) {
		case ask.Progress:
			if turning(); t.begun.IsZero() {
				t.begun = time.Now()
			}
			if puzzles.total == 1 || time.Since(t.begun) > slowPuzzle {
				q.working.progress(event)
			}
		case ask.Note:
			switch {
			case event.Bare:
				streams.note("%s", event.Text)
			case !event.Terminal:
				fmt.Fprintf(streams.err, "%s: %s\n", where(q.to.Of), event.Text)
			case isTerminal(streams.err):
				fmt.Fprintln(streams.err, event.Text)
			}
		case ask.Printer:
			return q.print(out, event)
		}
		return nil
	}
	var failed error
	of := *t.document // with the givens of the puzzle at hand
	q.to = ask.Output{Writer: &q.text, Format: q.format, Number: q.to.Number, Alone: puzzles.total == 1, Heading: out.heading}
	err = puzzles.each(ctx, streams.err, func(p model.Puzzle) (stop, err error) {
		limited, cancel := limited(ctx, t.begun, t.timeout)
		defer func() {
			cancel()
			if t.begun = (time.Time{}); t.timeout > 0 { // otherwise with the first progress of the puzzle
				t.begun = time.Now()
			}
		}()
		of.Givens = t.with(p.Cube)
		ask.On(q.request, ask.Puzzle{
			Document: &of, Parts: t.parts, Notation: t.notation, Delta: t.delta,
			Format: q.format, Trusted: true, Number: p.Line, Draw: q.format == "svg" || q.folder != "", Opened: opened,
		})
		q.to.Number++
		q.to.Of = p
		answer, err := q.Ask(limited, q.request, emit)
		turning()
		q.working.clear()
		if answer == nil {
			q.to.Number--
		} else {
			if err = firstError(q.show(t.document, out, p, answer), err); q.seen != nil {
				q.seen(answer)
			}
		}
		if checked, is := answer.(ask.Checked); is && err == nil {
			err = study.Failed(checked.Check())
		}
		if stop, err = q.verdict(limited, p, err); err == nil && stop != nil && !isStop(stop) {
			failed, stop = cmp.Or(failed, stop), nil
		}
		return stop, err
	})
	if len(q.drawn) > 0 {
		if len(q.drawn) == 1 && q.drawn[0].Solution != nil {
			q.drawn[0].Caption = "" // a single picture needs no caption
		}
		err = firstError(outputError(q.write(out.w, t.document, q.drawn)), err)
	}
	return firstError(out.flush(), err, failed)
}

// slowPuzzle is the time after which one of several puzzles shows how far it is, in place of how many are done.
const slowPuzzle = time.Second

// verdict gives the error of a question about a puzzle its exit status. A stop or a failed check does not end the command.
func (q *question) verdict(ctx context.Context, p model.Puzzle, err error) (stop, fatal error) {
	if err == nil {
		return nil, nil
	}
	said, exit := new(study.Error), new(exitError)
	kept := ""
	if q.kept != "" {
		kept = "; " + q.kept + " keeps what was finished"
	}
	switch located := fmt.Errorf("%s: %w", where(p), err); {
	case errors.As(err, &exit):
		return nil, err
	case errors.As(err, &said) && said.Stopped:
		return &exitError{statusStopped, located}, nil
	case errors.As(err, &said):
		return checkFailed(located), nil
	case ctx.Err() != nil:
		return &exitError{statusStopped, fmt.Errorf("%s: %w%s", where(p), stopCause(ctx), kept)}, nil
	case errors.As(err, new(ask.BadRequest)):
		return nil, inputError(located)
	}
	if _, searches := q.request.(searching); searches {
		return nil, orFailed(ctx, err)
	}
	return nil, inputError(err)
}

// show prints an answer. As JSON it is one object with the puzzle. Pictures are collected for the document, or go into the folder.
func (q *question) show(of *document.Document, out *lines, p model.Puzzle, answer any) error {
	if q.folder != "" {
		for i, picture := range answer.(ask.Drawn).Pictures(ask.Output{Number: q.to.Number}) {
			name := fmt.Sprintf("%03d.svg", i+1)
			if q.to.Number > 1 {
				name = fmt.Sprintf("%d-%s", q.to.Number, name)
			}
			err := writeFile(filepath.Join(q.folder, name), nil, func(w io.Writer) error { return draw.SVG(w, of, []draw.Picture{picture}) })
			if err != nil {
				return err
			}
		}
	}
	switch q.format {
	case "svg":
		q.drawn, q.write = append(q.drawn, lists.Map(answer.(ask.Drawn).Pictures(q.to), q.ahead)...), draw.SVG
		if own, is := answer.(interface {
			WritePictures(io.Writer, *document.Document, []draw.Picture) error
		}); is {
			q.write = own.WritePictures
		}
		if most := draw.Most(of.Model); len(q.drawn) > most {
			q.drawn = q.drawn[:most]
			return tooManyPictures(most)
		}
		return nil
	case "json":
		puzzle, err1 := json.Marshal(p)
		object, err2 := ask.JSON(answer)
		if err := firstError(err1, err2); err != nil {
			return err
		}
		puzzle[len(puzzle)-1], object[0] = ',', object[0][1:]
		return firstError(out.bytes(append([][]byte{puzzle}, object...)...), out.soon())
	}
	return firstError(q.print(out, answer.(ask.Printer)), out.soon())
}

// print prints an answer, or an event that is a part of it.
func (q *question) print(out *lines, what ask.Printer) error {
	if lined, is := what.(ask.Lined); is {
		if text := lined.Lines(); len(text) > 0 {
			return out.write("", text)
		}
	}
	q.text.Reset()
	err := what.Print(q.to)
	if q.text.Len() == 0 {
		return err
	}
	lines := bytes.TrimSuffix(q.text.Bytes(), []byte("\n"))
	if q.Prose {
		return firstError(out.text(string(lines)), err)
	}
	return firstError(out.bytes(lines), err)
}

// tooManyPictures says why a command stopped early.
func tooManyPictures(most int) error {
	return &exitError{statusStopped, fmt.Errorf("--format svg: stopped after %d pictures, the limit of one document", most)}
}
