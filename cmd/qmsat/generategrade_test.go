package main

import (
	"context"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/native/generate"
	"qmsat/native/logic"
)

// Puzzles that are asked for by grade have it: the level that grade says, and the technique that grade cannot do without.
func TestPuzzlesOfAGrade(t *testing.T) {
	modeltest.OnlyLong(t)
	m, err := model.Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	board, err := logic.NewBoard(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	task := &task{model: m, notation: m.Notation()}
	session, err := openOracle(t.Context(), "native", task)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for _, wanted := range []logic.Demand{{Level: "easy"}, {Level: "hard"}, {Needs: "locked-candidates-1"}, {Level: "medium", Needs: "naked-pair"}} {
		accept, err := wanted.Test(board)
		if err != nil {
			t.Fatal(err)
		}
		refused := 0
		generator, err := generate.New(t.Context(), m, nil, session, generate.Options{
			Givens: 27, Unique: true, Accept: func(ctx context.Context, p generate.Puzzle) (bool, error) {
				accepted, err := accept(ctx, p.Givens)
				if !accepted {
					refused++
				}
				return accepted, err
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		for number := range uint64(3) {
			p, err := generator.Puzzle(t.Context(), generate.NewStream(1, number))
			if err != nil {
				t.Fatal(err)
			}
			solver := logic.Solver{Techniques: logic.Default()}
			used := false
			g, err := solver.Grade(t.Context(), board, p.Givens, func(_ *logic.State, s *logic.Step) error {
				used = used || s.Technique.Name == wanted.Needs
				return nil
			})
			if err != nil || wanted.Level != "" && g.Level.String() != wanted.Level || wanted.Needs != "" && !used {
				t.Errorf("%v: %s is %+v, error %v", wanted, m.Notation().FormatCube(m, p.Givens), g, err)
			}
		}
		if refused == 0 {
			t.Errorf("%v: every puzzle was taken", wanted)
		}
	}
}
