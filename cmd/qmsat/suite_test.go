package main

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/modeltest"
)

// readTestSuite reads a suite as bench does without further flags.
func readTestSuite(t *testing.T, file string) []*compare.Set {
	t.Helper()
	flags := pflag.NewFlagSet("bench", pflag.ContinueOnError)
	rf := addRoundFlags(flags, 3, 1)
	sets, err := readSuite(t.Context(), file, flags, nil, rf)
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

// The suite of the repository has every puzzle of every file, with native, gini and gophersat, and every registered engine but
// brute force, those that may fail and those that list nothing on every file of 9×9 puzzles, with the cell encodings extended,
// minimal and optimized.
func TestSuiteCoversEverything(t *testing.T) {
	sets := readTestSuite(t, filepath.Join(root, "testdata", "suite.yaml"))
	files, err := filepath.Glob(filepath.Join(root, "testdata", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		engines, encodings := map[string]bool{}, map[string]bool{}
		most, all := 0, 0
		for _, m := range sets {
			if m.Puzzles[0].File != file {
				continue
			}
			list, err := model.CollectPuzzles((&task{model: m.Model, notation: m.Model.Notation()}).readFile(file, model.ReadPuzzles))
			if err != nil {
				t.Fatal(err)
			}
			all, most = len(list), max(most, len(m.Puzzles))
			for _, c := range m.Contenders {
				engines[c.Engine.Name] = true
				encodings[c.Options["encoding"]] = true
				if len(m.Puzzles) == all {
					engines["all by "+c.Engine.Name] = true
				}
			}
		}
		name := filepath.Base(file)
		if all == 0 || most != all {
			t.Errorf("%s: at most %d of %d puzzles in a set", name, most, all)
		}
		wanted := []string{"all by native", "all by gini", "all by gophersat", "gophersat-pb"}
		if !slices.Contains([]string{"sudoku-16x16.txt", "sudoku-25x25.txt", "sudoku-36x36.txt"}, name) {
			wanted = append(wanted, slices.DeleteFunc(engine.Names(), func(name string) bool {
				e, err := engine.Lookup(name)
				return err != nil || e.Abilities.MayFail || e.Abilities.CountsOnly || name == bruteforce.Name
			})...)
		}
		for _, e := range wanted {
			if !engines[e] {
				t.Errorf("%s: not run: %s", name, e)
			}
		}
		for _, e := range []string{"extended", "minimal", "optimized"} {
			if !encodings[e] {
				t.Errorf("%s: encoding %s in no set", name, e)
			}
		}
	}
}

// Each set of the suite runs: its last puzzle by the first contender of each engine, by native alone where formulas are
// large, without a disagreement.
func TestSuiteRuns(t *testing.T) {
	modeltest.OnlyLong(t)
	besideOthers(t)
	for _, m := range readTestSuite(t, filepath.Join(root, "testdata", "suite.yaml")) {
		m.Puzzles = m.Puzzles[len(m.Puzzles)-1:]
		m.Rounds, m.WarmUp, m.Sized = 1, 0, false
		seen := map[string]bool{}
		m.Contenders = slices.DeleteFunc(m.Contenders, func(c compare.Contender) bool {
			again, large := seen[c.Engine.Name], m.Model.Grid.Rows > 9
			seen[c.Engine.Name] = true
			return again || large && c.Engine.Name != "native"
		})
		result, err := m.Run(t.Context())
		if err != nil {
			t.Errorf("%s: %v", m.Name, err)
			continue
		}
		if len(result.Report.Failures) > 0 {
			t.Errorf("%s: %+v", m.Name, result.Report.Failures)
		}
	}
}

// The suite of the answers in docs/encodings.md has a set for each: there qmsat chooses another formula than the default for cadical,
// but for the last set.
func TestSuiteOfEncodings(t *testing.T) {
	sets := readTestSuite(t, filepath.Join(root, "testdata", "encodings.yaml"))
	for i, set := range sets {
		standard := encode.Options{Cells: encode.DefaultCells, AMO: encode.DefaultAMO, Linear: encode.DefaultLinear}
		automatic := encode.Options{Cells: encode.Automatic, AMO: encode.Automatic, Linear: encode.DefaultLinear}
		chosen := encode.Resolve(set.Model, set.Puzzles[0].Cube, automatic, encode.Purpose{Solver: encode.ForCadical})
		if same := chosen.String() == standard.String(); same != (i == len(sets)-1) || len(set.Contenders) != 4 {
			t.Errorf("%s: qmsat chooses %s, of %d contenders", set.Name, chosen, len(set.Contenders))
		}
	}
}
