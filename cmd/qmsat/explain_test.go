package main

import (
	"strings"
	"testing"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/native/logic"
)

// A step that removes a value which a cell has in a solution, or places one that it has not in all, is found.
func TestWrongStepsAreFound(t *testing.T) {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	board, err := logic.NewBoard(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	task := &task{model: m, notation: m.Notation()}
	native, err := openOracle(t.Context(), "native", task)
	if err != nil {
		t.Fatal(err)
	}
	defer native.Close()
	cube, err := m.Notation().Parse(m, "1...34......21.3") // r1c2 is 2, and r2c3 1 or 2
	if err != nil {
		t.Fatal(err)
	}
	counts, err := compare.Candidates(t.Context(), native, nil, m, cube, 1, compare.Told{})
	if err != nil {
		t.Fatal(err)
	}
	truth := counts.Domains(m)
	technique := logic.Techniques()[0]
	for name, expected := range map[string]string{"r1c2=2": "", "r1c2<>4": "", "r2c3<>4": "", "r1c2<>2": "is 2", "r1c2=4": "is not 4", "r2c3=1": "is not 1", "r2c3<>1": "is 1"} {
		cell, value := m.Grid.Cell(int(name[1]-'1'), int(name[3]-'1')), int(name[len(name)-1]-'1')
		step, candidate := &logic.Step{Technique: technique}, logic.Candidate{Cell: cell, Value: value}
		if strings.Contains(name, "=") {
			step.Placements = append(step.Placements, candidate)
		} else {
			step.Eliminations = append(step.Eliminations, candidate)
		}
		if err := step.Check(board, truth); (err == nil) != (expected == "") || err != nil && !strings.Contains(err.Error(), expected) {
			t.Errorf("%s: error %v, expected %q; in solutions it is %v", name, err, expected, truth[cell])
		}
	}
}
