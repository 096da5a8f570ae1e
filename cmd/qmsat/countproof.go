package main

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"qmsat/encode/proof"
	"qmsat/encode/sat"
	"qmsat/model/engine"
)

// provingEngines returns the engines that can write a proof.
func provingEngines() []string {
	return slices.DeleteFunc(engine.Names(), func(name string) bool {
		e, err := engine.Lookup(name)
		return err != nil || !e.Abilities.Proof
	})
}

// countProved counts the solutions of one puzzle, and writes them with a certificate that there is no further one. A search
// that did not end writes no file.
func countProved(ctx context.Context, streams streams, args []string, mf *modelFlags, ef *engineFlags, file string) error {
	for _, name := range []string{"limit", "enumerate", "workers", "checkpoint"} {
		if ef.set.Changed(name) {
			return usageErrorf("--%s beside --proof: a proof is of one search, which lists all solutions and blocks each", name)
		}
	}
	if !ef.set.Changed("engine") {
		ef.engines = provingEngines()[0]
	}
	s, err := ef.search(ctx, mf, streams.in, 0)
	if err != nil {
		return err
	}
	prove, err := sat.ProverOf(s.contender.Engine)
	if err != nil {
		return usageErrorf("--proof: %v, expected %s", err, strings.Join(provingEngines(), ", "))
	}
	puzzle, err := s.task.singlePuzzle(streams, args)
	if err != nil {
		return err
	}
	ctx, cancel := limited(ctx, s.begun, s.timeout)
	defer cancel()
	cube, choice := slices.Concat(s.task.givens, puzzle.Cube), sat.EncodingOptions(s.contender.Options)
	certificate, err := proof.New(ctx, s.task.model, cube, choice)
	start := time.Now()
	o := outcome{}
	if err == nil {
		o.Result, err = prove(ctx, s.task.model, cube, choice, certificate.AddSolution, certificate.AddLemma)
	}
	o.seconds = time.Since(start).Seconds()
	switch {
	case ctx.Err() != nil && !o.Complete():
		o.stop = stopCause(ctx)
		return firstError(s.printCount(newLines(streams.out), puzzle, o, ef.format), s.stopError(puzzle, o))
	case err != nil:
		return inputError(err)
	}
	if err := outputError(writeFile(file, streams.out, func(w io.Writer) error { return certificate.Write(w) })); err != nil {
		return err
	}
	return s.printCount(newLines(streams.out), puzzle, o, ef.format)
}
