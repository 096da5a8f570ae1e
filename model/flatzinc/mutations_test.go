package flatzinc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/modeltest"
	_ "qmsat/model/variant"
)

// mutation says how files of a suffix are changed.
type mutation struct {
	comment string         // a comment line
	item    *regexp.Regexp // a line that is an item by itself, in any order
	keyword *regexp.Regexp // a word that means something
	number  *regexp.Regexp
	field   *regexp.Regexp // what may be added before a }
}

var mutations = map[string]mutation{
	".cnf": {"c a comment of 2 words", regexp.MustCompile(`^\s*[-1-9].* 0\s*$`),
		regexp.MustCompile(`^p cnf|^p|cnf|^c p show|^c ind|\bshow\b|\bind\b`), regexp.MustCompile(`-?\b[0-9]+\b`), nil},
	".opb": {"* a comment of 2 words", regexp.MustCompile(`^\s*[-+0-9].*;\s*$`),
		regexp.MustCompile(`min:|max:|>=|<=|=|\bx|~x|#variable=|\bshow\b`), regexp.MustCompile(`[-+]?\b[0-9]+\b`), nil},
	".fzn": {"% a comment of 2 words", regexp.MustCompile(`^\s*constraint\b.*;\s*$`),
		regexp.MustCompile(`\b(constraint|predicate|var|array|of|int|bool|solve|satisfy|minimize|maximize|output_var|output_array|int_[lnept][a-z_]+|set_in)\b`),
		regexp.MustCompile(`-?\b[0-9]+\b`), nil},
	// A clue about unknown regions comes after these.
	".yaml": {"# a comment of 2 words", regexp.MustCompile(`^- \{kind: ([^c]|c[^h]).*\}$`),
		regexp.MustCompile(`\b[a-z]+(-[a-z]+)*\b`), regexp.MustCompile(`[0-9]+`), regexp.MustCompile(`[a-z-]+: ([^][{},\n ]+|\[[^][{}\n]*\])`)},
}

// kept changes a text without changing its meaning.
func (m mutation) kept(r *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	at := r.IntN(len(lines))
	switch r.IntN(6) {
	case 0:
		if m.field == nil || !strings.HasPrefix(lines[at], " ") { // no comment in a text of several lines
			lines = slices.Insert(lines, at, m.comment)
		}
	case 1:
		lines = slices.Insert(lines, at, "")
	case 2:
		if lines[at] += "  "; m.field == nil {
			lines[at] = " \t" + lines[at]
		}
	case 3:
		return strings.Join(lines, "\r\n")
	case 4:
		return "\ufeff" + text
	default:
		var items []int
		for i, line := range lines {
			if m.item.MatchString(line) {
				items = append(items, i)
			}
		}
		if len(items) > 1 {
			i, j := items[r.IntN(len(items))], items[r.IntN(len(items))]
			lines[i], lines[j] = lines[j], lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// changed changes a text's meaning, mostly.
func (m mutation) changed(r *rand.Rand, text string) (changed, what string) {
	pick := func(of *regexp.Regexp) []int {
		all := of.FindAllStringIndex(text, -1)
		if len(all) == 0 {
			return nil
		}
		return all[r.IntN(len(all))]
	}
	lines := strings.Split(text, "\n")
	at := r.IntN(len(lines))
	switch r.IntN(6) {
	case 0:
		if k := pick(m.keyword); k != nil {
			word := []byte(text[k[0]:k[1]])
			i := r.IntN(len(word))
			word[i] = "abcxyz"[r.IntN(6)]
			return text[:k[0]] + string(word) + text[k[1]:], "keyword"
		}
	case 1:
		if k := pick(m.number); k != nil {
			return text[:k[0]] + []string{"7", "0", "-1", "1", "2", "99999999999999999999"}[r.IntN(6)] + text[k[1]:], "number"
		}
	case 2:
		return strings.Join(slices.Delete(slices.Clone(lines), at, at+1), "\n"), "line removed"
	case 3:
		if ends := pick(regexp.MustCompile(`\}`)); m.field != nil && ends != nil {
			f := pick(m.field)
			return text[:ends[0]] + ", " + text[f[0]:f[1]] + text[ends[0]:], "field"
		}
	case 4:
		return strings.Join(slices.Insert(slices.Clone(lines), r.IntN(len(lines)), lines[at]), "\n"), "line added"
	default:
		if len(text) > 0 {
			i := r.IntN(len(text))
			return text[:i] + text[i+1:], "byte removed"
		}
	}
	return text, ""
}

// TestMutations changes the files of other programs' tests in two ways. If the meaning is kept, the model has the same solutions. If it
// is changed, the model differs, or the file is refused: a word that means something may not be lost. QMSAT_SOLVERFILES names the
// folder of the files; without it, small ones of this repository are changed.
func TestMutations(t *testing.T) {
	folder := os.Getenv("QMSAT_SOLVERFILES")
	times, r := modeltest.Mutations(3, 1000)
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
	for i, kind := range model.NamedKinds() {
		if every := modeltest.Scale(12, 1); i%every == r.IntN(every) {
			texts[kind.Name+".yaml"] = kind.ExampleFile()
		}
	}
	tried, refused, same := 0, 0, map[string]int{}
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		text, m := texts[file], mutations[filepath.Ext(file)]
		read := func(text string) (*model.Model, error) {
			reader, err := model.ReaderFor("", file, text)
			if err != nil {
				return nil, err
			}
			read, givens, err := reader.Read(context.Background(), file, strings.NewReader(text))
			if err == nil {
				read.Name += fmt.Sprint(read.FormatCube(givens))
			}
			return read, err
		}
		original, err := read(text)
		if err != nil {
			continue // it is refused with a line
		}
		size := 1.0
		for _, v := range original.Variables {
			size *= float64(v.Domain.Size())
		}
		before := meaning(original)
		for range times {
			tried++
			kept := m.kept(r, text)
			if again, err := read(kept); err != nil {
				t.Errorf("%s: %v, after a change that keeps the meaning:\n%s", file, err, kept)
			} else if meaning(again) != before && (size < 1<<12 && !slices.Equal(modeltest.Keys(original, nil), modeltest.Keys(again, nil)) ||
				size >= 1<<12 && original.Outputs == nil && !slices.Equal(sorted(original), sorted(again))) {
				t.Errorf("%s: other solutions after a change that keeps the meaning:\n%s", file, kept)
			}
			changed, what := m.changed(r, text)
			again, err := read(changed)
			switch {
			case err != nil:
				refused++
			case what == "keyword" && meaning(again) != before && meaning(again) == without(read, text, changed):
				t.Errorf("%s: the model without a line, after a change of a word in it:\n%s", file, meant(m, text, changed))
			case meaning(again) == before:
				same[what]++
				if line := meant(m, text, changed); line != "" && (what == "keyword" || m.field != nil && (what == "number" || what == "field")) {
					t.Errorf("%s: the same model after a change (%s) of what has a meaning:\n%s", file, what, line)
				}
			}
		}
	}
	t.Logf("%d files, %d changes of each sort; %d refused, the same model after %v", len(texts), tried, refused, same)
}

// meaning returns what a model says, with its givens, name, clues and sheet.
func meaning(m *model.Model) string {
	sheet, _ := json.Marshal(m.Sheet)
	return fmt.Sprint(m.Hash(), m.Name, string(sheet), lists.Map(m.Whole(), m.ClueText))
}

// sorted lists what a model's constraints say, in any order.
func sorted(m *model.Model) []string {
	texts := lists.Map(m.Constraints, model.CanonicalText)
	slices.Sort(texts)
	return texts
}

// without returns the meaning of the model without the first line that differs, or "" if that is no model.
func without(read func(string) (*model.Model, error), text, changed string) string {
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
func meant(m mutation, text, changed string) string {
	lines := strings.Split(text, "\n")
	for i, line := range strings.Split(changed, "\n") {
		if i >= len(lines) || line == lines[i] {
			continue
		}
		if strings.HasPrefix(strings.TrimSpace(lines[i]), m.comment[:1]) || hints.ReplaceAllString(lines[i], "$1") == hints.ReplaceAllString(line, "$1") {
			return ""
		}
		return line + "\n" + lines[i]
	}
	return ""
}
