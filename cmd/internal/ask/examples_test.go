package ask

import (
	"strings"
	"testing"
)

// TestExamples checks that there are a dozen examples of different kinds, each with a picture of its own and one solution.
func TestExamples(t *testing.T) {
	list := ask[[]exampleAnswer](t, "examples", `{}`)
	if len(list) != 12 {
		t.Errorf("found %d examples, expected 12", len(list))
	}
	pictures := map[string]string{}
	for i, e := range list {
		if s := examplePuzzles[i]; s.name != "" && !strings.Contains(catalogueNames(t, s.set), "\n"+s.name+"\n") {
			t.Errorf("set %s has no puzzle %s", s.set, s.name)
		}
		if other, twice := pictures[e.SVG]; twice || !strings.HasPrefix(e.SVG, "<svg") {
			t.Errorf("%s has the picture of %q", e.Title, other)
		}
		pictures[e.SVG] = e.Title
		count := ask[struct{ Count string }](t, "count", `{"limit": 2, "puzzle": `+string(e.Puzzle.text)+`}`)
		if count.Count != "1" {
			t.Errorf("%s has %s solutions, expected one", e.Title, count.Count)
		}
	}
}

// catalogueNames returns the names of a set's puzzles, one a line.
func catalogueNames(t *testing.T, name string) string {
	t.Helper()
	list, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if s.Name == name {
			return "\n" + strings.Join(s.Names, "\n") + "\n"
		}
	}
	t.Fatalf("there is no set %s", name)
	return ""
}
