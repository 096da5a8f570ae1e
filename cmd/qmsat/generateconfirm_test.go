package main

import (
	"context"
	"errors"
	"math/big"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
)

// finding is a session that finds the same solutions whatever it is asked.
type finding struct {
	engine.Session
	solutions []model.Assignment
}

func (finding) Close() error { return nil }

func (f finding) Run(ctx context.Context, _ model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	for _, a := range f.solutions {
		yield(a)
	}
	return engine.NewResult(ctx, limit, big.NewInt(int64(len(f.solutions))), len(f.solutions) < int(limit)), nil
}

// A puzzle is confirmed by an engine that finds its solution and nothing else.
func TestConfirmed(t *testing.T) {
	right, wrong := model.Assignment{1, 2}, model.Assignment{2, 1}
	for _, test := range []struct {
		solutions []model.Assignment
		confirmed bool
	}{
		{[]model.Assignment{right}, true}, {[]model.Assignment{wrong}, false}, {[]model.Assignment{right, wrong}, false}, {nil, false},
	} {
		other := &engine.Engine{Name: "other", Open: func(context.Context, *model.Model, engine.Options) (engine.Session, error) {
			return finding{solutions: test.solutions}, nil
		}}
		g := generation{task: &task{}, by: engine.Chosen{Engine: other}}
		err := g.confirmed(t.Context(), generate.Puzzle{Solution: right})
		if exit := new(exitError); (err == nil) != test.confirmed || err != nil && (!errors.As(err, &exit) || exit.status != statusCheck) {
			t.Errorf("an engine that finds %v: error %v", test.solutions, err)
		}
	}
}

// A puzzle with clues that a timeout keeps from being confirmed is printed as comments.
func TestCluedNotConfirmed(t *testing.T) {
	const line = "generate --clues killer --givens 0 --box 2x2 --confirm waiting --timeout 2s"
	program := exec.Command("qmsat", strings.Fields(line)...)
	program.Env = append(os.Environ(), "QMSAT_LIMITED=1")
	output, err := program.Output()
	exit := new(exec.ExitError)
	if !errors.As(err, &exit) || exit.ExitCode() != statusStopped || !strings.Contains(string(output), "\n# not confirmed:\n# ") ||
		!strings.Contains(string(output), "\n# - {kind: killer,") || regexp.MustCompile(`(?m)^[^#]`).Match(output) {
		t.Errorf("%v, %q, expected a puzzle in comments", err, output)
	}
}
