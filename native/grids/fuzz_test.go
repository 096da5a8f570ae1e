package grids

import (
	"slices"
	"strings"
	"testing"

	spread "qmsat/internal/job"
)

// FuzzCheckpoint checks that results that are read survive writing and reading, and that other lines give a one-line error.
func FuzzCheckpoint(f *testing.F) {
	f.Add("0..3 split\n0..1 12\n1..2 open\n2..3 340282366920938463463374607431768211455")
	f.Add("0..3 split\n0..1 open\n1..2 open")
	f.Add("0..3 1")
	f.Add("0..3 -1")
	f.Add("0..3 1e3\n0..3 open")
	f.Add("0..3 split\n0..1 split\n1..2 open\n2..3 open")
	f.Add("0..3 open")
	f.Fuzz(func(t *testing.T, text string) {
		read := func(lines []string) (*spread.Tree, error) {
			tree := spread.NewTree(job{units: 3}.spans().Work())
			_, err := tree.Read(t.Context(), lines)
			return tree, err
		}
		first, err := read(strings.Split(text, "\n"))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q: expected one line", err)
			}
			return
		}
		second, err := read(first.Lines())
		if err != nil || !slices.Equal(second.Lines(), first.Lines()) {
			t.Fatalf("%q is read back as %q, error %v", first.Lines(), second.Lines(), err)
		}
	})
}
