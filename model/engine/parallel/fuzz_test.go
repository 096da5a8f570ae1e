package parallel

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/checkpoint"
)

// FuzzCheckpoint holds that a checkpoint whose lines make sense is written so that it reads back the same, and that a count
// goes on from whatever is read, or refuses it by one line.
func FuzzCheckpoint(f *testing.F) {
	f.Add("open 1 .")
	f.Add("done 4 a=1\nopen 0.25 a=2\nopen 1e-3 a=3 b=0")
	f.Add("done 99999999999999999999999 a=1 a=2")
	f.Add("open NaN .\nopen -1 .\nopen 2 .")
	f.Add("done -1 a=1")
	f.Add("closed 1 .")
	m := numbers(2)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "sha256 ") {
			return
		}
		path := filepath.Join(t.TempDir(), "checkpoint")
		s := open(t, plain(0), m, Options{Workers: 1, Checkpoint: path}).(*session)
		cube := model.Cube{}
		header := newRun(s, cube, 0, nil).makeHeader()
		if err := checkpoint.Write(path, header, strings.Split(text, "\n")); err != nil {
			t.Fatal(err)
		}
		first := newRun(s, cube, 0, nil)
		if _, err := first.load(); err == nil {
			if err := first.save(); err != nil {
				t.Fatal(err)
			}
			second := newRun(s, cube, 0, nil)
			if _, err := second.load(); err != nil || !slices.Equal(second.body(), first.body()) {
				t.Fatalf("%q is read back as %q, error %v", first.body(), second.body(), err)
			}
		}
		result, err := s.Run(context.Background(), cube, 0, nil)
		refused := new(checkpoint.RefusedError)
		if err != nil && (!errors.As(err, &refused) || strings.ContainsAny(err.Error(), "\n\r")) {
			t.Fatalf("%q: expected a refusal of one line", err)
		}
		if err == nil && (!result.Complete() || result.Count.Sign() < 0) {
			t.Fatalf("%+v, expected an exhausted search", result)
		}
	})
}
