package ask

import (
	"strconv"
	"strings"
	"testing"
)

// TestOpenTexts opens texts that were made for other programs: a table has candidates, and of two links none is chosen.
func TestOpenTexts(t *testing.T) {
	const rows = "1 23 234 234\n34 4 12 12\n2 1 4 3\n4 3 2 1\n"
	for _, text := range []string{rows, "+---+\n" + rows + "+---+\nA program\n", strings.ReplaceAll(rows, "3 ", "3 | ")} {
		a := ask[openAnswer](t, "open", `{"text": `+strconv.Quote(text)+`}`)
		if p := string(a.Puzzle.text); !strings.Contains(p, "r1c2") || !strings.Contains(p, "2..3") || len(a.More) > 0 {
			t.Errorf("%q is opened as %s", text, p)
		}
	}
	const link = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAWANCALhNAbO8QGUBXAEwHsBrQgAkQHXERUBDQtAC1ICcERGRPCOMDDQ8+Ac04RiCANqzQANyZZCuAIypxERTAB2CNAJgBfZMDMXzJgLrIFlkMtW4ATFp37Dxy77sPzJxU1BABmD10DeCM1X2t/K0SglwQUEG1I71j4mxMgA=="
	m, err := Lookup("open")
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Run(t.Context(), []byte(`{"text": `+strconv.Quote(link+"\n"+link)+`}`), func(any) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "found 2 puzzles, expected one") {
		t.Errorf("two links: %v", err)
	}
}
