package proof_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/encode/proof"
	"qmsat/encode/sat"
	"qmsat/internal/modeltest"
	"qmsat/model"
	"qmsat/model/engine"
)

// must returns the model of a builder.
func must(m *model.Model, err error) *model.Model {
	if err != nil {
		panic(err)
	}
	return m
}

// prove has an engine prove the solutions of a model under a cube.
func prove(t rapid.TB, name string, m *model.Model, cube model.Cube, encoding encode.Options) *proof.Proof {
	t.Helper()
	e, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	prover, err := sat.ProverOf(e)
	if err != nil {
		t.Fatal(err)
	}
	p, err := proof.New(context.Background(), m, cube, encoding)
	if err != nil {
		t.Fatal(err)
	}
	result, err := prover(context.Background(), m, cube, encoding, p.AddSolution, p.AddLemma)
	if err != nil || !result.Complete() || result.Count.Uint64() != uint64(len(p.Solutions)) {
		t.Fatalf("%d solutions, %+v, error %v", len(p.Solutions), result, err)
	}
	return p
}

// written returns the text of a proof.
func written(t rapid.TB, p *proof.Proof) string {
	t.Helper()
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// read reads a text that is well-formed.
func read(t rapid.TB, text string) *proof.Proof {
	t.Helper()
	p, err := proof.Read("test.proof", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// verify returns why a proof is refused, or "".
func verify(t rapid.TB, m *model.Model, p *proof.Proof) string {
	t.Helper()
	_, err := proof.Verify(context.Background(), m, p)
	var refusal *proof.Refusal
	if err != nil && !errors.As(err, &refusal) {
		t.Fatalf("%v, expected a refusal", err)
	}
	if err == nil {
		return ""
	}
	if strings.ContainsAny(err.Error(), "\n\r") {
		t.Errorf("%q, expected one line", err)
	}
	return err.Error()
}

// resealed writes a changed proof under its own hash.
func resealed(t rapid.TB, p *proof.Proof) *proof.Proof {
	t.Helper()
	return read(t, written(t, p))
}

// drawn draws a cube of a model, and how to encode both.
func drawn(t *rapid.T, m *model.Model) (model.Cube, encode.Options) {
	cube := modeltest.Within(m, modeltest.RandomCube(t, m))
	options := engine.Options{}
	for _, s := range sat.Settings() {
		options[s.Name] = rapid.SampledFrom(s.Values()).Draw(t, s.Name)
	}
	return cube, sat.EncodingOptions(options)
}

// reasonOf returns why a file is refused, which is one line.
func reasonOf(t rapid.TB, err error) string {
	t.Helper()
	var input *model.InputError
	if refusal := new(proof.Refusal); !errors.As(err, &refusal) && (!errors.As(err, &input) || input.Line == 0) ||
		strings.ContainsAny(err.Error(), "\n\r") {
		t.Fatalf("%v, expected a refusal or a bad line", err)
	}
	return err.Error()
}

// sealed ends a file with the hash of its text.
func sealed(body string) string {
	return body + fmt.Sprintf("end sha256:%x\n", sha256.Sum256([]byte(body)))
}

// quasiMagicPuzzles returns the cubes of the 180 puzzles.
func quasiMagicPuzzles(t testing.TB, m *model.Model) []model.Cube {
	t.Helper()
	return modeltest.Cubes(t, m, "quasimagic-180.txt")
}
