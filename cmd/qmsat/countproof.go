package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"qmsat/compare/certificate"
	"qmsat/encode"
	"qmsat/encode/proof"
	"qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/engine"
)

// proofFormat is a form of certificates.
type proofFormat struct {
	name    string
	engines func() []string // that write it, the default first
	// write counts and writes; what it has written is of use only where the count is complete.
	write func(ctx context.Context, w io.Writer, e *engine.Engine, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error)
}

var proofFormats = []proofFormat{
	{"qmsat", provingEngines, writeProof},
	followed("cpog"),
	{"drat", provingEngines, writeDRAT},
	followed("frontier"),
	followed("tree"),
}

func proofFormatNames() []string {
	return each(proofFormats, func(f proofFormat) string { return f.name })
}

// provingEngines returns the engines that can write a proof.
func provingEngines() []string {
	return slices.DeleteFunc(engine.Names(), func(name string) bool {
		e, err := engine.Lookup(name)
		return err != nil || !e.Abilities.Proof
	})
}

// writeProof writes the solutions and the refutation of any other.
func writeProof(ctx context.Context, w io.Writer, e *engine.Engine, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error) {
	proved, result, err := prove(ctx, e, m, cube, sat.EncodingOptions(options))
	if err != nil || !result.Complete() {
		return result, err
	}
	return result, proved.Write(w)
}

// writeDRAT writes the refutation of a puzzle without solutions.
func writeDRAT(ctx context.Context, w io.Writer, e *engine.Engine, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error) {
	proved, result, err := prove(ctx, e, m, cube, sat.EncodingOptions(options))
	switch {
	case err != nil || !result.Complete():
		return result, err
	case len(proved.Solutions) > 0:
		return result, usageErrorf("--proof-format drat: found %v solutions, expected none: such proofs are of formulas without a model", result.Count)
	}
	return result, proved.WriteDRAT(w)
}

func prove(ctx context.Context, e *engine.Engine, m *model.Model, cube model.Cube, encoding encode.Options) (*proof.Proof, engine.Result, error) {
	prover, err := sat.ProverOf(e)
	if err != nil {
		return nil, engine.Result{}, err
	}
	proved, err := proof.New(ctx, m, cube, encoding)
	if err != nil {
		return nil, engine.Result{}, err
	}
	result, err := prover(ctx, m, cube, encoding, proved.AddSolution, proved.AddLemma)
	return proved, result, err
}

// followed returns the form of certificates that follow the search of one engine.
func followed(name string) proofFormat {
	format := certificate.Formats[name]
	return proofFormat{name, func() []string { return []string{format.Engine} }, func(
		ctx context.Context, w io.Writer, _ *engine.Engine, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error) {
		return format.Write(ctx, w, m, cube, options)
	}}
}

// errIncomplete keeps a file from being written.
var errIncomplete = errors.New("the search did not end")

// countProved counts the solutions of one puzzle, and writes a certificate of the count. A search that did not end writes no
// file.
func countProved(ctx context.Context, streams streams, args []string, mf *modelFlags, ef *engineFlags, file, formatName string) error {
	const why = "beside --proof: a proof is of one search, which lists all solutions and blocks each"
	if err := misplaced(ef.set, why, "limit", "enumerate", "workers", "checkpoint"); err != nil {
		return err
	}
	format := proofFormats[slices.Index(proofFormatNames(), formatName)]
	if !ef.set.Changed("engine") {
		ef.engines = format.engines()[0]
	}
	s, err := ef.search(ctx, mf, streams.in, 0)
	if err != nil {
		return err
	}
	e := s.contender.Engine
	if !slices.Contains(format.engines(), e.Name) {
		return usageErrorf("--proof-format %s: engine %s proves nothing, expected %s", format.name, e.Name, strings.Join(format.engines(), ", "))
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
		o.Result, err = format.write(ctx, outputWriter{w}, e, s.task.model, cube, s.contender.Options)
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
	if exit := new(exitError); errors.As(err, &exit) {
		return err
	} else if err != nil {
		return outputError(err)
	}
	return s.printCount(newLines(streams.out), puzzle, o, ef.format)
}
