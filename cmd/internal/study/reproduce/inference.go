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
	"qmsat/encode"
	"qmsat/encode/propagate"
	"qmsat/encode/sat"
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

// PublishedInference are the published shares of puzzles, in percent, by encoding and in the order of Techniques: Lynce
// and Ouaknine 2006, for 24,260 puzzles with 17 givens. Of the 3,000 in testdata/sudoku-17-clue-3000.txt, ours, applied until
// nothing more is found, solve 0, 8, 23 and 97 %, and 48, 100, 100 and 100 %.
var PublishedInference = map[string][]int{
	"minimal":  {0, 1, 25, 69},
	"extended": {47, 100, 100, 100},
}

// byTechnique names counts in the order of Techniques; nil for none.
func byTechnique(counts []int) map[string]int {
	if counts == nil {
		return nil
	}
	named := map[string]int{}
	for i, t := range Techniques {
		named[t.Name] = counts[i]
	}
	return named
}

// Inference returns how many of the puzzles each technique solves by itself, in the order of Techniques. A puzzle is solved
// when every output has a value. The literals that the techniques try are those of the model's values; what an encoding's
// auxiliary variables add to them comes through unit propagation. progress is called after each puzzle.
func Inference(ctx context.Context, m *model.Model, options encode.Options, cubes []model.Cube, progress func()) ([]int, error) {
	solved := make([]int, len(Techniques))
	for _, cube := range cubes {
		p := &propagate.Propagator{}
		vm, err := encode.CompileCube(ctx, m, cube, options, p)
		if err != nil {
			return nil, err
		}
		if i := weakest(ctx, p, vm, m); i >= 0 {
			for j := range solved[i:] {
				solved[i+j]++
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		progress()
	}
	return solved, nil
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

// Run prints, for each file and each chosen encoding, how many puzzles each technique solves.
func (o *inference) Run(ctx context.Context) error {
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
	lines := study.NewLines(&o.Base, "file\tpuzzles\tencoding", inferenceRecord.row)
	for _, technique := range Techniques {
		lines.Heading += "\t" + technique.Name
	}
	err = eachFile(ctx, &o.Models, o.Args, o.Most, func(p *study.Puzzles, file string, cubes []model.Cube) error {
		for _, c := range combinations {
			choice := sat.EncodingOptions(c.Options)
			solved, err := Inference(ctx, p.Model, choice, cubes, o.Bar(len(cubes), "puzzles").Step)
			if err != nil {
				return err
			}
			r := inferenceRecord{File: file, Delta: p.Delta, Encoding: choice.String(), Puzzles: len(cubes), Solved: byTechnique(solved)}
			if p.Delta == nil {
				r.Published = byTechnique(PublishedInference[c.Options["encoding"]])
			}
			lines.Add(r)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return lines.End("share of puzzles solved without search; in brackets the published share, of 24,260 puzzles with 17 givens\n", "")
}

// row has shares in percent, and the published ones in brackets.
func (r inferenceRecord) row() string {
	text := fmt.Sprintf("%s\t%d\t%s", r.File, r.Puzzles, r.Encoding)
	for _, technique := range Techniques {
		text += fmt.Sprintf("\t%.1f %%", 100*float64(r.Solved[technique.Name])/float64(r.Puzzles))
		if r.Published != nil {
			text += fmt.Sprintf(" (%d)", r.Published[technique.Name])
		}
	}
	return text
}
