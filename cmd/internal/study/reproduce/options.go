package reproduce

import (
	"context"
	"fmt"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/model"
	"qmsat/native/logic"
)

// Topics are the tables, a topic each.
var Topics = []*study.Topic{
	encodingsTopic, inferenceTopic, paperTopic(1, "iterations and times of the four published methods for quasi-magic Sudoku (Roach et al. 2009)"),
	paperTopic(2, "times of these methods by number of givens (Roach et al. 2009)"), paperTopic(3, "iterations of the best of them by number of givens (Roach et al. 2009)"),
	readingsTopic, methodsTopic, projectionsTopic, creationTopic, simonisTopic, messagesTopic, surveyTopic, transitionTopic, ordersTopic,
}

// Options that several tables take.
type (
	seeded struct {
		Seed uint64 `flag:"seed" value:"1" usage:"seed <S> of the first puzzle; the others follow"`
	}
	timed struct {
		Timeout time.Duration `flag:"timeout" value:"10s" usage:"give up on a puzzle after <D>, such as 10s"`
	}
	worked struct {
		Workers int `flag:"workers" least:"0" usage:"use <N> processors (default: all)"`
	}
	first struct {
		Most int `flag:"puzzles" least:"0" usage:"only the first <N> puzzles of a file; 0: all"`
	}
	output struct {
		_ study.BaseFlag `flag:"format" names:"text,json" usage:"output <FORMAT>"`
		study.Base
	}
	plots struct {
		_ study.BaseFlag `flag:"report" usage:"write index.html and SVG files, into the folder <DIR>"`
		output
	}
)

// eachFile calls a function with the puzzles of each file, at least one: up to a number of first ones; 0 means all.
func eachFile(
	ctx context.Context, models *study.Models, files []string, first int, measure func(p *study.Puzzles, file string, cubes []model.Cube) error,
) error {
	p, err := models.Build(ctx)
	if err != nil {
		return err
	}
	for _, file := range files {
		puzzles, err := p.Some(0, file)
		if err != nil {
			return err
		}
		if first > 0 && first < len(puzzles) {
			puzzles = puzzles[:first]
		}
		if err := measure(p, file, study.Cubes(puzzles)); err != nil {
			return err
		}
	}
	return nil
}

// search runs methods on as many of the quasi-magic puzzles that the arguments name; 0 means all.
func search(ctx context.Context, b *study.Base, most int, timeout time.Duration, methods []Method) ([][]SearchRun, error) {
	m, err := model.QuasiMagic(3, model.PruningRuleDelta)
	if err != nil {
		return nil, err
	}
	some, err := b.Puzzles(m).Some(most, b.Files(study.DefaultPuzzles)...)
	if err != nil {
		return nil, err
	}
	return Searches(ctx, methods, study.Cubes(some), timeout, b.Bar(len(some), "puzzles").Step)
}

// gradeOf returns the level and score of a puzzle, as the command grade has them.
func gradeOf(ctx context.Context, m *model.Model, cube model.Cube) (logic.Grade, error) {
	board, err := logic.NewBoard(ctx, m)
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
