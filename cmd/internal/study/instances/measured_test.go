package instances

import (
	"encoding/json"
	"strings"
	"testing"

	"qmsat/encode"
	"qmsat/internal/namedfile"
	"qmsat/model/modeltest"
)

// Each answer of the measured instances, which docs/instances.md sums up, is the right status; the first instance of each status
// is made again.
func TestMeasured(t *testing.T) {
	text, err := namedfile.ReadAll("../../../../testdata/instances.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	again := 0
	for decoder := json.NewDecoder(strings.NewReader(string(text))); decoder.More(); {
		var r struct {
			Puzzle       string
			Variables    int
			Clauses      int64
			Delta, Level int
			Seed, Number uint64
			Known
		}
		if err := decoder.Decode(&r); err != nil {
			t.Fatal(err)
		}
		for solver, c := range r.Difficulty {
			if c.Outcome != r.Status && c.Outcome != "limit" {
				t.Errorf("%s: %s answers %s, expected %s", r.Puzzle, solver, c.Outcome, r.Status)
			}
		}
		if r.Level > 1 || r.Seed > 1 || r.Number > 1 || r.Status == Unsatisfiable && !modeltest.Long() {
			continue
		}
		again++
		i, err := Family{Order: 4, Delta: r.Delta, Status: r.Status, Level: r.Level}.Make(t.Context(), r.Seed, r.Number)
		if err != nil {
			t.Fatal(err)
		}
		formula, err := encode.NewDIMACS(t.Context(), i.Model, Encoding, i.Cube)
		if err != nil || formula.Size.Variables != r.Variables || formula.Size.Clauses != r.Clauses {
			t.Errorf("%s: %+v, error %v, expected %d variables, %d clauses", r.Status, formula, err, r.Variables, r.Clauses)
		}
		if puzzle := i.Model.Notation().FormatCube(i.Model, i.Cube); puzzle != r.Puzzle {
			t.Errorf("%s: puzzle %s, expected %s", r.Status, puzzle, r.Puzzle)
		}
	}
	if want := modeltest.Scale(1, 2); again != want {
		t.Errorf("%d instances were made again, expected %d", again, want)
	}
}
