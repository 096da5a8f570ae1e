package reproduce

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/compare"
	"qmsat/compare/table"
	"qmsat/encode"
	"qmsat/encode/propagate"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Technique is a way to infer values without search; each includes those before it.
type Technique struct {
	Name  string
	apply func(p *propagate.Propagator, ctx context.Context, variables int) bool
}

// Techniques are those of Lynce and Ouaknine, Sudoku as a SAT problem, 2006, section 5, weakest first: what one finds, so
// do those after it.
var Techniques = []Technique{
	{"unit propagation", func(p *propagate.Propagator, _ context.Context, _ int) bool { return p.Consistent() }},
	{"failed literals", (*propagate.Propagator).FailedLiterals},
	{"hyper-binary", (*propagate.Propagator).HyperBinaryResolution},
	{"binary failed", (*propagate.Propagator).BinaryFailedLiterals},
}

// PublishedInference are the published shares of puzzles, in percent, by encoding and technique: Lynce and Ouaknine 2006, for 24,260 puzzles with 17 givens. Of the 3,000 in testdata/sudoku-17-clue-3000.txt, ours, applied until
// nothing more is found, solve 0, 8, 23 and 97 %, and 48, 100, 100 and 100 %.
var PublishedInference = map[string]map[string]int{
	"minimal":  {"unit propagation": 0, "failed literals": 1, "hyper-binary": 25, "binary failed": 69},
	"extended": {"unit propagation": 47, "failed literals": 100, "hyper-binary": 100, "binary failed": 100},
}

// Inference returns how many of the puzzles each technique solves by itself. A puzzle is solved when every output has a value. The
// literals that the techniques try are those of the model's values; what an encoding's auxiliary variables add to them comes
// through unit propagation. progress is called after each puzzle.
func Inference(ctx context.Context, m *model.Model, options encode.Options, cubes []model.Cube, progress func()) (map[string]int, error) {
	found, err := study.Measure(ctx, 1, len(cubes), func(ctx context.Context) (func(int) (int, error), func(), error) {
		return func(puzzle int) (int, error) {
			p := &propagate.Propagator{}
			vm, err := encode.CompileCube(ctx, m, cubes[puzzle], options, p)
			if err != nil {
				return 0, err
			}
			i := weakest(ctx, p, vm, m)
			return i, context.Cause(ctx)
		}, func() {}, nil
	}, progress)
	solved := map[string]int{}
	for i, t := range Techniques {
		solved[t.Name] = lists.Count(found, func(by int) bool { return 0 <= by && by <= i })
	}
	return solved, err
}

// weakest returns the index of the weakest technique that solves the loaded puzzle, or -1.
func weakest(ctx context.Context, p *propagate.Propagator, vm *encode.Map, m *model.Model) int {
	for i, technique := range Techniques {
		if !technique.apply(p, ctx, vm.ModelVariables()) {
			return -1
		}
		if decided(p, vm, m) {
			return i
		}
	}
	return -1
}

// decided reports whether every output has a value.
func decided(p *propagate.Propagator, vm *encode.Map, m *model.Model) bool {
	for _, v := range m.OutputVars() {
		if vm.Fixed(v) {
			continue
		}
		for _, l := range vm.Literals(v) {
			if p.Value(l) == 0 {
				return false
			}
		}
	}
	return true
}

var inferenceTopic = &study.Topic{
	Name: "inference", Args: "FILE...", Summary: "how many puzzles unit propagation and stronger inference solve in each encoding, without search (Lynce and Ouaknine 2006)",
	Help: `Measures how many puzzles of the files each technique solves in each encoding, without search. The published figures
are of other puzzles with as many givens.`,
	Examples: [][2]string{{"reproduce inference --puzzles 3 testdata/sudoku-17-clue-3000.txt", "inference on the first puzzles of a file"}},
	New:      newInference,
}

type inference struct {
	study.Models
	first
	Settings []study.Chosen // by default the encodings with published figures
	output
}

func newInference() study.Study {
	o := &inference{}
	for _, s := range sat.Settings() {
		standard := s.Default
		if s.Name == "encoding" {
			standard = strings.Join(slices.Sorted(maps.Keys(PublishedInference)), ",")
		}
		o.Settings = append(o.Settings, study.Chosen{Setting: s, Value: standard, Usage: s.Usage + ", <NAME>", Several: true})
	}
	return o
}

// inferenceRecord is a file and an encoding.
type inferenceRecord struct {
	File      string         `json:"file"`
	Delta     *int           `json:"delta"`
	Encoding  string         `json:"encoding"`
	Puzzles   int            `json:"puzzles"`
	Solved    map[string]int `json:"solved"`    // by technique
	Published map[string]int `json:"published"` // in percent of other puzzles; null if not published
}

// Answer prints, for each file and each chosen encoding, how many puzzles each technique solves.
func (o *inference) Answer(ctx context.Context) error {
	values := map[string][]string{}
	for _, s := range o.Settings {
		chosen, err := s.Chosen(s.Value)
		if err != nil {
			return err
		}
		values[s.Name] = chosen
	}
	combinations, err := compare.Combine([]engine.Chosen{{Engine: &engine.Engine{Settings: sat.Settings()}, Options: engine.Options{}}}, values)
	if err != nil {
		return err
	}
	if len(o.Args) == 0 {
		return errors.New("reproduce inference: found no file, expected files of puzzles")
	}
	g, lines := study.NewResults[inferenceRecord](&o.Base), table.Pivot{Title: "file\tpuzzles\tencoding", Down: true}
	err = eachFile(ctx, &o.Models, o.Args, o.Most, func(p *study.Puzzles, file string, cubes []model.Cube) error {
		for _, c := range combinations {
			choice := sat.EncodingOptions(c.Options)
			solved, err := Inference(ctx, p.Model, choice, cubes, o.Bar(len(cubes), "puzzles").Step)
			if err != nil {
				return err
			}
			r := inferenceRecord{File: file, Delta: p.Delta, Encoding: choice.String(), Puzzles: len(cubes), Solved: solved}
			if p.Delta == nil {
				r.Published = PublishedInference[c.Options["encoding"]]
			}
			for _, t := range Techniques {
				share := fmt.Sprintf("%.1f %%", 100*float64(solved[t.Name])/float64(len(cubes)))
				if r.Published != nil {
					share += fmt.Sprintf(" (%d)", r.Published[t.Name])
				}
				lines.Set(fmt.Sprintf("%s\t%d\t%s", file, len(cubes), r.Encoding), t.Name, share)
			}
			g.Add(r)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return g.Layout(lines.Lines(), "share of puzzles solved without search; in brackets the published share, of 24,260 puzzles with 17 givens\n", "")
}
