package grids

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"qmsat/model/modeltest"
)

// interrupted runs a count until some units are done, and returns the checkpoint's path.
func interrupted(t *testing.T, delta int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "checkpoint")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := Count(ctx, delta, Grids, Options{Workers: 2, Checkpoint: path, Progress: func(done, _ int) {
		if done == 20 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, expected an interrupt", err)
	}
	return path
}

func TestResume(t *testing.T) {
	path := interrupted(t, 3)
	// The remains of an interrupted write do no harm.
	if err := os.WriteFile(path+".0123456789abcdef.tmp", []byte("qmsat gri"), 0o600); err != nil {
		t.Fatal(err)
	}
	var steps []int
	options := Options{Checkpoint: path, Progress: func(done, total int) {
		if total != 215 {
			t.Fatalf("%d units, expected 215", total)
		}
		steps = append(steps, done)
	}}
	if got := count(t, 3, Grids, options); got.String() != gridCounts[3] {
		t.Errorf("%v grids after an interrupt, expected %s", got, gridCounts[3])
	}
	if steps[0] < 20 || steps[0] > 25 || len(steps) != 215-steps[0]+1 || steps[len(steps)-1] != 215 {
		t.Errorf("the progress was %v", steps)
	}
	steps = nil
	if got := count(t, 3, Grids, options); got.String() != gridCounts[3] || len(steps) != 1 {
		t.Errorf("%v grids from a finished checkpoint, progress %v", got, steps)
	}
}

func TestCheckpointRefused(t *testing.T) {
	path := interrupted(t, 3)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(good)
	flipped[len(flipped)/2] ^= 1
	for _, test := range []struct {
		name    string
		content []byte
		delta   int
		what    What
		want    string
	}{
		{"another Δ", good, 2, Grids, `found "delta 3" in line 3, expected "delta 2"`},
		{"another count", good, 3, Bands, `found "what grids" in line 4, expected "what bands"`},
		{"another version", bytes.Replace(good, []byte("version 3"), []byte("version 2"), 1), 3, Grids, "it has format version 2, expected 3"},
		{"another file", []byte("123456789\n"), 3, Grids, `found "123456789" in line 1, expected "qmsat grids checkpoint"`},
		{"an empty file", nil, 3, Grids, `found "" in line 1`},
		{"cut off", good[:len(good)-100], 3, Grids, "damaged"},
		{"cut off at a line", good[:bytes.LastIndex(good, []byte("sha256"))], 3, Grids, "damaged"},
		{"one bit changed", flipped, 3, Grids, "damaged"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := os.WriteFile(path, test.content, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Count(context.Background(), test.delta, test.what, Options{Checkpoint: path})
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, expected %q", err, test.want)
			}
			if now, _ := os.ReadFile(path); !bytes.Equal(now, test.content) {
				t.Error("the file was changed")
			}
		})
	}
}

func TestCheckpointCannotBeWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no such folder", "checkpoint")
	if _, err := Count(context.Background(), 2, Grids, Options{Checkpoint: path}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, expected that the folder does not exist", err)
	}
}

// The checkpoint has the finished units while the count goes on.
func TestSavesOnItsWay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoint")
	synctest.Test(t, func(t *testing.T) {
		two := job{2, func() worker {
			return func(_ context.Context, unit int) (*big.Int, error) {
				if unit == 1 {
					time.Sleep(time.Minute)
					if text, err := os.ReadFile(path); err != nil || !bytes.Contains(text, []byte("\n0..1 7\n1..2 open\n")) {
						t.Errorf("after a minute the checkpoint has %q, error %v", text, err)
					}
				}
				return big.NewInt(7), nil
			}
		}}
		if sum, err := two.run(t.Context(), two.header(0, Grids), Options{Checkpoint: path, Workers: 1}); err != nil || sum.Int64() != 14 {
			t.Errorf("%v, error %v, expected 14", sum, err)
		}
	})
}

// killedVariable tells this test program to count with the named checkpoint and get killed.
const killedVariable = "QMSAT_TEST_CHECKPOINT"

func TestResumeAfterKill(t *testing.T) {
	if path := os.Getenv(killedVariable); path != "" {
		_, err := Count(context.Background(), 4, Grids, Options{Checkpoint: path})
		t.Fatalf("the count ended before it was killed, error %v", err)
	}
	modeltest.OnlyLong(t)
	path := filepath.Join(t.TempDir(), "checkpoint")
	for range 2 {
		before, _ := os.ReadFile(path)
		child := exec.Command(os.Args[0], "-test.run=^TestResumeAfterKill$")
		child.Env = append(os.Environ(), killedVariable+"="+path)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		for now := before; bytes.Equal(now, before); now, _ = os.ReadFile(path) {
			time.Sleep(time.Millisecond)
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		// Its exit status shows that it was killed.
		_ = child.Wait()
	}
	first := 0
	got := count(t, 4, Grids, Options{Checkpoint: path, Progress: func(done, _ int) {
		if first == 0 {
			first = done
		}
	}})
	if first == 0 || got.String() != gridCounts[4] {
		t.Errorf("%v grids, %d units from the checkpoint", got, first)
	}
}
