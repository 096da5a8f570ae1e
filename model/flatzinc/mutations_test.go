package flatzinc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

var mutations = map[string]modeltest.Mutation{
	".cnf": {
		Comment: "c a comment of 2 words",
		Item:    regexp.MustCompile(`^\s*[-1-9].* 0\s*$`),
		Keyword: regexp.MustCompile(`^p cnf|^p|cnf|^c p show|^c ind|\bshow\b|\bind\b`),
		Number:  regexp.MustCompile(`-?\b[0-9]+\b`),
	},
	".opb": {
		Comment: "* a comment of 2 words",
		Item:    regexp.MustCompile(`^\s*[-+0-9].*;\s*$`),
		Keyword: regexp.MustCompile(`min:|max:|>=|<=|=|\bx|~x|#variable=|\bshow\b`),
		Number:  regexp.MustCompile(`[-+]?\b[0-9]+\b`),
	},
	".fzn": {
		Comment: "% a comment of 2 words",
		Item:    regexp.MustCompile(`^\s*constraint\b.*;\s*$`),
		Keyword: regexp.MustCompile(`\b(constraint|predicate|var|array|of|int|bool|solve|satisfy|minimize|maximize|output_var|output_array|` +
			`int_[lnept][a-z_]+|set_in)\b`),
		Number: regexp.MustCompile(`-?\b[0-9]+\b`),
	},
	".yaml": {
		Comment: "# a comment of 2 words",
		Item:    regexp.MustCompile(`^- \{kind: ([^c]|c[^h]).*\}$`), // a clue about unknown regions comes after these
		Keyword: regexp.MustCompile(`\b[a-z]+(-[a-z]+)*\b`),
		Number:  regexp.MustCompile(`[0-9]+`),
		Field:   regexp.MustCompile(`[a-z-]+: ([^][{},\n ]+|\[[^][{}\n]*\])`),
	},
}

// TestMutations changes the files of other programs' tests in two ways. If the meaning is kept, the model has the same solutions. If it
// is changed, the model differs, or the file is refused: a word that means something may not be lost. QMSAT_SOLVERFILES names the
// folder of the files; without it, small ones of this repository are changed.
func TestMutations(t *testing.T) {
	folder := os.Getenv("QMSAT_SOLVERFILES")
	times, r := modeltest.Mutations(3, 50)
	if folder == "" {
		folder = "../../testdata"
	}
	var files []string
	_ = filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		info, _ := os.Stat(path)
		if _, known := mutations[filepath.Ext(path)]; err == nil && known && info.Size() < 4<<10 {
			files = append(files, path)
		}
		return nil
	})
	if len(files) == 0 {
		t.Fatalf("no files in %s", folder)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(text)
	}
	for i, kind := range variant.Kinds() {
		if every := modeltest.Scale(12, 3, 1); i%every == r.IntN(every) {
			texts[kind.Name+".yaml"] = kind.ExampleFile()
		}
	}
	tried, refused, same := 0, 0, map[string]int{}
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		text, m := texts[file], mutations[filepath.Ext(file)]
		read := func(text string) (*document.Document, error) {
			reader, err := document.ReaderFor("", file, text)
			if err != nil {
				return nil, err
			}
			return reader.Read(context.Background(), file, strings.NewReader(text))
		}
		original, err := read(text)
		if err != nil {
			continue // it is refused with a line
		}
		size := 1.0
		for _, v := range original.Model.Variables {
			size *= float64(v.Domain.Size())
		}
		before := meaning(original)
		for range times {
			tried++
			kept := m.Kept(r, text)
			if again, err := read(kept); err != nil {
				t.Errorf("%s: %v, after a change that keeps the meaning:\n%s", file, err, kept)
			} else if meaning(again) != before && (size < 1<<12 && !slices.Equal(modeltest.Keys(original.Model, nil), modeltest.Keys(again.Model, nil)) ||
				size >= 1<<12 && original.Model.Outputs == nil && !slices.Equal(sorted(original.Model), sorted(again.Model))) {
				t.Errorf("%s: other solutions after a change that keeps the meaning:\n%s", file, kept)
			}
			changed, what := m.Changed(r, text)
			again, err := read(changed)
			switch {
			case err != nil:
				refused++
			case what == "keyword" && meaning(again) != before && meaning(again) == without(read, text, changed):
				t.Errorf("%s: the model without a line, after a change of a word in it:\n%s", file, meant(m, text, changed))
			case meaning(again) == before:
				same[what]++
				if line := meant(m, text, changed); line != "" && (what == "keyword" || m.Field != nil && (what == "number" || what == "field" && !strings.Contains(line, "name:"))) {
					t.Errorf("%s: the same model after a change (%s) of what has a meaning:\n%s", file, what, line)
				}
			}
		}
	}
	t.Logf("%d files, %d changes of each sort; %d refused, the same model after %v", len(texts), tried, refused, same)
}

// meaning returns what a document says: its model, givens, name, clues and sheet.
func meaning(d *document.Document) string {
	sheet, _ := json.Marshal(d.Sheet)
	said := lists.Map(d.Clues(), func(n variant.Clue) string { return variant.Text(d.Model, n) })
	return fmt.Sprint(d.Model.Hash(), d.Model.Name, d.Givens, string(sheet), said)
}

// sorted lists what a model's constraints say, in any order.
func sorted(m *model.Model) []string {
	texts := lists.Map(m.Constraints, model.CanonicalText)
	slices.Sort(texts)
	return texts
}

// without returns the meaning of the model without the first line that differs, or "" if that is no model.
func without(read func(string) (*document.Document, error), text, changed string) string {
	lines, others := strings.Split(text, "\n"), strings.Split(changed, "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return !slices.Contains(others, line) })
	m, err := read(strings.Join(slices.Delete(lines, max(at, 0), max(at, 0)+1), "\n"))
	if at < 0 || err != nil {
		return ""
	}
	return meaning(m)
}

// hints are the annotations of constraints and searches, also within their lists, and declarations of predicates.
var hints = regexp.MustCompile(`^(\s*(constraint|solve)\b.*?)::.*|^\s*predicate.*|^[\s:]*\w+_\w+\(\[\w\].*`)

// meant returns the first line that differs if it is no comment and says more than a hint.
func meant(m modeltest.Mutation, text, changed string) string {
	lines := strings.Split(text, "\n")
	for i, line := range strings.Split(changed, "\n") {
		if i >= len(lines) || line == lines[i] {
			continue
		}
		if strings.HasPrefix(strings.TrimSpace(lines[i]), m.Comment[:1]) || hints.ReplaceAllString(lines[i], "$1") == hints.ReplaceAllString(line, "$1") {
			return ""
		}
		return line + "\n" + lines[i]
	}
	return ""
}
