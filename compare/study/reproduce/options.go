package reproduce

import (
	"context"
	"fmt"
	"time"

	"qmsat/compare/rules"
	"qmsat/compare/study"
	"qmsat/model"
	"qmsat/native/logic"
)

// Topics are the tables, a topic each.
var Topics = []*study.Topic{
	encodingsTopic, inferenceTopic, paperTopic(1, "iterations and times of the four published methods for quasi-magic Sudoku (Roach et al. 2009)"),
	paperTopic(2, "their times by the number of givens (the same)"), paperTopic(3, "the iterations of the best of them by the number of givens (the same)"),
	readingsTopic, methodsTopic, projectionsTopic, creationTopic, simonisTopic, messagesTopic, surveyTopic, transitionTopic, ordersTopic,
}

// options are what several tables take.
type options struct {
	study.Base
	boxes   string
	puzzles int
	seeds   int
	seed    uint64
	timeout time.Duration // per puzzle
	workers int
	engines string
	build   func(context.Context) (*study.Puzzles, error)
}

func (o *options) addBoxes(f study.Flags, sides string, such string) {
	f.StringVar(&o.boxes, "boxes", sides, "sides of boxes, `N`, such as "+such)
}

func (o *options) addSeeds(f study.Flags, seeds int, usage string) {
	f.Whole(&o.seeds, "seeds", seeds, 1, usage)
}

func (o *options) addPuzzles(f study.Flags, usage string) {
	f.Whole(&o.puzzles, "puzzles", 0, 0, usage)
}

// Usages of flags that several tables have.
const (
	evenlySpread = "only `N` puzzles of each file, evenly spread"
	firstPuzzles = "only the first `N` puzzles of a file; 0: all"
)

func (o *options) addSeed(f study.Flags) {
	f.Uint64Var(&o.seed, "seed", 1, "seed `S` of the first puzzle; the others follow")
}

func (o *options) addTimeout(f study.Flags) {
	f.Duration(&o.timeout, "timeout", 10*time.Second, "give up on a puzzle after `D`, such as 10s")
}

func (o *options) addWorkers(f study.Flags) {
	f.Whole(&o.workers, "workers", 0, 0, "use `N` processors (default: all)")
}

func (o *options) addModel(f study.Flags) { _, o.build = f.Model() }

func (o *options) addFormat(f study.Flags) { o.FormatFlag(f, "text", "json") }

// eachFile has a function measure the puzzles of one file after the other: of at most so many, the first ones; 0 means all.
func (o *options) eachFile(p *study.Puzzles, files []string, first int, measure func(file string, cubes []model.Cube) error) error {
	for _, file := range files {
		puzzles, err := p.List(file)
		if err != nil {
			return err
		}
		if first > 0 && first < len(puzzles) {
			puzzles = puzzles[:first]
		}
		if err := measure(file, study.Cubes(puzzles)); err != nil {
			return err
		}
	}
	return nil
}

// someOf returns as many puzzles as are asked for of the quasi-magic ones that the arguments name.
func (o *options) someOf() ([]model.Cube, error) {
	m, err := model.QuasiMagic(3, model.PruningRuleDelta)
	if err != nil {
		return nil, err
	}
	some, err := o.Puzzles(m).Some(o.puzzles, o.Files(rules.DefaultPuzzles)...)
	return study.Cubes(some), err
}

// gradeOf returns the level and score of a puzzle, as the command grade has them.
func gradeOf(ctx context.Context, m *model.Model, cube model.Cube) (logic.Grade, error) {
	board, err := logic.NewBoard(m)
	if err != nil {
		return logic.Grade{}, err
	}
	techniques, err := logic.Named(logic.TechniquesSetting.List(nil))
	if err != nil {
		return logic.Grade{}, err
	}
	solver := logic.Solver{Techniques: techniques}
	return solver.Grade(ctx, board, cube, nil)
}

func sizeOf(side int) string { return fmt.Sprintf("%d×%[1]d", side) }
