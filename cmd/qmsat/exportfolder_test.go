package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qmsat/encode"
	"qmsat/model/modeltest"
)

// readManifest returns the lines of a folder's manifest, after a comparison of each with its file.
func readManifest(t *testing.T, dir string) (lines []manifestLine) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var m manifestLine
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(filepath.Join(dir, m.File))
		if sum := sha256.Sum256(content); err != nil || hex.EncodeToString(sum[:]) != m.SHA256 {
			t.Errorf("%+v: another file, %v", m, err)
		}
		lines = append(lines, m)
	}
	return lines
}

// TestExportFolder writes every at-most-one encoding of two puzzles.
func TestExportFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "formulas")
	runIn(t, ".", "export --box 2x2 --amo all -o "+dir+" 1234............ 1...............")
	lines := readManifest(t, dir)
	names := encode.AtMostOnes.Names()
	last := 2*len(names) - 1
	if len(lines) != last+1 || lines[0].Encoding != "optimized-fixpoint/"+names[0]+"/auto" || lines[last].Puzzle != "1..............." {
		t.Fatalf("%d lines: %+v", len(lines), lines)
	}
	for _, m := range lines {
		content, _ := os.ReadFile(filepath.Join(dir, m.File))
		_, problem, _ := strings.Cut(string(content), "\np cnf ")
		if problem, _, _ = strings.Cut(problem, "\n"); strings.Join(strings.Fields(problem), " ") != jsonNumbers(m.Variables, m.Clauses) {
			t.Errorf("%+v, but the file has %s", m, problem)
		}
	}
}

func jsonNumbers(variables int, clauses int64) string {
	text, _ := json.Marshal([]int64{int64(variables), clauses})
	return strings.ReplaceAll(strings.Trim(string(text), "[]"), ",", " ")
}

// TestExportFolderStopped stops the work: the manifest has every complete file, and there is no other.
func TestExportFolderStopped(t *testing.T) {
	dir := t.TempDir()
	var out, complaint bytes.Buffer
	words := strings.Fields("export --box 5x5 --amo all --sum all --encoding all --timeout 300ms -o " + dir)
	if status := run(context.Background(), words, streams{strings.NewReader(""), &out, &complaint}); status != statusStopped {
		t.Fatalf("exit status %d, %s", status, complaint.String())
	}
	lines := readManifest(t, dir)
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != len(lines)+1 || len(lines) == 440 {
		t.Errorf("%d files, %d lines, %v", len(files), len(lines), err)
	}
}

// instanceHashes are the SHA-256 of the files of two runs of instances. Another hash is another family: other people's results on the
// old files say nothing about the new ones.
var instanceHashes = map[string][]string{
	"sat": {
		"370e9056d193590d78d9821a0531366c8a8533fd51478a095b0a683b07afc0e0", "f935b7d03d3b161cca7ffa8e78509093dfdd22536aea6ffb00cf411ab76a9ba7",
	},
	"unsat": {
		"8cb442e2d4310bbd6d1805fd78533b69db66eeb76f7d83fd739f283ea2087881", "de8414fec39fada56a868ffafab4362be970a3eb8b56b1112ae70b8f7ec0175b",
	},
}

// TestInstancesRepeat makes instances of each status, then of both at once, and compares their files with the hashes.
func TestInstancesRepeat(t *testing.T) {
	modeltest.OnlyLong(t)
	for statuses, want := range map[string][]string{
		"sat": instanceHashes["sat"], "unsat": instanceHashes["unsat"],
		"unsat,sat": slices.Concat(instanceHashes["sat"], instanceHashes["unsat"]),
	} {
		dir := t.TempDir()
		runIn(t, ".", "instances --size 3x3 --delta 3 --difficulty 3 --count 2 --seed 5 --limit 5m --status "+statuses+" -o "+dir)
		lines := readManifest(t, dir)
		if len(lines) != len(want) {
			t.Fatalf("%s: %d lines, expected %d", statuses, len(lines), len(want))
		}
		for i, m := range lines {
			if m.SHA256 != want[i] || m.InstanceLine == nil || m.Number != i%2+1 || !strings.Contains(statuses, m.Status) || m.Count == "" {
				t.Errorf("%s: %+v, %+v, expected %s", statuses, m, m.InstanceLine, want[i])
			}
		}
	}
}

// TestInstancesStopped stops the work: the manifest has all files of complete instances, and there is no other.
func TestInstancesStopped(t *testing.T) {
	modeltest.OnlyLong(t)
	dir := t.TempDir()
	var out, complaint bytes.Buffer
	words := strings.Fields("instances --size 3x3 --delta 5 --count 10000 --timeout 700ms -o " + dir)
	if status := run(context.Background(), words, streams{strings.NewReader(""), &out, &complaint}); status != statusStopped {
		t.Fatalf("exit status %d, %s", status, complaint.String())
	}
	files, err := os.ReadDir(dir)
	if lines := readManifest(t, dir); err != nil || len(files) != 2*len(lines)+1 {
		t.Errorf("%d files, %d lines, %v", len(files), len(lines), err)
	}
}
