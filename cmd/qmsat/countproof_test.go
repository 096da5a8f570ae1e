package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"qmsat/encode/proof"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/sample"
	"qmsat/native/frontier"
)

// certified returns the count that a frontier file is found to prove, and the states in it.
func certified(t *testing.T, m *model.Model, cube model.Cube, symmetry string) (count string, states int) {
	t.Helper()
	witnesses, err := frontier.NewWitnesses(context.Background(), m, cube, engine.Options{"symmetry": symmetry})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, _, err = proof.WriteFrontier(context.Background(), &file, m, cube, witnesses.Order(), witnesses.Find); err != nil {
		t.Fatal(err)
	}
	v, err := proof.Verify(context.Background(), "file", &file, "frontier", m, nil)
	if err != nil {
		t.Fatalf("symmetry %s: %v\n%v", symmetry, err, modeltest.Text(m))
	}
	return v.Count.String(), v.Steps
}

// Frontier files with the engine's order and symmetries prove the counts of random models.
func TestFrontierProofs(t *testing.T) {
	besideOthers(t)
	times := modeltest.Scale(uint64(100), 2000, 5000)
	for seed := range times {
		random := rand.New(rand.NewPCG(seed, 1))
		m := sample.Bare(random)
		m.Outputs = nil
		cube := modeltest.Within(m, sample.Cube(random, m))
		want := fmt.Sprint(len(modeltest.BruteForce(m, cube)))
		for _, symmetry := range []string{"none", "value", "full"} {
			if count, _ := certified(t, m, cube, symmetry); count != want {
				t.Fatalf("seed %d, symmetry %s: %s solutions, expected %s\n%v", seed, symmetry, count, want, modeltest.Text(m))
			}
		}
	}
}

// The engine's witnesses merge nearly all that they should.
func TestFrontierProofIsSmall(t *testing.T) {
	count, states := certified(t, modeltest.Sudoku(t, 2, 3), nil, "full")
	if count != "28200960" || states > 200 {
		t.Errorf("%s grids, %d states, expected 28200960 and no more than 200", count, states)
	}
}

func TestFrontierProofOf2x4(t *testing.T) {
	modeltest.OnlyLong(t)
	if count, _ := certified(t, modeltest.Sudoku(t, 2, 4), nil, "full"); count != "29136487207403520" {
		t.Errorf("%s grids", count)
	}
}
