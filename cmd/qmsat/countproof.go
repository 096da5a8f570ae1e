package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"qmsat/compare/certificate"
)

// errIncomplete prevents writing a file.
var errIncomplete = errors.New("the search did not end")

// countProved counts the solutions of one puzzle and writes a certificate of the count. An incomplete search writes no file.
func countProved(ctx context.Context, streams streams, args []string, ef *engineFlags, file, formatName string) error {
	const why = "cannot be combined with --proof: a proof needs one search for all solutions"
	if err := misplaced(ef.set, why, "limit", "enumerate", "workers", "checkpoint"); err != nil {
		return err
	}
	format := certificate.Formats[formatName]
	if !ef.set.Changed("engine") {
		ef.engines = format.Engine
	}
	s, err := ef.search(ctx, streams, 0)
	if err != nil {
		return err
	}
	e := s.contender.Engine
	if e.Name != format.Engine {
		return usageErrorf("--proof-format %s: engine %s cannot write it, expected %s", formatName, e.Name, format.Engine)
	}
	puzzle, err := s.task.singlePuzzle(streams, args)
	if err != nil {
		return err
	}
	ctx, cancel := limited(ctx, s.begun, s.timeout)
	defer cancel()
	cube := slices.Concat(s.task.givens, puzzle.Cube)
	o := outcome{}
	err = writeFile(file, streams.out, func(w io.Writer) (err error) {
		start := time.Now()
		o.Result, err = format.Write(ctx, w, s.task.model, cube, s.contender.Options)
		o.seconds = time.Since(start).Seconds()
		if err == nil && !o.Complete() {
			err = errIncomplete
		}
		if err != nil {
			return inputError(err)
		}
		return nil
	})
	if ctx.Err() != nil && !o.Complete() {
		o.stop = stopCause(ctx)
		return firstError(s.printCount(newLines(streams.out), puzzle, o, ef.format), s.stopError(puzzle, o))
	}
	if err != nil {
		return err
	}
	return s.printCount(newLines(streams.out), puzzle, o, ef.format)
}
