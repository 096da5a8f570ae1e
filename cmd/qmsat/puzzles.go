package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/namedfile"
	"qmsat/model"
	"qmsat/model/document"
)

// puzzles are what a command runs on.
type puzzles struct {
	all   iter.Seq2[model.Puzzle, error]
	total int   // how many, or unknownTotal if standard input is read as a stream
	spans []int // how many in turn have the same model; nil for a stream
	alike bool  // all have the model of the task
}

const unknownTotal = -1

// each visits puzzles, one after the other. If a puzzle is stopped, each goes on. At the end it returns the first stop, with the
// number of others. An error or the context's end stops it at once.
func (p puzzles) each(ctx context.Context, stderr io.Writer, visit func(model.Puzzle) (stop, err error)) error {
	var stop error
	stops := 0
	bar := puzzleBar(stderr, p.total)
	defer bar.clear()
	for puzzle, err := range p.all {
		if err != nil {
			return orStopped(ctx, err)
		}
		stopped, err := visit(puzzle)
		if err != nil {
			return err
		}
		if stop = cmp.Or(stop, stopped); stopped != nil {
			stops++
		}
		bar.step()
		if ctx.Err() != nil {
			break
		}
	}
	if stops > 1 {
		return &exitError{statusStopped, fmt.Errorf("%w; %d more puzzles were stopped, too", stop, stops-1)}
	}
	return stop
}

// puzzleArgs is the usage of commands that read puzzles; the topic puzzles explains it.
const puzzleArgs = "[PUZZLE | FILE | -]..."

// stdinName is the argument for standard input.
const stdinName = "-"

// readPuzzles finds the puzzles that the arguments name. It reads files to their ends at once, so bad input is reported before
// anything runs, but it does not keep their puzzles: they are read again when their turn comes. Standard input is read as a stream.
func (t *task) readPuzzles(in io.Reader, args []string) (puzzles, error) {
	if t.batch != nil {
		return *t.batch, nil
	}
	if t.fromStdin && slices.Contains(args, stdinName) {
		return puzzles{}, usageErrorf("standard input cannot be both the model and the puzzles")
	}
	if slices.Equal(args, []string{stdinName}) && t.foreign[stdinName] == nil {
		return t.noted(puzzles{model.ReadPuzzles("standard input", in, t.model, t.notation), unknownTotal, nil, false}), nil
	}
	var sources []iter.Seq2[model.Puzzle, error]
	if len(args) == 0 {
		sources = append(sources, those([]model.Puzzle{{Text: t.notation.FormatCube(t.model, nil), Name: cmp.Or(t.file, t.model.Name)}}))
	}
	for _, arg := range args {
		source, err := t.readArgument(in, arg)
		if err != nil {
			return puzzles{}, inputError(err)
		}
		sources = append(sources, source)
	}
	found := puzzles{all: func(yield func(model.Puzzle, error) bool) {
		for _, source := range sources {
			for p, err := range source {
				if !yield(p, err) {
					return
				}
			}
		}
	}}
	var last model.Puzzle
	for p, err := range found.all {
		if err != nil {
			return puzzles{}, inputError(err)
		}
		if found.total == 0 || !t.sameModel(p, last) {
			found.spans = append(found.spans, 0)
		}
		found.spans[len(found.spans)-1]++
		found.total++
		last = p
	}
	found.alike = len(found.spans) == 1 && last.Model == nil
	return t.noted(found), nil
}

// listed reads puzzles to their end.
func listed(stream puzzles) (puzzles, error) {
	list, err := model.CollectPuzzles(stream.all)
	return puzzles{all: those(list), total: len(list)}, err
}

// those yields the puzzles of a list.
func those(list []model.Puzzle) iter.Seq2[model.Puzzle, error] {
	return func(yield func(model.Puzzle, error) bool) {
		for _, p := range list {
			if !yield(p, nil) {
				return
			}
		}
	}
}

// readArgument reads a puzzle, a file of puzzles, or standard input.
func (t *task) readArgument(in io.Reader, arg string) (iter.Seq2[model.Puzzle, error], error) {
	if list, is := t.foreign[arg]; is {
		return those(list), nil
	}
	if arg == stdinName {
		list, err := model.CollectPuzzles(model.ReadPuzzles("standard input", in, t.model, t.notation))
		return those(list), err
	}
	found, notPuzzle := model.CollectPuzzles(model.ReadPuzzles("", strings.NewReader(arg), t.model, t.notation))
	if notPuzzle == nil && len(found) > 0 {
		for i := range found {
			found[i].Line = 0
		}
		return those(found), nil
	}
	file, err := os.Stat(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist) && notPuzzle == nil:
		return nil, fmt.Errorf("%q: found no puzzle, expected one, a link or a file", input.Clip(arg))
	case errors.Is(err, fs.ErrNotExist):
		place := ""
		if bad := new(model.InputError); errors.As(notPuzzle, &bad) && 0 < bad.Column && bad.Column <= len(arg) {
			place = fmt.Sprintf("character %d: ", bad.Column)
		}
		return nil, fmt.Errorf("%s: no such file, and no puzzle: %s%v", input.Clip(arg), place, notPuzzle)
	case err != nil:
		return nil, err
	}
	if !file.Mode().IsRegular() { // a pipe can be read once only
		list, err := model.CollectPuzzles(t.readFile(arg, model.ReadPuzzles))
		if err == nil && len(list) == 0 {
			err = noPuzzle(arg)
		}
		return those(list), err
	}
	first := 0 // how many puzzles the first reading found
	return func(yield func(model.Puzzle, error) bool) {
		n, read := 0, model.ReadPuzzles
		if first == 0 {
			read = model.CheckPuzzles
		}
		for p, err := range t.readFile(arg, read) {
			if n++; !yield(p, err) {
				return
			}
		}
		switch {
		case n == 0 && first == 0:
			yield(model.Puzzle{}, noPuzzle(arg))
		case first > 0 && n != first:
			yield(model.Puzzle{}, fmt.Errorf("%s has changed while it was read: found %d puzzles, expected %d", arg, n, first))
		}
		first = n
	}, nil
}

func noPuzzle(file string) error { return fmt.Errorf("no puzzle in %s", file) }

// readFile yields the puzzles of a file.
func (t *task) readFile(name string, read model.PuzzleReader) iter.Seq2[model.Puzzle, error] {
	return func(yield func(model.Puzzle, error) bool) {
		file, err := namedfile.Open(name)
		if err != nil {
			yield(model.Puzzle{}, err)
			return
		}
		defer file.Close()
		for p, err := range read(name, bufio.NewReaderSize(file, 1<<16), t.model, t.notation) {
			if err != nil && document.IsModelFile(name) {
				err = fmt.Errorf("%w; --model %s reads it as a model", err, name)
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// noted tells on standard error how puzzles with two meanings are read, as they come.
func (t *task) noted(p puzzles) puzzles {
	all := p.all
	p.all = func(yield func(model.Puzzle, error) bool) {
		for q, err := range all {
			if q.Note != "" && t.streams.err != nil {
				t.streams.note("%s: %s", where(q), q.Note)
			}
			if !yield(q, err) {
				return
			}
		}
	}
	return p
}

func (t *task) listPuzzles(in io.Reader, args []string) ([]model.Puzzle, error) {
	puzzles, err := t.readPuzzles(in, args)
	if err != nil {
		return nil, err
	}
	list, err := model.CollectPuzzles(puzzles.all)
	return list, inputError(err)
}

func where(p model.Puzzle) string { return p.Location() }
