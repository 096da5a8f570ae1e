package full

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/model/parallel"
)

// methods are those for boxes of any shape, by name.
var methods = map[string]Method{"search": Search{}, "bands": Bands{}, "pattern": Pattern{}, "published": AsPublished()}

func stream(seed uint64) func(worker int) *rand.Rand {
	return func(worker int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(worker))) }
}

func check(t testing.TB, shape Shape, grid []int) {
	t.Helper()
	m, err := model.Sudoku(shape.BoxRows, shape.BoxColumns)
	if err == nil {
		err = m.Check(grid)
	}
	if err != nil {
		t.Error(err)
	}
}

// Every grid passes Check, for any shape of boxes.
func TestGridsAreValid(t *testing.T) {
	for name, method := range methods {
		shapes := []Shape{{1, 1}, {1, 4}, {4, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 5}}
		if name != "published" && !testing.Short() {
			shapes = append(shapes, Shape{4, 4}, Shape{7, 7})
			if modeltest.Long() {
				shapes = append(shapes, Shape{5, 13})
			}
		}
		for _, shape := range shapes {
			seeds := uint64(4)
			if shape.Side() > 16 {
				seeds = 1
			}
			for seed := range seeds {
				grid, effort, err := Fill(t.Context(), method, shape, stream(seed)(0))
				if err != nil || effort.Steps <= 0 && shape.Side() > 1 || effort.Total != effort.Steps {
					t.Fatalf("%s, %v, seed %d: %+v, error %v", name, shape, seed, effort, err)
				}
				check(t, shape, grid)
			}
		}
	}
	grid, _, err := Fill(t.Context(), Bands{}, Shape{10, 10}, stream(1)(0))
	if err != nil {
		t.Fatal(err)
	}
	check(t, Shape{10, 10}, grid)
}

// A pattern is also transposed if boxes are square: then it reaches 192 of the 288 grids 4×4, one class; otherwise 96.
func TestPatternReachesItsClass(t *testing.T) {
	random, seen := stream(1)(0), map[string]bool{}
	for range 5000 {
		seen[fmt.Sprint(Shuffled(random, Shape{2, 2}))] = true
	}
	if len(seen) != 192 {
		t.Errorf("%d grids, expected 192", len(seen))
	}
}

// Only the randomness decides the grid, not the number of processors or time.
func TestSeedDecides(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for name, method := range methods {
		for _, team := range []Team{{Workers: 1}, {Workers: 3, Period: 1000}, {Workers: 3, Period: 1000, Share: Shares(method)}} {
			var first []int
			var efforts []Effort
			for _, processors := range []int{1, 4} {
				runtime.GOMAXPROCS(processors)
				grid, effort, err := team.Fill(t.Context(), method, Shape{3, 4}, stream(5))
				if err != nil {
					t.Fatal(err)
				}
				check(t, Shape{3, 4}, grid)
				effort.Reductions = nil // contains times
				if efforts = append(efforts, effort); first != nil && (!slices.Equal(grid, first) || fmt.Sprint(efforts[0]) != fmt.Sprint(effort)) {
					t.Errorf("%s, %+v: another grid or effort with %d processors: %+v", name, team, processors, efforts)
				}
				first = grid
			}
		}
	}
}

// Workers take over the position of the one that is furthest.
func TestShare(t *testing.T) {
	if Shares(Search{}) || !Shares(AsPublished()) {
		t.Fatal("only the published method has phases")
	}
	adopted := int64(0)
	for seed := range uint64(10) {
		_, effort, err := Team{Workers: 4, Period: 2000, Share: true}.Fill(t.Context(), AsPublished(), Shape{3, 4}, stream(seed))
		if err != nil || effort.Total < effort.Steps {
			t.Fatalf("%+v, error %v", effort, err)
		}
		adopted += effort.Adopted
	}
	if adopted == 0 {
		t.Error("ten grids by four workers, and no position was adopted")
	}
}

func TestStops(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for name, method := range methods {
		if name == "pattern" {
			continue // takes too little time to stop
		}
		if grid, _, err := Fill(ctx, method, Shape{5, 5}, stream(1)(0)); !errors.Is(err, why) || grid != nil {
			t.Errorf("%s: %v, error %v, expected %v", name, grid, err, why)
		}
	}
}

// The published method stops within any reduction, with subsets and fish of any size.
func TestStopsInReductions(t *testing.T) {
	for name, size := range map[string]int{"subsets": 36, "fish": 1e15, "locked": 1, "shaving": 1} {
		shape := Shape{6, 6}
		if name == "shaving" {
			shape = Shape{12, 12}
		}
		method := AsPublished()
		method.Early, method.Late, method.Subset = []string{name}, []string{name}, size
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		ended := make(chan error)
		go func() {
			_, _, err := Fill(ctx, method, shape, stream(1)(0))
			ended <- err
		}()
		select {
		case err := <-ended:
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: error %v, expected the end of the context", name, err)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("%s: still at work", name)
		}
	}
}

// relay is a method of two workers: one ends the context and then finishes; the other stops at that, though it would need fewer steps.
type relay struct{ cancel context.CancelFunc }

func (m relay) filler(_ Shape, random *rand.Rand) filler {
	return &runner{m, random.Uint64() == stream(1)(0).Uint64(), 0}
}

type runner struct {
	relay
	ends  bool
	steps int64
}

func (f *runner) advance(ctx context.Context, _ int64) bool {
	if f.ends {
		f.cancel()
	}
	<-ctx.Done()
	f.steps++
	return f.ends
}

func (f *runner) result() []int  { return []int{1} }
func (f *runner) effort() Effort { return Effort{Steps: f.steps} }

// A context that ends cannot change which grid a team makes.
func TestTeamEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if grid, _, err := (Team{Workers: 2}).Fill(ctx, relay{cancel}, Shape{1, 1}, stream(1)); !errors.Is(err, context.Canceled) || grid != nil {
		t.Errorf("%v, error %v, expected %v", grid, err, context.Canceled)
	}
}

// Impossible teams are refused.
func TestTeamRefuses(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	for _, team := range []Team{{}, {Workers: -1}, {Workers: parallel.MaxWorkers + 1}, {Workers: 2, Period: -1}} {
		if _, _, err := team.Fill(ctx, Bands{}, Shape{2, 2}, stream(1)); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%+v: error %v, expected that it is refused", team, err)
		}
	}
}

// All changes to a board can be undone.
func TestUndo(t *testing.T) {
	ctx := t.Context()
	rapid.Check(t, func(t *rapid.T) {
		shape := Shape{rapid.IntRange(1, 3).Draw(t, "box rows"), rapid.IntRange(2, 3).Draw(t, "box columns")}
		b := newBoard(shape, rapid.Bool().Draw(t, "singles"))
		var marks []mark
		var states []string
		for range rapid.IntRange(1, 12).Draw(t, "placements") {
			cell := rapid.IntRange(0, len(b.values)-1).Draw(t, "cell")
			if b.values[cell] >= 0 {
				continue
			}
			marks, states = append(marks, b.mark()), append(states, describe(b))
			if !b.place(cell, b.of(cell).Lowest()) || !subsets(ctx, b, 3) || !locked(ctx, b, 3) || !fish(ctx, b, 3) || !shaving(ctx, b, 0) {
				break
			}
		}
		for i, m := range slices.Backward(marks) {
			if b.undo(m); describe(b) != states[i] {
				t.Fatalf("after %d placements:\n%s\nexpected\n%s", i, describe(b), states[i])
			}
		}
	})
}

// describe returns a board's state, with its counts computed anew.
func describe(b *board) string {
	left, sizes, positions := 0, make([]int32, len(b.sizes)), make([]int32, len(b.positions))
	for cell := range b.values {
		for value := range b.n {
			if b.may(cell, value) {
				sizes[cell]++
				for _, house := range b.houses[cell] {
					positions[int(house)*b.n+value]++
				}
			}
		}
		if b.values[cell] < 0 {
			left += int(sizes[cell])
		}
	}
	if left != b.left || !slices.Equal(sizes, b.sizes) || !slices.Equal(positions, b.positions) {
		return "miscounted"
	}
	return fmt.Sprint(b.candidates, b.values, b.fixed, b.removed)
}

// No reduction removes a value of the solution, and each removes something now and then.
func TestReductionsKeepSolutions(t *testing.T) {
	removed := map[string]int{}
	for seed := range uint64(60) {
		random := stream(seed)(0)
		shape := []Shape{{2, 3}, {3, 3}}[seed%2]
		grid, _, err := Fill(t.Context(), Search{}, shape, random)
		if err != nil {
			t.Fatal(err)
		}
		b := newBoard(shape, seed%3 == 0)
		for _, cell := range random.Perm(len(grid))[:len(grid)/3] {
			if b.values[cell] < 0 && !b.place(cell, grid[cell]-1) {
				t.Fatal("a value of a solution was refused")
			}
		}
		for _, name := range reductionNames() {
			before := len(b.removed)
			if !reductions[name](t.Context(), b, 3) {
				t.Errorf("seed %d: %s finds a contradiction", seed, name)
			}
			removed[name] += len(b.removed) - before
		}
		for cell, value := range grid {
			if !b.may(cell, value-1) {
				t.Fatalf("seed %d: cell %d lost %d", seed, cell, value)
			}
		}
	}
	for _, name := range reductionNames() {
		if name != "singles" && removed[name] == 0 {
			t.Errorf("%s never removed anything", name)
		}
	}
}

// The pattern's shuffles reach all 4×4 grids of one of the two classes, which have 96 and 192 grids. Searches and bands reach all
// 288.
func TestReach(t *testing.T) {
	modeltest.OnlyLong(t)
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	for name, method := range methods {
		seen := map[string]bool{}
		for seed := range uint64(4500) {
			grid, _, err := Fill(t.Context(), method, Shape{2, 2}, stream(seed)(0))
			if err != nil {
				t.Fatal(err)
			}
			seen[fmt.Sprint(grid)] = true
		}
		if name == "pattern" && len(seen) != 96 && len(seen) != 192 || name != "pattern" && len(seen) != 288 {
			t.Errorf("%s: %d grids", name, len(seen))
		}
	}
}

func BenchmarkFill(b *testing.B) {
	for _, bench := range []struct {
		name  string
		shape Shape
	}{{"search", Shape{5, 5}}, {"search", Shape{7, 7}}, {"search", Shape{9, 9}}, {"bands", Shape{10, 10}}, {"published", Shape{4, 4}}} {
		b.Run(fmt.Sprintf("%s/%d", bench.name, bench.shape.Side()), func(b *testing.B) {
			seed, steps := uint64(0), int64(0)
			b.ReportAllocs()
			for b.Loop() {
				seed++
				_, effort, err := Fill(b.Context(), methods[bench.name], bench.shape, stream(seed)(0))
				if err != nil {
					b.Fatal(err)
				}
				steps += effort.Steps
			}
			b.ReportMetric(float64(steps)/float64(seed), "steps")
		})
	}
}

// Methods are written with their settings, and unknown settings are refused in one line.
func TestParse(t *testing.T) {
	for _, m := range Methods() {
		method, err := Parse(m.Name)
		want, filling := methods[m.Name]
		if err != nil || fmt.Sprintf("%+v", method) != fmt.Sprintf("%+v", m.New(nil)) ||
			filling && m.Name != "search" && fmt.Sprintf("%+v", method) != fmt.Sprintf("%+v", want) {
			t.Errorf("%s: %+v, error %v, expected %+v", m.Name, method, err, want)
		}
	}
	method, err := Parse("published[early='singles,fish',break=0.25,break-by=cells,subset=4]")
	want := AsPublished()
	want.Early, want.Break, want.BreakByCells, want.Subset = []string{"singles", "fish"}, 0.25, true, 4
	if err != nil || fmt.Sprintf("%+v", method) != fmt.Sprintf("%+v", want) {
		t.Errorf("%+v, error %v, expected %+v", method, err, want)
	}
	for text, message := range map[string]string{
		"published[break=x]":    "method published: break=x: expected a number of candidates or open cells, divided by all cells, 0 or more",
		"published[early=wing]": `unknown early "wing"`,
		"bands[x=1]":            `unknown setting "x"`,
		"search[failures=0]":    "method search: failures=0: expected a whole number, 1 or more",
		"band":                  `unknown method "band"`,
		"search[failures=3":     "to end in ]",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%s: error %v, expected %s", text, err, message)
		}
	}
}
