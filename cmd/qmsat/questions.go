package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask"
	"qmsat/cmd/internal/study"
	"qmsat/internal/lists"
	"qmsat/model"
)

// puzzleQuestion returns the command that asks a question of each puzzle: flags become the request, and the answer becomes text or JSON.
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
	number  int // of puzzles that were answered
}

// run asks the question of each puzzle of the arguments. A puzzle that fails a check does not keep the next from being asked about.
func (q *question) run(ctx context.Context, streams streams, args []string) error {
	t, err := q.model.build(ctx, streams)
	if err != nil {
		return err
	}
	out, sessions := newLines(streams.out), ask.Sessions{}
	defer sessions.Close()
	var failed error
	err = t.eachPuzzle(ctx, streams, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		ask.On(q.request, ask.Puzzle{Model: t.ranked(), Givens: cube, Parts: t.parts, Notation: t.notation, Sessions: sessions})
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
			err = firstError(q.print(out, p, answer), err)
		}
		said := new(study.Error)
		if checked, is := answer.(ask.Checked); is && err == nil {
			err = study.Failed(checked.Check())
		}
		switch located := fmt.Errorf("%s: %w", where(p), err); {
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
	return firstError(out.flush(), err, failed)
}

// print prints an answer. As JSON it is one object with the puzzle.
func (q *question) print(out *lines, p model.Puzzle, answer any) error {
	if q.format == "json" {
		puzzle, err := json.Marshal(p)
		text, err2 := json.Marshal(answer)
		if err := firstError(err, err2); err != nil {
			return err
		}
		return firstError(out.line(string(puzzle[:len(puzzle)-1])+","+string(text[1:])), out.flush())
	}
	var text bytes.Buffer
	to := ask.Output{Writer: &text, Format: q.format, Number: q.number, Heading: out.heading}
	if p.File != "" {
		to.Place = where(p)
	}
	err := answer.(ask.Printer).Print(to)
	if text.Len() > 0 {
		out.line(strings.TrimSuffix(text.String(), "\n"))
	}
	return firstError(err, out.flush())
}
