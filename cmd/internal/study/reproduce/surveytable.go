package reproduce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/compare/table"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// surveyFile holds the puzzles of three levels, in the folder of the repository.
const surveyFile = "testdata/survey-75.txt"

var surveyTopic = &study.Topic{
	Name: "survey", Args: "[FILE]...", Summary: "what methods of the literature solve, in how many iterations (Green 2009)",
	Help: `Takes 25 puzzles of each level of grade and runs each method ten times on each, with consecutive seeds. The default
puzzles are testdata/survey-75.txt and the quasi-magic ones. Each method's name shows its limit; results depend on the
seed alone. An interrupt prints what is finished.`,
	New: study.Of[survey],
}

// surveyPuzzles is the default number of puzzles of each set.
const surveyPuzzles = 25

type survey struct {
	study.Models
	Most    int    `flag:"puzzles" least:"0" usage:"only <N> puzzles of each set; 0: 25"`
	Seeds   int    `flag:"seeds" value:"10" least:"1" usage:"runs of each puzzle, <N>"`
	Engines string `flag:"engine" engines:"several" usage:"engines <NAME,...> (default: those of the survey)"`
	seeded
	worked
	output
}

// surveyRecord is a method and a set of puzzles.
type surveyRecord struct {
	Set           string `json:"set"`
	Method        string `json:"method"`
	Puzzles       int    `json:"puzzles"`
	Seeds         int    `json:"seeds"` // 1 if the seed does not matter
	SurveyFigures        // of the finished runs
	Refused       string `json:"refused,omitempty"` // why the engine does not take the model, or ""
	Published     string `json:"published,omitempty"`
}

// surveySet are puzzles of one level.
type surveySet struct {
	name  string
	model *model.Model
	cubes []model.Cube
}

// isPlain reports whether a model is plain Sudoku.
func isPlain(m *model.Model) bool {
	family, ok := m.Family()
	return ok && !family.QuasiMagic
}

// Answer prints how many puzzles of each set each method of the survey solves. After an interruption it prints the results so far.
func (o *survey) Answer(ctx context.Context) error {
	methods, chosen, err := surveyMethods(o.Engines)
	if err != nil {
		return err
	}
	sets, err := o.sets(ctx)
	if err != nil {
		return err
	}
	options := SurveyOptions{Seeds: o.Seeds, Seed: o.Seed, Workers: o.Workers}
	runs := 0
	for _, c := range chosen {
		for _, set := range sets {
			runs += len(set.cubes) * options.seedsOf(c.Engine)
		}
	}
	options.Progress = o.Bar(runs, "runs").Step
	lines := study.NewResults[surveyRecord](&o.Base)
	for _, set := range sets {
		for i, c := range chosen {
			if err == nil && (isPlain(set.model) || !methods[i].Plain) {
				err = set.measure(ctx, methods[i], c, options, lines)
			}
		}
	}
	if err != nil && ctx.Err() == nil {
		return err
	}
	return cmp.Or(lines.Layout(surveyLines(lines.Records), fmt.Sprintf(
		"solved: share of the runs, with its 95 %% interval (Wilson); %d runs of each puzzle, one where the method draws nothing\n"+
			"iterations: of the runs that solved; time: of all runs; -: not run, mostly because the engine does not support the model\n", o.Seeds), ""), err)
}

// measure runs a method on a set.
func (s surveySet) measure(
	ctx context.Context, method SurveyMethod, chosen engine.Chosen, options SurveyOptions, lines *study.Results[surveyRecord],
) error {
	r := surveyRecord{
		Set: s.name, Method: method.Engine, Puzzles: len(s.cubes), Seeds: options.seedsOf(chosen.Engine), Published: method.Published,
	}
	runs, err := Survey(ctx, s.model, chosen, s.cubes, options)
	refused := new(engine.UnsupportedError)
	switch {
	case ctx.Err() == nil && errors.As(err, &refused):
		r.Refused, err = refused.Error(), nil
	case err != nil && ctx.Err() == nil:
		return err
	}
	r.SurveyFigures = SurveyOf(runs)
	for _, s := range chosen.Engine.Settings { // settings that limit iterations name them
		if s.Name == r.Measure && s.Unit != "" {
			r.Measure = s.Unit
			break
		}
	}
	if r.Runs > 0 || r.Refused != "" {
		lines.Add(r)
	}
	return err
}

// surveyMethods returns the methods of the survey, or of a list of engines. An engine without settings selects its lines of the
// survey.
func surveyMethods(text string) (methods []SurveyMethod, chosen []engine.Chosen, err error) {
	var known []engine.Chosen
	for _, m := range SurveyMethods {
		c, err := study.Engine("engine", m.Engine)
		if err != nil {
			return nil, nil, err
		}
		known = append(known, c)
	}
	if text == "" {
		return SurveyMethods, known, nil
	}
	list, err := study.Engines("engine", text, study.Lists)
	for _, c := range list {
		before := len(methods)
		for i, k := range known {
			if k.Engine == c.Engine && len(c.Options) == 0 {
				methods, chosen = append(methods, SurveyMethods[i]), append(chosen, k)
			}
		}
		if len(methods) == before {
			methods, chosen = append(methods, SurveyMethod{Engine: c.String()}), append(chosen, c)
		}
	}
	return methods, chosen, err
}

// sets returns the puzzles of files. It groups plain Sudoku by level, as the command grade does. Without files it returns the
// puzzles of the repository: 9×9 puzzles by level, and quasi-magic ones.
func (o *survey) sets(ctx context.Context) ([]surveySet, error) {
	p, err := o.Build(ctx)
	if err != nil {
		return nil, err
	}
	file := surveyFile
	if p.Delta != nil {
		file = study.DefaultPuzzles
	}
	files := o.Files(file)
	puzzles, err := p.Some(0, files...)
	if err != nil {
		return nil, err
	}
	sets := []surveySet{{strings.TrimSuffix(filepath.Base(files[0]), ".txt"), p.Model, study.Cubes(puzzles)}}
	if isPlain(p.Model) {
		if sets, err = byLevel(ctx, p.Model, puzzles); err != nil {
			return nil, err
		}
	}
	if len(o.Args) == 0 && p.Delta == nil {
		m, err := model.QuasiMagic(3, model.PruningRuleDelta)
		if err != nil {
			return nil, err
		}
		puzzles, err := o.Puzzles(m).Some(0, study.DefaultPuzzles)
		if err != nil {
			return nil, err
		}
		sets = append(sets, surveySet{"quasi-magic", m, study.Cubes(puzzles)})
	}
	for i := range sets {
		sets[i].cubes = study.Spread(sets[i].cubes, cmp.Or(o.Most, surveyPuzzles))
	}
	return sets, nil
}

// byLevel sorts puzzles into sets, in the order of the levels' first puzzles.
func byLevel(ctx context.Context, m *model.Model, puzzles []model.Puzzle) ([]surveySet, error) {
	var sets []surveySet
	for _, p := range puzzles {
		grade, err := gradeOf(ctx, m, p.Cube)
		if err != nil {
			return nil, err
		}
		level := grade.Level.String()
		i := slices.IndexFunc(sets, func(s surveySet) bool { return s.name == level })
		if i < 0 {
			i, sets = len(sets), append(sets, surveySet{name: level, model: m})
		}
		sets[i].cubes = append(sets[i].cubes, p.Cube)
	}
	return sets, nil
}

// surveyLines has three tables with a line a method and a column a set.
func surveyLines(all []surveyRecord) []string {
	pivot := func(title, last string, cell, lastCell func(surveyRecord) string) []string {
		p, ends := table.Pivot{Title: title, Missing: "-", Down: true}, map[string]string{}
		for _, r := range all {
			text := "-"
			if r.Refused == "" {
				text, ends[r.Method] = cell(r), lastCell(r)
			}
			p.Set(r.Method, r.Set, text)
		}
		for _, method := range lists.Distinct(lists.Map(all, func(r surveyRecord) string { return r.Method })) {
			p.Set(method, last, ends[method])
		}
		return p.Lines()
	}
	return table.Stack(pivot("solved, %", "published", func(r surveyRecord) string {
		return fmt.Sprintf("%.1f [%.1f, %.1f]", 100*float64(r.Solved)/float64(r.Runs), 100*r.Low, 100*r.High)
	}, func(r surveyRecord) string { return r.Published }), pivot("iterations, median and worst", "", func(r surveyRecord) string {
		return r.iterations("%d, %d")
	}, func(r surveyRecord) string { return r.Measure }), pivot("time, median and worst", "", func(r surveyRecord) string {
		return fmt.Sprintf("%v, %v", r.MedianTime, r.WorstTime)
	}, func(surveyRecord) string { return "" }))
}
