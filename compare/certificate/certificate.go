// Package certificate writes certificates of counts and checks them. It has a family of engines,
// certified:FORMAT, that do both. Their count is the checker's, so that comparisons include certificates.
package certificate

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"

	"qmsat/encode"
	"qmsat/encode/proof"
	"qmsat/encode/residual"
	"qmsat/encode/sat"
	"qmsat/internal/input"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/implied"
	"qmsat/native/frontier"
)

// Format is a form of certificates.
type Format struct {
	Engine string // the one whose search is followed
	// Write counts and writes a certificate. The certificate is valid only if the count is complete.
	Write func(ctx context.Context, w io.Writer, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error)
}

// Formats are the forms by name.
var Formats = map[string]Format{
	"cpog":     {residual.Name, writeCPOG},
	refutation: {sat.Refuter, writeDRAT},
	"frontier": {frontier.Name, writeFrontier},
	"tree":     {residual.Name, writeTree},
}

// refutation is the form of certificates of models without solutions.
const refutation = "drat"

// Names returns the names of all forms.
func Names() []string { return slices.Sorted(maps.Keys(Formats)) }

// counting returns the forms of certificates of any count.
func counting() []string {
	return slices.DeleteFunc(Names(), func(name string) bool { return name == refutation })
}

// encodingOf returns the encoding that options choose. It refuses implied constraints: no certificate proves them.
func encodingOf(options engine.Options) (encode.Options, error) {
	encoding := sat.EncodingOptions(options)
	if encoding.Implied {
		return encoding, errors.New("a certificate cannot prove implied constraints: use --implied off")
	}
	return encoding, nil
}

// writeTree writes the search as it goes.
func writeTree(ctx context.Context, w io.Writer, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error) {
	encoding, err := encodingOf(options)
	if err != nil {
		return engine.Result{}, err
	}
	statement, err := proof.NewStatement(ctx, m, cube, encoding)
	if err != nil {
		return engine.Result{}, err
	}
	tree := proof.NewTreeWriter(w, statement)
	result, err := residual.Tree(ctx, m, cube, encoding, tree)
	if err != nil || !result.Complete() {
		return result, err
	}
	return result, tree.End(result.Count)
}

// writeCPOG writes the search as a graph of products and sums.
func writeCPOG(ctx context.Context, w io.Writer, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error) {
	encoding, err := encodingOf(options)
	if err != nil {
		return engine.Result{}, err
	}
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

// writeDRAT writes the learnt clauses, down to the empty one.
func writeDRAT(ctx context.Context, w io.Writer, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error) {
	encoding, err := encodingOf(options)
	if err != nil {
		return engine.Result{}, err
	}
	statement, err := proof.NewStatement(ctx, m, cube, encoding)
	if err != nil {
		return engine.Result{}, err
	}
	drat := proof.NewDRATWriter(w, statement)
	result, err := sat.Refute(ctx, m, cube, encoding, drat.Lemma)
	switch {
	case err != nil || !result.Complete():
		return result, err
	case result.Count.Sign() > 0:
		return result, fmt.Errorf("found %v solutions, expected none: a DRAT file says that a formula has no model", result.Count)
	}
	return result, drat.End()
}

// writeFrontier counts by layers of states, with the order and the symmetries that the engine finds.
func writeFrontier(ctx context.Context, w io.Writer, m *model.Model, cube model.Cube, options engine.Options) (engine.Result, error) {
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

// Prefix begins the names of the engines that count by checked certificates.
const Prefix = "certified:"

func init() {
	engine.RegisterFamily(engine.Family{
		Prefix: Prefix, Form: Prefix + "FORMAT", Make: Engine, Inside: true,
		Summary: "counts, writes a certificate and checks it: " + strings.Join(counting(), ", "),
	})
}

// Engine returns the engine of a name that starts with the prefix. The engine refuses models that its format cannot express.
func Engine(name string) (*engine.Engine, error) {
	format := strings.TrimPrefix(name, Prefix)
	if err := input.CheckName("certified", format, counting()); err != nil {
		return nil, err
	}
	writer, err := engine.Lookup(Formats[format].Engine)
	if err != nil {
		return nil, err
	}
	return &engine.Engine{
		Name: name, Summary: "counts by a certificate that is written and then checked", Route: writer.Route,
		Abilities: engine.Abilities{Concurrent: true, CountsOnly: true},
		Settings:  slices.DeleteFunc(slices.Clone(writer.Settings), func(s *engine.Setting) bool { return !s.Flag }),
		Takes:     func(s *engine.Setting, value string) bool { return s != implied.Setting || value != implied.On },
		Open: func(_ context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			return &session{name, format, m, options}, nil
		},
	}, nil
}

// session is a model.
type session struct {
	name, format string
	model        *model.Model
	options      engine.Options
}

// Close does nothing.
func (s *session) Close() error { return nil }

// Run implements engine.Session: it fails if the checker refuses the certificate, or finds another count in it.
func (s *session) Run(ctx context.Context, cube model.Cube, _ uint64, _ func(model.Assignment) bool) (result engine.Result, err error) {
	defer engine.Guard(s.name, &err)
	var text bytes.Buffer
	result, err = Formats[s.format].Write(ctx, &text, s.model, cube, s.options)
	result.Unlisted = true
	if err != nil {
		err = engine.Unsupported(s.name, "%w", err)
	} else if result.Complete() {
		var v proof.Verified
		if v, err = proof.Verify(ctx, s.format, &text, s.format, s.model, cube); err == nil && v.Count.Cmp(result.Count) != 0 {
			err = fmt.Errorf("the certificate shows %v solutions, expected the count %v", v.Count, result.Count)
		}
		err = engine.Failed(s.name, err)
	}
	if ctx.Err() != nil { // the count was not checked
		result.Count, result.Outcome, result.Cause = cmp.Or(result.Count, new(big.Int)), engine.CutOff, context.Cause(ctx)
		return result, nil
	}
	return result, err
}
