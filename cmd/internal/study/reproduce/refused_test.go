package reproduce

import (
	"context"
	"fmt"
	"iter"
	"testing"

	"qmsat/cmd/internal/study"
	_ "qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/modeltest"
	_ "qmsat/native/classic"
	_ "qmsat/native/heuristic"
	_ "qmsat/native/logic"
)

// quiet is a command that prints nothing.
type quiet struct{ study.Command }

func (quiet) NewBar(int, string) study.Bar { return study.Bar{Step: func() {}} }
func (quiet) Table(string) error           { return nil }

// Bad input is refused, before any measurement.
func TestRefused(t *testing.T) {
	none := func([]string) (iter.Seq2[model.Puzzle, error], error) {
		return func(func(model.Puzzle, error) bool) {}, nil
	}
	models := study.Models{Build: func(context.Context) (*study.Puzzles, error) {
		return &study.Puzzles{Model: modeltest.Sudoku(t, 3, 3), Read: none}, nil
	}}
	encoded := newInference().(*inference)
	encoded.Models = models
	const empty = "none.txt: found no puzzles, expected at least one"
	for _, test := range []struct {
		study study.Study
		want  string
	}{
		{&encodings{Boxes: "3,10", EncodingOptions: EncodingOptions{Seeds: 1}}, `--boxes "3,10", expected numbers from 3 to 9 such as 3-5,9`},
		{encoded, empty},
		{&messages{Models: models}, empty},
		{&methods{Models: models}, empty},
		{&projections{Models: models, Steps: 1}, empty},
		{&simonis{Models: models, Scheme: study.Chosen{Setting: schemeSetting, Value: "FC"}}, empty},
		{&survey{Models: models, Engines: "native"}, empty},
	} {
		base := test.study.Common()
		base.Command, base.Format, base.Args = quiet{}, "text", []string{"none.txt"}
		if err := test.study.Run(t.Context()); fmt.Sprint(err) != test.want {
			t.Errorf("%T: error %v, expected %s", test.study, err, test.want)
		}
	}
}

// A puzzle is periodic if its point comes again, even if no puzzle meets the limit of steps. One that meets it is not, and neither
// is one of impossible givens, which takes no step.
func TestPeriodic(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	again := modeltest.Cubes(t, m, "sudoku-hardest-375.txt")[0] // at step 16,689
	for _, test := range []struct {
		cubes       []model.Cube
		limit, want int
	}{
		{[]model.Cube{again}, 20_000, 1},
		{[]model.Cube{again}, 100, 0},
		{[]model.Cube{{}, {{Var: 0, Value: 1}, {Var: 0, Value: 2}}}, 100, 0},
	} {
		s, err := project(t.Context(), m, test.cubes, test.limit, func() {})
		if err != nil || s.Solved > 0 || s.Periodic != test.want {
			t.Errorf("%+v, error %v; expected %d periodic puzzles", s, err, test.want)
		}
	}
}
