package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"qmsat/model"
)

// FuzzReadSuite holds that a bad suite gives one line that says where, and that what is read can be run.
func FuzzReadSuite(f *testing.F) {
	for _, seed := range []string{
		"sets:\n- {name: a, box: 2x2, puzzles: puzzles.txt, limit: 2, timeout: 1s, sample: 1, engine: [native, gini]}\n",
		"sets:\n- name: a\n  box: 2x2\n  delta: 2\n  puzzles: [puzzles.txt, puzzles.txt]\n  contenders:\n  - {engine: native}\n" +
			"  - {engine: gini, encoding: [extended, minimal]}\n",
		"sets: []\n", "sets:\n- {name: a, puzzles: none.txt}\n- {name: a}\n", "sets:\n- {name: a, box: 2x2, puzzles: puzzles.txt, rounds: 0}\n",
		"sets:\n- {name: a, model: none.yaml, rules: 1, puzzles: puzzles.txt}\n", "sets:\n- {name: a, box: 2x2, puzzles: puzzles.txt, contenders: [{}]}\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "/") || strings.Contains(text, "..") {
			return // names of files that are not the test's
		}
		dir := t.TempDir()
		file := filepath.Join(dir, "suite.yaml")
		for name, content := range map[string]string{file: text, filepath.Join(dir, "puzzles.txt"): "1...............\n................\n"} {
			if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		flags := pflag.NewFlagSet("bench", pflag.ContinueOnError)
		sets, err := readSuite(t.Context(), file, flags, nil, addRoundFlags(flags, 3, 1))
		if err != nil {
			var input *model.InputError
			if !errors.As(err, &input) || input.Line < 1 || strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q: expected one line that says where", err)
			}
			return
		}
		for _, m := range sets {
			if len(m.Puzzles) == 0 || len(m.Contenders) == 0 || m.Model == nil {
				t.Fatalf("%+v: expected puzzles and contenders", m)
			}
		}
	})
}
