package encoders

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"qmsat/internal/namedfile"
)

var update = flag.Bool("update", false, "measure anew: rewrite testdata/encoders and docs/encoders.md")

func file(name string) string {
	return filepath.Join("../../../testdata/encoders", name+".jsonl.gz")
}

// stored returns the rows of a file.
func stored[T any](t *testing.T, name string) (rows []T) {
	t.Helper()
	text, err := namedfile.ReadAll(file(name))
	for d := json.NewDecoder(bytes.NewReader(text)); err == nil && d.More(); {
		var row T
		err = d.Decode(&row)
		rows = append(rows, row)
	}
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// held checks that a file holds rows, or writes them.
func held[T comparable](t *testing.T, name string, rows []T) {
	t.Helper()
	if len(rows) == 0 {
		t.Fatal("there are no rows")
	}
	if !*update {
		list := stored[T](t, name)
		for _, r := range rows {
			if !slices.Contains(list, r) {
				t.Errorf("%+v is not in %s; -update measures anew", r, file(name))
			}
		}
		return
	}
	var content bytes.Buffer
	w, _ := gzip.NewWriterLevel(&content, gzip.BestCompression)
	encoder := json.NewEncoder(w)
	for _, r := range rows {
		if err := encoder.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file(name), content.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
