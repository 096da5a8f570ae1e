package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/study/reproduce"
	"qmsat/model"
	"qmsat/model/engine"
)

// surveyFile holds the puzzles of three levels, in the folder of the repository.
const surveyFile = "testdata/survey-75.txt"

var surveyCommand = topic(command{
	name: "survey", args: "[FILE]...", summary: "methods of the literature on the same puzzles: what they solve, in how many iterations (Green 2009)",
	long: `Sorts puzzles of plain Sudoku by level, as grade has it, takes 25 of each level, evenly spread, and runs each method 10 times on
each, with seeds one after another; without a file the puzzles are those of ` + surveyFile + ` and, as a further set, the quasi-magic
ones. Methods have budgets, which their names say; the seed alone decides what they find. An interrupt ends it with what is through.`,
}, printSurvey, (*reproduceFlags).addModel, func(f *reproduceFlags, flags *pflag.FlagSet) {
	addWhole(flags, &f.puzzles, "puzzles", 0, 0, "only `N` puzzles of each set; 0: 25")
	addWhole(flags, &f.seeds, "seeds", 10, 1, "runs of each puzzle, `N`")
	addEngines(flags, &f.engines, "", "engines `NAME,...`, with their budgets as settings; left out: those of the survey", true)
}, (*reproduceFlags).addSeed, (*reproduceFlags).addWorkers, (*reproduceFlags).addFormat)

// surveyPuzzles are taken of each set where flags do not say.
const surveyPuzzles = 25

// surveyRecord is the JSON object of a method and a set of puzzles.
type surveyRecord struct {
	Set                     string `json:"set"`
	Method                  string `json:"method"`
	Puzzles                 int    `json:"puzzles"`
	Seeds                   int    `json:"seeds"` // 1 where the method draws nothing
	reproduce.SurveyFigures        // of the runs that were through
	Refused                 string `json:"refused,omitempty"` // why the engine does not take the model
	Published               string `json:"published,omitempty"`
}

// surveySet are puzzles of one level.
type surveySet struct {
	name  string
	model *model.Model
	cubes []model.Cube
}

// printSurvey prints what each method of the survey solves of each set of puzzles. What was measured before an interruption is printed.
func printSurvey(ctx context.Context, streams streams, out *lines, f *reproduceFlags, args []string) error {
	methods, chosen, err := surveyMethods(f.engines)
	if err != nil {
		return err
	}
	sets, err := f.surveySets(ctx, streams, args)
	if err != nil {
		return err
	}
	options := reproduce.SurveyOptions{Seeds: f.seeds, Seed: f.seed, Workers: f.workers}
	runs := 0
	for _, c := range chosen {
		for _, set := range sets {
			runs += len(set.cubes) * surveySeedsOf(c.Engine, options)
		}
	}
	bar := newBar(streams.err, runs, "runs")
	options.Progress = bar.step
	table := results[surveyRecord]{out: out, format: f.format}
	err = survey(ctx, methods, chosen, sets, options, table.add)
	bar.clear()
	if err == nil || ctx.Err() != nil {
		table.layout(surveyLines(table.Records), fmt.Sprintf(
			"solved: share of the runs, with its 95 %% interval (Wilson); %d runs of each puzzle, one where the method draws nothing\n"+
				"iterations: of the runs that solved; time: of all runs; -: not run, mostly since the engine does not take the model\n", options.Seeds))
	}
	return err
}

// survey runs every method on every set, and passes on what comes out.
func survey(
	ctx context.Context, methods []reproduce.SurveyMethod, chosen []engine.Chosen, sets []surveySet, options reproduce.SurveyOptions,
	add func(...surveyRecord) error,
) error {
	for _, set := range sets {
		for i, c := range chosen {
			if family, ok := set.model.Family(); methods[i].Plain && !(ok && !family.QuasiMagic) {
				continue
			}
			r := surveyRecord{
				Set: set.name, Method: methods[i].Engine, Puzzles: len(set.cubes), Seeds: surveySeedsOf(c.Engine, options), Published: methods[i].Published,
			}
			runs, err := reproduce.Survey(ctx, set.model, c, set.cubes, options)
			refused := new(engine.UnsupportedError)
			switch {
			case ctx.Err() == nil && errors.As(err, &refused):
				r.Refused, err = refused.Error(), nil
			case err != nil && ctx.Err() == nil:
				return err
			}
			r.SurveyFigures = reproduce.SurveyOf(runs)
			r.Measure = surveyMeasure(c.Engine, r.Measure)
			if r.Runs > 0 || r.Refused != "" {
				add(r)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// surveyMeasure is what the iterations of a method are.
func surveyMeasure(e *engine.Engine, measure string) string {
	for _, s := range e.Settings {
		if s.Name == measure && s.Unit != "" {
			return s.Unit
		}
	}
	return measure
}

// surveySeedsOf is how often a method runs on a puzzle.
func surveySeedsOf(e *engine.Engine, options reproduce.SurveyOptions) int {
	if reproduce.Draws(e) {
		return options.Seeds
	}
	return 1
}

// surveyMethods returns the methods of the survey, or those of a list of engines: one without settings stands for its lines of the survey.
func surveyMethods(text string) (methods []reproduce.SurveyMethod, chosen []engine.Chosen, err error) {
	known, err := engine.ParseChosen(strings.Join(each(reproduce.SurveyMethods, func(m reproduce.SurveyMethod) string { return m.Engine }), ","))
	if err != nil || text == "" {
		return reproduce.SurveyMethods, known, err
	}
	list, err := parseEngines(text, mustList)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range list {
		before := len(methods)
		for i, k := range known {
			if k.Engine == c.Engine && len(c.Options) == 0 {
				methods, chosen = append(methods, reproduce.SurveyMethods[i]), append(chosen, k)
			}
		}
		if len(methods) == before {
			methods, chosen = append(methods, reproduce.SurveyMethod{Engine: c.String()}), append(chosen, c)
		}
	}
	return methods, chosen, nil
}

// surveySets returns the puzzles of files, those of plain Sudoku by level, as the command grade has it; without files those of the
// repository: 9×9 puzzles by level, and quasi-magic ones.
func (f *reproduceFlags) surveySets(ctx context.Context, streams streams, args []string) ([]surveySet, error) {
	t, err := f.model.build(ctx, streams.in)
	if err != nil {
		return nil, err
	}
	var sets []surveySet
	if len(args) == 0 && t.delta == nil {
		quasiMagic, err := ruleTask()
		if err != nil {
			return nil, err
		}
		puzzles, err := quasiMagic.listPuzzles(streams.in, []string{defaultPuzzles})
		if err != nil {
			return nil, err
		}
		sets = append(sets, surveySet{"quasi-magic", quasiMagic.model, cubesOfPuzzles(puzzles)})
	}
	switch {
	case len(args) > 0:
	case t.delta == nil:
		args = []string{surveyFile}
	default:
		args = []string{defaultPuzzles}
	}
	puzzles, err := t.listPuzzles(streams.in, args)
	if err != nil {
		return nil, err
	}
	own := []surveySet{{strings.TrimSuffix(filepath.Base(args[0]), ".txt"), t.model, cubesOfPuzzles(puzzles)}}
	if family, ok := t.model.Family(); ok && !family.QuasiMagic {
		if own, err = byLevel(ctx, t.model, puzzles); err != nil {
			return nil, err
		}
	}
	sets = append(own, sets...)
	for i := range sets {
		sets[i].cubes = spread(sets[i].cubes, cmp.Or(f.puzzles, surveyPuzzles))
	}
	return sets, nil
}

func cubesOfPuzzles(puzzles []model.Puzzle) []model.Cube {
	return each(puzzles, func(p model.Puzzle) model.Cube { return p.Cube })
}

// byLevel sorts puzzles into sets, in the order in which the levels come up.
func byLevel(ctx context.Context, m *model.Model, puzzles []model.Puzzle) ([]surveySet, error) {
	var sets []surveySet
	for _, p := range puzzles {
		grade, err := gradeOf(ctx, m, p.Cube)
		if err != nil {
			return nil, err
		}
		level, _, _ := strings.Cut(grade, " ")
		i := slices.IndexFunc(sets, func(s surveySet) bool { return s.name == level })
		if i < 0 {
			i, sets = len(sets), append(sets, surveySet{name: level, model: m})
		}
		sets[i].cubes = append(sets[i].cubes, p.Cube)
	}
	return sets, nil
}

// surveyLines has three tables with a line a method and a column a set.
func surveyLines(all []surveyRecord) (lines []string) {
	var sets, methods []string
	of := map[[2]string]surveyRecord{}
	for _, r := range all {
		of[[2]string{r.Set, r.Method}] = r
		if !slices.Contains(sets, r.Set) {
			sets = append(sets, r.Set)
		}
		if !slices.Contains(methods, r.Method) {
			methods = append(methods, r.Method)
		}
	}
	table := func(title, last string, cell, lastCell func(surveyRecord) string) {
		lines = append(lines, title+"\t"+strings.Join(sets, "\t")+"\t"+last)
		for _, method := range methods {
			line := method
			var any surveyRecord
			for _, set := range sets {
				text := "-"
				if r, ok := of[[2]string{set, method}]; ok && r.Refused == "" {
					text, any = cell(r), r
				}
				line += "\t" + text
			}
			lines = append(lines, line+"\t"+lastCell(any))
		}
	}
	blank := strings.Repeat("\t", len(sets)+1)
	table("solved, %", "published", func(r surveyRecord) string {
		return fmt.Sprintf("%.1f [%.1f, %.1f]", 100*float64(r.Solved)/float64(r.Runs), 100*r.Low, 100*r.High)
	}, func(r surveyRecord) string { return r.Published })
	lines = append(lines, blank)
	table("iterations, median and worst", "", func(r surveyRecord) string {
		if r.Solved == 0 {
			return "∞"
		}
		return fmt.Sprintf("%d, %d", r.MedianIterations, r.WorstIterations)
	}, func(r surveyRecord) string { return r.Measure })
	lines = append(lines, blank)
	table("time, median and worst", "", func(r surveyRecord) string { return fmt.Sprintf("%v, %v", r.MedianTime, r.WorstTime) },
		func(surveyRecord) string { return "" })
	return lines
}
