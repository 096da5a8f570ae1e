package parallel

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"qmsat/internal/checkpoint"
)

// FuzzCheckpoint checks that a count resumes from any checkpoint, or refuses it with an error of one line.
func FuzzCheckpoint(f *testing.F) {
	f.Add(". count 4")
	f.Add(". split a open 1..3,7 refuted 0,4..6,8,9\na=1 count 5\na=7 split b open none refuted 0..9\na=2 count 3")
	f.Add("a=2 count 99999999999999999999999\n. split a open 0..9 refuted none")
	f.Add(". count -1")
	f.Add(". split b open 0..9 refuted 9")
	f.Add("a=1 a=2 count 0")
	f.Add(". open")
	m := numbers(2)
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "checkpoint")
		file, _, err := checkpoint.Open(t.Context(), path, checkpointHeader(m, nil))
		if err != nil {
			t.Fatal(err)
		}
		if err := file.Write(strings.Split(text, "\n")); err != nil {
			t.Fatal(err)
		}
		file.Close()
		result, err := open(t, plain(0), m, Options{Workers: 1, Checkpoint: path}).Run(context.Background(), nil, 0, nil)
		refused := new(checkpoint.RefusedError)
		if err != nil && (!errors.As(err, &refused) || strings.ContainsAny(err.Error(), "\n\r")) {
			t.Fatalf("%q: expected a refusal of one line", err)
		}
		if err == nil && (!result.Complete() || result.Count.Sign() < 0) {
			t.Fatalf("%+v, expected an exhausted search", result)
		}
	})
}
