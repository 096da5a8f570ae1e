package ask

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/page.md and docs/api.md")

// The document has each method in its first table, the fields, and what tags say of those of requests.
func TestFieldsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	overview, _, _ := strings.Cut(string(page), "<!-- fields -->")
	var table strings.Builder
	table.WriteString("| method | | fields |\n| --- | --- | --- |\n")
	for _, m := range Methods() {
		if !strings.Contains(overview, "`"+m.Name+"`") {
			t.Errorf("%s does not stand in the first table of docs/api.md", m.Name)
		}
		about := ""
		for _, field := range slices.Sorted(maps.Keys(m.Notes)) {
			about += "<br>`" + field + "`: " + m.Notes[field]
		}
		request := maps.Clone(m.Request)
		delete(request, "timeout")
		fmt.Fprintf(&table, "| `%s` | request | `%s`%s |\n", m.Name, shapeText(request), about)
		for _, event := range m.Events {
			fmt.Fprintf(&table, "| | event | `%s` |\n", shapeText(event))
		}
		fmt.Fprintf(&table, "| | answer | `%s` |\n", shapeText(m.Answer))
	}
	keepDocumented(t, "api.md", "fields", table.String())
}

// The document has the sets of the library.
func TestLibraryIsDocumented(t *testing.T) {
	list, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	table := "| set | puzzles | what they are | in testdata |\n| --- | ---: | --- | --- |\n"
	for _, s := range list {
		table += fmt.Sprintf("| `%s` | %d | %s | `%s` |\n", s.Name, s.Count, s.Title, s.File)
	}
	keepDocumented(t, "page.md", "library", table)
}

// keepDocumented compares a table with that between two marks of a document, or rewrites the latter.
func keepDocumented(t *testing.T, document, mark, table string) {
	t.Helper()
	file := "../../../docs/" + document
	from, to := "<!-- "+mark+" -->\n", "<!-- /"+mark+" -->"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), from)
	shown, after, ends := strings.Cut(rest, to)
	if !found || !ends {
		t.Fatalf("%s has no %s or %s", file, from, to)
	}
	want := "\n" + table + "\n"
	if diff := cmp.Diff(shown, want); diff != "" && !*update {
		t.Errorf("%s (rewrite it with -update):\n%s", file, diff)
	} else if diff != "" {
		if err := os.WriteFile(file, []byte(before+from+want+to+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// shapeText writes a shape in a line.
func shapeText(shape any) string {
	switch shape := shape.(type) {
	case map[string]any:
		if either, is := shape["one of"].([]any); is {
			return shapeText(either[0]) + " or " + shapeText(either[1])
		}
		var fields []string
		for _, name := range slices.Sorted(maps.Keys(shape)) {
			fields = append(fields, name+": "+shapeText(shape[name]))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	case []any:
		return "[" + shapeText(shape[0]) + "]"
	}
	return shape.(string)
}

// An object of JSON has the fields of its shape, and no others but those that may be missing.
func checkShape(t testing.TB, where string, value, shape any) {
	t.Helper()
	switch shape := shape.(type) {
	case map[string]any:
		if either, is := shape["one of"].([]any); is {
			if _, list := value.([]any); list {
				checkShape(t, where, value, either[0])
			} else {
				checkShape(t, where, value, either[1])
			}
			return
		}
		object, is := value.(map[string]any)
		if each, all := shape["*"]; all && (is || value == nil) {
			for name, value := range object {
				checkShape(t, where+"."+name, value, each)
			}
			return
		}
		for name, value := range object {
			of, known := shape[name]
			if !known {
				of, known = shape[name+"?"]
			}
			if !known {
				t.Errorf("%s has the field %s, which is not in its shape %v", where, name, shape)
				continue
			}
			checkShape(t, where+"."+name, value, of)
		}
		for name := range shape {
			if _, has := object[name]; !has && !strings.HasSuffix(name, "?") {
				t.Errorf("%s lacks the field %s", where, name)
			}
		}
	case []any:
		list, is := value.([]any)
		if !is && value != nil {
			t.Errorf("%s: found %v, expected a list", where, value)
		}
		for _, value := range list {
			checkShape(t, where+"[]", value, shape[0])
		}
	case string:
		words := map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "boolean", reflect.Float64: "number", reflect.Map: "puzzle"}
		found := words[reflect.ValueOf(value).Kind()]
		if word, orNull := strings.CutSuffix(shape, " or null"); found != word && !(value == nil && orNull) {
			t.Errorf("%s: found %v, expected a %s", where, value, shape)
		}
	}
}

// What methods write is as GET /api/ tells.
func TestAnswersHaveTheirShapes(t *testing.T) {
	board := `"puzzle": ` + small(`"r1c1": 1`)
	requests := map[string][]string{
		"about": {``}, "library": {``, `"name": "top1465"`}, "open": {`"text": "1..............."`}, "convert": {board + `, "to": "fpuzzles"`}, "export": {board},
		"draw": {board}, "status": {board}, "count": {board}, "estimate": {board}, "solve": {board, board + `, "differ": true`},
		"analyze": {board}, "minimize": {`"puzzle": {"grid": {"boxes": "2x2"}, "givens": "1234341221434321"}`},
		"conflict": {board, `"puzzle": ` + small(`"r1c1": 1, "r1c2": 1`)},
		"explain":  {board, board + `, "hint": true, "view": true, "left": {"r1c2": [2]}`},
		"grade":    {board}, "candidates": {board, board + `, "counts": 2`},
		"generate": {`"puzzle": ` + small("")}, "race": {board},
		"trace": {board + `, "engine": "native"`, board + `, "engine": "gophersat"`}, "sizes": {board + `, "vary": "amo"`},
		"formula": {board + `, "cell": "r1c1"`}, "propagate": {board}, "decode": {board + `, "output": "s UNSATISFIABLE"`},
		"examples": {``},
	}
	for method, requests := range requests {
		m, err := Lookup(method)
		if err != nil {
			t.Fatal(err)
		}
		m.describe(&m)
		for _, request := range requests {
			decoded := func(of any) (value any) {
				text, err := json.Marshal(of)
				if err == nil {
					err = json.Unmarshal(text, &value)
				}
				if err != nil {
					t.Errorf("%s: %v", method, err)
				}
				return value
			}
			answer, err := m.Run(t.Context(), []byte("{"+request+"}"), func(event any) error {
				i := slices.IndexFunc(m.emits, func(e any) bool { return reflect.TypeOf(e) == reflect.TypeOf(event) })
				if i < 0 {
					t.Errorf("%s: an event of type %T, expected one of %v", method, event, m.Events)
					return nil
				}
				checkShape(t, method+" event", decoded(event), m.Events[i])
				return nil
			})
			if err != nil {
				t.Errorf("%s {%s}: %v", method, request, err)
				continue
			}
			checkShape(t, method, decoded(answer), m.Answer)
		}
	}
	for _, m := range Methods() {
		if len(m.Request) == 0 || m.Answer == nil {
			t.Errorf("%s has no shape", m.Name)
		}
		if requests[m.Name] == nil {
			t.Errorf("%s has no request here", m.Name)
		}
	}
}
