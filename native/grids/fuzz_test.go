package grids

import (
	"math/big"
	"slices"
	"strings"
	"testing"
)

// FuzzCheckpoint holds that results that are read are written so that they read back the same, and that other lines are refused
// by one line.
func FuzzCheckpoint(f *testing.F) {
	f.Add("0 12\n214 340282366920938463463374607431768211455")
	f.Add("7 340282366920938463463374607431768211456")
	f.Add("215 1")
	f.Add("3 1\n3 2")
	f.Add("-1 1\n 3  4 5\n+5 6\n3 -4\n0x1 2")
	f.Fuzz(func(t *testing.T, text string) {
		read := func(lines []string) (*checkpoint, error) {
			c := &checkpoint{header: checkpointHeader{bound: 3, what: Grids, units: 215}, done: map[int]*big.Int{}}
			for _, line := range lines {
				if err := c.parse(line); err != nil {
					return nil, err
				}
			}
			return c, nil
		}
		first, err := read(strings.Split(text, "\n"))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q: expected one line", err)
			}
			return
		}
		second, err := read(first.body())
		if err != nil || !slices.Equal(second.body(), first.body()) {
			t.Fatalf("%q is read back as %v, error %v", first.body(), second, err)
		}
	})
}
