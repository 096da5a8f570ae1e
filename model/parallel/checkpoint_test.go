package parallel

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"qmsat/internal/checkpoint"
	"qmsat/internal/job"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// interrupted begins a count, stops it after at least one cube is counted, and returns the checkpoint's path.
func interrupted(t *testing.T, m *model.Model) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "checkpoint")
	for kept := []byte(nil); !bytes.Contains(kept, []byte(" count 1")); kept, _ = os.ReadFile(path) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
			defer cancel()
			result, err := open(t, plain(2*time.Millisecond), m, Options{Workers: 2, Checkpoint: path}).Run(ctx, nil, 0, nil)
			if err != nil || result.Complete() {
				t.Fatalf("%+v, error %v, expected a count that was stopped", result, err)
			}
		})
	}
	return path
}

func TestResume(t *testing.T) {
	m := numbers(3)
	path := interrupted(t, m)
	for _, runs := range []string{"many", "none"} {
		var last Progress
		s := open(t, plain(0), m, Options{Workers: 2, Checkpoint: path, Progress: func(p Progress) { last = p }})
		result, err := s.Run(context.Background(), nil, 0, nil)
		if err != nil || !result.Complete() || result.Count.Int64() != 1000 || (result.Effort == nil) != (runs == "none") {
			t.Errorf("resumed: %+v, error %v, expected 1000 in %s runs", result, err, runs)
		}
		if last.Open != 0 || last.Value != "1000" || last.Share < 0.999 || last.Share > 1 {
			t.Errorf("the last progress is %+v", last)
		}
	}
	s := open(t, plain(0), m, Options{Workers: 1, Checkpoint: path})
	if _, err := s.Run(context.Background(), nil, 5, nil); !errors.Is(err, ErrCountOnly) {
		t.Errorf("with a limit: error %v", err)
	}
	if _, err := s.Run(context.Background(), nil, 0, func(model.Assignment) bool { return true }); !errors.Is(err, ErrCountOnly) {
		t.Errorf("with solutions: error %v", err)
	}
}

func TestCheckpointRefused(t *testing.T) {
	m := numbers(3)
	path := interrupted(t, m)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	given := model.Cube{{Var: 0, Value: 1}}
	for _, test := range []struct {
		name    string
		content string
		m       *model.Model
		cube    model.Cube
		want    string
	}{
		{"another model", string(good), numbers(2), nil, `in line 3, expected "cube sha256:`},
		{"another cube", string(good), m, given, `in line 3, expected "cube sha256:`},
		{"another version", strings.Replace(string(good), "version 2", "version 1", 1), m, nil, "it has format version 1, expected 2"},
		{"another file", "123456789\n", m, nil, `found "123456789" in line 1, expected "qmsat count checkpoint"`},
		{"an empty file", "", m, nil, `found "" in line 1`},
		{"cut off", string(good[:len(good)-10]), m, nil, "damaged"},
		{"a digit changed", strings.Replace(string(good), "count 1", "count 2", 1), m, nil, "damaged"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := open(t, plain(0), test.m, Options{Workers: 1, Checkpoint: path}).Run(context.Background(), test.cube, 0, nil)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, expected %q", err, test.want)
			}
			if now, _ := os.ReadFile(path); string(now) != test.content {
				t.Error("the file was changed")
			}
		})
	}
}

// TestLocked starts a count while another count uses the same checkpoint.
func TestLocked(t *testing.T) {
	m := numbers(2)
	path := filepath.Join(t.TempDir(), "checkpoint")
	entered, left := make(chan struct{}), make(chan struct{})
	slow := plain(0)
	slow.Open = func(_ context.Context, m *model.Model, _ engine.Options) (engine.Session, error) {
		return &waitingSession{plainSession{m, 0}, entered, left}, nil
	}
	done := make(chan error)
	first := open(t, slow, m, Options{Workers: 1, Checkpoint: path})
	go func() {
		_, err := first.Run(context.Background(), nil, 0, nil)
		done <- err
	}()
	<-entered
	second := open(t, plain(0), m, Options{Workers: 1, Checkpoint: path})
	refused := new(checkpoint.RefusedError)
	if _, err := second.Run(context.Background(), nil, 0, nil); !errors.As(err, &refused) {
		t.Errorf("error %v, expected that the file is locked", err)
	}
	close(left)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if result, err := second.Run(context.Background(), nil, 0, nil); err != nil || result.Count.Int64() != 100 {
		t.Errorf("%+v, error %v, expected 100 once the other count has ended", result, err)
	}
}

// waitingSession reports that a run has begun, and waits for a signal to continue.
type waitingSession struct {
	plainSession
	entered, left chan struct{}
}

func (s *waitingSession) Run(_ context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	close(s.entered)
	<-s.left
	return s.plainSession.Run(context.Background(), cube, limit, yield)
}

// tree returns the tree of a count, without records.
func tree(m *model.Model, cube model.Cube) *job.Tree {
	t := job.NewTree(&searchJob{model: m, cube: cube})
	t.Folds = true
	return t
}

// take adds the split of a cube to the tree. If split is nil, it adds the cube's count by brute force.
func take(t rapid.TB, tree *job.Tree, m *model.Model, cube model.Cube, at job.Entry, split *engine.Split) {
	t.Helper()
	r := job.Record{Item: at.Item}
	if split != nil {
		r.Split = formatSplit(m, split)
	} else {
		path, err := model.Assignments.Parse(m, at.Item)
		if err != nil {
			t.Fatal(err)
		}
		count := len(modeltest.BruteForce(m, append(slices.Clone(cube), path...)))
		r.Result = formatCount(big.NewInt(int64(count)))
	}
	if err := tree.Add(at.Path, r); err != nil {
		t.Fatal(err)
	}
}

// partly returns the lines of a tree that is counted in part. Some cubes are counted by brute force, some are split, and the
// others are open. A split refutes the values without solutions.
func partly(t *testing.T, m *model.Model, random *rand.Rand) []string {
	t.Helper()
	tree := tree(m, nil)
	for seen := map[string]bool{}; ; {
		open := slices.Collect(tree.Open())
		i := slices.IndexFunc(open, func(at job.Entry) bool { return !seen[at.Path] })
		if i < 0 {
			return tree.Lines()
		}
		seen[open[i].Path] = true
		cube, err := model.Assignments.Parse(m, open[i].Item)
		if err != nil {
			t.Fatal(err)
		}
		choice := random.IntN(4)
		split, found := engine.Refuted(m, cube)
		if !found || choice <= 1 && len(cube) > 0 {
			if choice == 1 {
				take(t, tree, m, nil, open[i], nil)
			}
			continue
		}
		for again := true; again; {
			split.Var = model.Var(random.IntN(len(m.Variables)))
			again = slices.ContainsFunc(cube, func(g model.Given) bool { return g.Var == split.Var })
		}
		var values []int
		split.Open = m.DomainOf(split.Var)
		for i, child := range split.Cubes(cube) {
			if len(modeltest.BruteForce(m, child)) > 0 || random.IntN(3) == 0 {
				values = append(values, split.Open.Value(i))
			}
		}
		split.Open = model.Values(values...)
		take(t, tree, m, nil, open[i], &split)
	}
}

// tampered returns all checkpoints that differ from this one in one step: a cube is dropped, doubled, moved, or overlaps another.
// No step changes a count or refutes a further value.
func tampered(m *model.Model, body []string) (all [][]string) {
	replace := func(i int, with ...string) {
		if changed := slices.Concat(body[:i], with, body[i+1:]); !slices.Equal(changed, body) {
			all = append(all, changed)
		}
	}
	for i, line := range body {
		replace(i)
		replace(i, line, line)
		for _, other := range body {
			replace(i, other)
		}
		words := strings.Fields(line)
		at := slices.IndexFunc(words, func(word string) bool { return slices.Contains([]string{"open", "count", "split"}, word) })
		cube, rest := words[:at], strings.Join(words[at:], " ")
		edit := func(words ...string) {
			text := strings.Join(words, " ") + " " + rest
			replace(i, text)
			replace(i, line, text)
		}
		edit(".")
		reversed := slices.Clone(cube)
		slices.Reverse(reversed)
		edit(reversed...)
		for v := range m.Variables {
			for value := range m.Variables[v].Domain.All() {
				given := fmt.Sprintf("%s=%d", m.Variables[v].Name, value)
				edit(append(slices.Clip(cube), given)...)
				edit(append([]string{given}, cube...)...)
				for k := range cube {
					edit(slices.Concat(cube[:k], []string{given}, cube[k+1:])...)
				}
			}
			if words[at] == "split" {
				replace(i, strings.Replace(line, "split "+words[at+1], "split "+m.Variables[v].Name, 1))
			}
		}
		for k := range cube {
			edit(slices.Concat(cube[:k], cube[k+1:])...)
		}
		if words[at] == "split" {
			open, refuted := words[at+3], words[at+5]
			replace(i, strings.Replace(line, "refuted "+refuted, "refuted none", 1))
			replace(i, strings.Replace(line, "open "+open, "open none", 1))
			replace(i, strings.Replace(line, "open "+open, "open "+refuted, 1))
			replace(i, strings.Replace(line, "refuted "+refuted, "refuted "+open, 1))
			for value := range m.Variables[0].Domain.All() {
				replace(i, strings.Replace(line, "open "+open, fmt.Sprint("open ", value), 1))
				replace(i, strings.Replace(line, "open "+open, fmt.Sprint("open ", open, ",", value), 1))
				replace(i, strings.Replace(line, "refuted "+refuted, fmt.Sprint("refuted ", value), 1))
				replace(i, strings.Replace(line, "refuted "+refuted, fmt.Sprint("refuted ", refuted, ",", value), 1))
			}
		}
	}
	reversed := slices.Clone(body)
	slices.Reverse(reversed)
	return append(all, reversed)
}

// TestTampered changes checkpoints and gives them a valid hash. Each changed file is refused, or the count is still right.
func TestTampered(t *testing.T) {
	m := &model.Model{}
	var scope []model.Var
	for _, name := range []string{"a", "b", "c"} {
		scope = append(scope, m.AddVariable(name, model.Interval(0, 3)))
	}
	m.Constraints = []model.Constraint{
		&model.AllDifferent{Vars: scope}, model.Sum("", 4, 9, scope...),
	}
	expected := int64(len(modeltest.BruteForce(m, nil)))
	random := rand.New(rand.NewPCG(1, 2))
	path := filepath.Join(t.TempDir(), "checkpoint")
	header := []string{"qmsat count checkpoint", "version 2", m.FormatCube(nil)}
	refused := 0
	body := partly(t, m, random)
	for _, changed := range tampered(m, body) {
		if _, err := tree(m, nil).Read(t.Context(), changed); err != nil {
			if refused++; strings.Contains(err.Error(), "\n") {
				t.Errorf("%q, expected one line", err)
			}
			continue
		}
		// The tree accepts these lines, so the count must still be right.
		text := strings.Join(slices.Concat(header, changed, []string{""}), "\n")
		text += fmt.Sprintf("sha256 %x\n", sha256.Sum256([]byte(text)))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		result, err := open(t, plain(0), m, Options{Workers: 1, Checkpoint: path}).Run(context.Background(), nil, 0, nil)
		if err != nil || !result.Complete() || result.Count.Int64() != expected {
			t.Errorf("%q\nwas made %q:\n%+v, error %v, expected %d or one line that refuses it", body, changed, result, err, expected)
		}
	}
	if t.Logf("%d changes refused", refused); refused < 1000 {
		t.Errorf("%d changes refused, expected a thousand and more", refused)
	}
}

// killedVariable names the checkpoint with which this test program counts until it is killed.
const killedVariable = "QMSAT_TEST_CHECKPOINT"

// killed starts TestResumeAfterKill as a separate process, and kills it when wait returns. It reports whether the count had
// ended by then.
func killed(t *testing.T, path string, wait func()) (ended bool) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestResumeAfterKill$")
	child.Env = append(os.Environ(), killedVariable+"="+path)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	wait()
	if err := child.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	return child.Wait() == nil
}

func TestResumeAfterKill(t *testing.T) {
	m := numbers(4)
	if path := os.Getenv(killedVariable); path != "" {
		if _, err := open(t, plain(time.Millisecond), m, Options{Workers: 2, Checkpoint: path}).Run(context.Background(), nil, 0, nil); err != nil {
			t.Fatal(err)
		}
		return
	}
	if testing.Short() {
		t.Skip("takes seconds")
	}
	path := filepath.Join(t.TempDir(), "checkpoint")
	for range 2 {
		before, _ := os.ReadFile(path)
		killed(t, path, func() {
			for now := before; string(now) == string(before); now, _ = os.ReadFile(path) {
				time.Sleep(time.Millisecond)
			}
		})
	}
	text, _ := os.ReadFile(path)
	result, err := open(t, plain(0), m, Options{Workers: 2, Checkpoint: path}).Run(context.Background(), nil, 0, nil)
	if err != nil || !result.Complete() || result.Count.Int64() != 10_000 || !strings.Contains(string(text), " split a ") {
		t.Errorf("after two kills: %+v, error %v, expected 10000, and cubes that were split in\n%.500s", result, err, text)
	}
}

// TestKilledAgainAndAgain kills a count of some seconds twice a second until it ends.
func TestKilledAgainAndAgain(t *testing.T) {
	modeltest.OnlyLong(t)
	path := filepath.Join(t.TempDir(), "checkpoint")
	kills := 0
	for !killed(t, path, func() { time.Sleep(time.Second / 2) }) {
		if kills++; kills == 200 {
			t.Fatal("200 kills and no end")
		}
	}
	m := numbers(4)
	result, err := open(t, plain(0), m, Options{Workers: 1, Checkpoint: path}).Run(context.Background(), nil, 0, nil)
	if err != nil || !result.Complete() || result.Count.Int64() != 10_000 || result.Effort != nil {
		t.Errorf("after %d kills: %+v, error %v, expected 10000 without a search", kills, result, err)
	}
	t.Logf("%d kills", kills)
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
		t.Errorf("%v, error %v, expected the checkpoint alone", files, err)
	}
}
