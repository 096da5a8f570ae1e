package main

import (
	"fmt"
	"os"
	"path/filepath"

	"qmsat/model/modeltest"
	"strings"
	"testing"
)

// The pictures of docs/logic.md are those of the steps that it speaks of; -update draws them again.
func TestDocumentedSteps(t *testing.T) {
	modeltest.OnlyLong(t)
	for _, c := range []struct {
		name, step string // the first step whose line begins so
		args       []string
	}{
		{"easy", "Naked Single", []string{"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}},
		{"hard", "Hidden Pair", []string{"3.7.4...........918........4.....7.....16.......25..........38..9....5...2.6....."}},
		{"hardest", "XY-Chain", []string{"080000001007004020600300700002009000100060008030400000001700600090008005000000040"}},
		{"quasi-magic", "Sum", []string{"--delta", "2", ".......2............................14...2...9..4.....8..5........8.....4.......5"}},
		{"jigsaw", "Hidden Single", []string{"--model", filepath.Join(root, "testdata/models/jigsaw-6.yaml")}},
	} {
		folder := t.TempDir()
		var out, complaints strings.Builder
		args := append([]string{"explain", "--pictures", folder}, c.args...)
		if status := run(t.Context(), args, streams{strings.NewReader(""), &out, &complaints}); status != 0 {
			t.Fatalf("%s: status %d: %s", c.name, status, complaints.String())
		}
		for i, line := range strings.Split(out.String(), "\n") {
			if strings.HasPrefix(line, c.step+":") {
				picture, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("%03d.svg", i+1)))
				if err != nil {
					t.Fatal(err)
				}
				golden(t, filepath.Join(root, "docs/explain", c.name+".svg"), string(picture))
				break
			}
		}
	}
}
