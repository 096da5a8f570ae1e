package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"qmsat/encode"
	"qmsat/encode/proof"
	"qmsat/encode/residual"
	"qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/frontier"
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
	{"cpog", treeEngines, writeCPOG},
	{"drat", provingEngines, writeDRAT},
	{"frontier", func() []string { return []string{frontier.Name} }, writeFrontier},
	{"tree", treeEngines, writeTree},
}

// treeEngines returns the engine whose search can be followed.
func treeEngines() []string { return []string{residual.Name} }

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
	certificate, result, err := prove(ctx, e, m, cube, sat.EncodingOptions(options))
	if err != nil || !result.Complete() {
		return result, err
	}
	return result, outputError(certificate.Write(w))
}

// writeDRAT writes the refutation of a puzzle without solutions.
func writeDRAT(ctx context.Context, w io.Writer, e *engine.Engine, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error) {
	certificate, result, err := prove(ctx, e, m, cube, sat.EncodingOptions(options))
	switch {
	case err != nil || !result.Complete():
		return result, err
	case len(certificate.Solutions) > 0:
		return result, usageErrorf("--proof-format drat: found %v solutions, expected none: such proofs are of formulas without a model", result.Count)
	}
	return result, outputError(certificate.WriteDRAT(w))
}

func prove(ctx context.Context, e *engine.Engine, m *model.Model, cube model.Cube, encoding encode.Options) (*proof.Proof, engine.Result, error) {
	prover, err := sat.ProverOf(e)
	if err != nil {
		return nil, engine.Result{}, err
	}
	certificate, err := proof.New(ctx, m, cube, encoding)
	if err != nil {
		return nil, engine.Result{}, err
	}
	result, err := prover(ctx, m, cube, encoding, certificate.AddSolution, certificate.AddLemma)
	return certificate, result, err
}

// writeTree writes the search as it goes.
func writeTree(ctx context.Context, w io.Writer, _ *engine.Engine, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error) {
	encoding := sat.EncodingOptions(options)
	statement, err := proof.NewStatement(ctx, m, cube, encoding)
	if err != nil {
		return engine.Result{}, err
	}
	tree := proof.NewTreeWriter(w, statement)
	result, err := residual.Tree(ctx, m, cube, encoding, tree)
	if err != nil || !result.Complete() {
		return result, err
	}
	return result, outputError(tree.End(result.Count))
}

// writeCPOG writes the search as a graph of products and sums.
func writeCPOG(ctx context.Context, w io.Writer, _ *engine.Engine, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error) {
	encoding := sat.EncodingOptions(options)
	graph, err := proof.NewCPOG(ctx, m, cube, encoding)
	if err != nil {
		return engine.Result{}, err
	}
	result, err := residual.Tree(ctx, m, cube, encoding, graph)
	if err != nil || !result.Complete() {
		return result, err
	}
	return result, graph.Write(w)
}

// writeFrontier counts by layers of states, with the order and the symmetries that the engine finds.
func writeFrontier(ctx context.Context, w io.Writer, _ *engine.Engine, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error) {
	witnesses, err := frontier.NewWitnesses(ctx, m, cube, options)
	if err != nil {
		return engine.Result{}, err
	}
	count, states, err := proof.WriteFrontier(ctx, w, m, cube, witnesses.Order(), witnesses.Find)
	if err != nil {
		return engine.Result{}, err
	}
	return engine.NewResult(ctx, 0, count, true, engine.Measure{Name: "states", Value: int64(states)}), nil
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
		o.Result, err = format.write(ctx, w, e, s.task.model, cube, s.contender.Options)
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

// verified is what a certificate was found to say.
type verified struct {
	cube     model.Cube
	encoding string
	count    string
	steps    int
}

// verify reads a certificate and checks it. Where no format is given, its first line tells which; cube is the puzzle that a DRAT
// file without our header is about.
func verify(ctx context.Context, file string, r io.Reader, format string, m *model.Model, cube model.Cube) (verified, error) {
	in, found := proof.FormatOf(r)
	switch cmp.Or(format, found) {
	case "tree":
		t, err := proof.VerifyTree(ctx, file, in, m)
		if err != nil {
			return verified{}, err
		}
		return verified{t.Cube, t.Encoding.String(), fmt.Sprint(t.Count), t.Steps}, nil
	case "frontier":
		f, err := proof.VerifyFrontier(ctx, file, in, m)
		if err != nil {
			return verified{}, err
		}
		return verified{f.Cube, "", fmt.Sprint(f.Count), f.States}, nil
	case "drat":
		s, cube, steps, err := proof.VerifyDRAT(ctx, file, in, m, cube)
		return verified{cube, s.Encoding.String(), "0", steps}, err
	case "cpog":
		s, cube, count, steps, err := proof.VerifyCPOG(ctx, file, in, m, cube)
		return verified{cube, s.Encoding.String(), fmt.Sprint(count), steps}, err
	}
	p, err := proof.Read(file, in)
	if err != nil {
		return verified{}, err
	}
	cube, err = proof.Verify(ctx, m, p)
	return verified{cube, p.Encoding.String(), fmt.Sprint(len(p.Solutions)), len(p.Steps)}, err
}
