package proof_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/encode/proof"
	"qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// must returns the model of a builder.
func must(m *model.Model, err error) *model.Model {
	if err != nil {
		panic(err)
	}
	return m
}

// verify returns the count that a file proves, or the one-line reason why it is refused.
func verify(t rapid.TB, format string, m *model.Model, text string) (count int, reason string) {
	t.Helper()
	v, err := proof.Verify(context.Background(), "file", strings.NewReader(text), format, m, nil)
	if err != nil {
		return 0, reasonOf(t, err)
	}
	return int(v.Count.Int64()), ""
}

// drawn draws a cube of a model, and an encoding.
func drawn(t *rapid.T, m *model.Model) (model.Cube, encode.Options) {
	cube := modeltest.Within(m, modeltest.RandomCube(t, m))
	options := engine.Options{}
	for _, s := range sat.Settings() {
		options[s.Name] = rapid.SampledFrom(s.Values()).Draw(t, s.Name)
	}
	return cube, sat.EncodingOptions(options)
}

// reasonOf returns the one-line reason why a file is refused.
func reasonOf(t rapid.TB, err error) string {
	t.Helper()
	var input *model.InputError
	if refusal := new(proof.Refusal); !errors.As(err, &refusal) && (!errors.As(err, &input) || input.Line == 0) ||
		strings.ContainsAny(err.Error(), "\n\r") {
		t.Fatalf("%v, expected a refusal or a bad line", err)
	}
	return err.Error()
}

// sealed appends the hash of its text to a file.
func sealed(body string) string {
	return body + fmt.Sprintf("end sha256:%x\n", sha256.Sum256([]byte(body)))
}
