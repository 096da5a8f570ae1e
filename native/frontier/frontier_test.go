package frontier

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"qmsat/internal/memory"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/sample"
)

func open(t testing.TB, m *model.Model, options engine.Options) engine.Session {
	t.Helper()
	e, err := engine.Lookup(Name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Open(context.Background(), m, options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func countOf(t testing.TB, m *model.Model, cube model.Cube, options engine.Options) engine.Result {
	t.Helper()
	result, err := open(t, m, options).Run(context.Background(), cube, 0, nil)
	if err != nil || !result.Complete() || !result.Unlisted {
		t.Fatalf("%+v, error %v, expected a complete count", result, err)
	}
	return result
}

// alike makes symmetry apply to layers of any size.
func alike() engine.Options { return engine.Options{"alike": "1"} }

// lowered returns options that apply symmetry to layers of any size. By the seed, they also skip cuts wherever allowed, or change
// any threshold.
func lowered(seed uint64) engine.Options {
	options := alike()
	switch e, _ := engine.Lookup(Name); seed % 4 {
	case 1, 3:
		options["passed"], options["once"] = "1", "0"
	case 2:
		random := rand.New(rand.NewPCG(seed, 23))
		for _, s := range e.Settings {
			if s.Type == engine.Threshold && random.IntN(4) == 0 { // all at once would keep them from taking effect
				values := s.Values()
				options[s.Name] = values[random.IntN(len(values))]
			}
		}
	}
	return options
}

// agrees compares the count with brute force, under each symmetry setting, with thresholds by the seed.
func agrees(t *testing.T, seed uint64, m *model.Model, cube model.Cube) {
	t.Helper()
	options := lowered(seed)
	want := fmt.Sprint(len(modeltest.BruteForce(m, cube)))
	for _, symmetry := range symmetrySetting.Values() {
		options[symmetrySetting.Name] = symmetry
		if got := countOf(t, m, cube, options).Count.String(); got != want {
			t.Fatalf("seed %d, options %v: counted %s, expected %s\ncube %v\n%v", seed, options, got, want, cube, modeltest.Text(m))
		}
	}
}

// times returns the number of random models in a test.
func times(quick, long uint64) uint64 {
	return modeltest.Scale(quick, long/3, long)
}

// Random models of all kinds, including projections, are counted as by brute force.
func TestRandomModels(t *testing.T) {
	for seed := range times(300, 10_000) {
		random := rand.New(rand.NewPCG(seed, 19))
		m := sample.Bare(random)
		agrees(t, seed, m, nil)
		agrees(t, seed, m, sample.Cube(random, m))
	}
}

// The same for models with almost equal constraints and models with broken symmetry.
func TestAlmostEqualModels(t *testing.T) {
	for seed := range times(200, 10_000) {
		drawn := sample.AlmostEqual(rand.New(rand.NewPCG(seed, 23)), 1<<12)
		for _, cube := range drawn.Cubes {
			agrees(t, seed, drawn.Model, cube)
		}
	}
}

// The same for joined copies of a model, which have symmetry.
func TestRepeatedModels(t *testing.T) {
	for seed := range times(150, 3_000) {
		random := rand.New(rand.NewPCG(seed, 20))
		agrees(t, seed, repeated(random), nil)
	}
}

// repeated returns two or three copies of a random model, with the variables shuffled, and constraints between corresponding
// variables.
func repeated(random *rand.Rand) *model.Model {
	part := sample.Bare(random)
	for len(part.Variables) > 3 {
		part = sample.Bare(random)
	}
	copies := 2 + random.IntN(2)
	n := len(part.Variables)
	positions := random.Perm(copies * n)
	whole := &model.Model{Variables: make([]model.Variable, copies*n)}
	for i, position := range positions {
		whole.Variables[position] = model.Variable{Name: fmt.Sprint("x", position), Domain: part.Variables[i%n].Domain}
	}
	for k := range copies {
		at := func(v model.Var) (model.Var, bool) { return model.Var(positions[k*n+int(v)]), true }
		for _, c := range part.Constraints {
			whole.Constraints = append(whole.Constraints, c.Substitute(model.Substitution{Var: at}))
		}
		for _, v := range part.Outputs {
			output, _ := at(v)
			whole.Outputs = append(whole.Outputs, output)
		}
	}
	for v := range n {
		var same []model.Var
		for k := range copies {
			same = append(same, model.Var(positions[k*n+v]))
		}
		switch d := whole.DomainOf(same[0]); random.IntN(3) {
		case 0:
			whole.Constraints = append(whole.Constraints, &model.AllDifferent{Vars: same})
		case 1:
			whole.Constraints = append(whole.Constraints, model.Sum("", d.Min()+d.Max(), d.Min()+d.Max()+2, same...))
		}
	}
	return whole
}

// The same with improved orders.
func TestClimb(t *testing.T) {
	for seed := range times(10, 1_000) {
		m := repeated(rand.New(rand.NewPCG(seed, 22)))
		ctx := context.Background()
		p, err := newProblem(stop.NewWatch(ctx), m, nil, engine.LimitsOf[limits](alike()))
		if err != nil || p.impossible {
			continue
		}
		l := &automata{p.watch, map[string]*automaton{}}
		if err := errors.Join(p.hide(l), p.cluster(l)); err != nil || p.impossible {
			continue
		}
		s := newSession(m, alike())
		pl, err := p.newPlan(l, p.orders()[0].vars)
		if err != nil || pl == nil {
			continue
		}
		r, err := s.climb(ctx, p, l, newRun(p, "", pl, s))
		if err == nil {
			err = r.advance(ctx, math.MaxInt64)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.count(ctx); err != nil || got.Int64() != int64(len(modeltest.BruteForce(m, nil))) {
			t.Errorf("seed %d: counted %v, error %v\n%v", seed, got, err, modeltest.Text(m))
		}
	}
}

// The same for parts that look alike but are not.
func TestUnlikeParts(t *testing.T) {
	m := &model.Model{}
	for i := range 6 {
		m.AddVariable(fmt.Sprint("x", i), model.Interval(1, 3))
	}
	m.Constraints = []model.Constraint{
		&model.AllDifferent{Vars: []model.Var{0, 2}}, &model.AllDifferent{Vars: []model.Var{1, 3}},
		model.Sum("", model.NoLower, 3, 2, 4), model.Sum("", model.NoLower, 5, 3, 5),
	}
	agrees(t, 0, m, nil)
}

// The same for small grids, with sums, cages, cells of few values and givens.
func TestGrids(t *testing.T) {
	for seed := range times(30, 300) {
		random := rand.New(rand.NewPCG(seed, 21))
		m, err := grid(random)
		if err != nil {
			t.Fatal(err)
		}
		var cells []model.Var
		for _, cell := range random.Perm(len(m.Variables)) {
			cells = append(cells, model.Var(cell))
		}
		switch random.IntN(4) {
		case 0:
			m.Constraints = append(m.Constraints, model.Sum("", 5, 6, cells[:3]...))
		case 1:
			m.Constraints = append(m.Constraints, &model.Rule{Formula: model.Or{model.Is(cells[0], 1, 2), model.Is(cells[1], 3)}})
		case 2:
			m.Variables[cells[0]].Domain = model.Values(1, 2)
		}
		var cube model.Cube
		for _, cell := range cells[4:][:random.IntN(4)] {
			cube = append(cube, model.Given{Var: cell, Value: 1 + random.IntN(4)})
		}
		agrees(t, seed, m, cube)
	}
}

func grid(random *rand.Rand) (*model.Model, error) {
	switch random.IntN(4) {
	case 0:
		return model.Sudoku(2, 2)
	case 1:
		return model.Sudoku(1, 4)
	default:
		return model.QuasiMagic(2, random.IntN(3))
	}
}

func TestKnownCounts(t *testing.T) {
	for _, test := range []struct {
		rows, columns, delta int // -1: plain
		want                 string
		long                 bool
	}{
		{1, 5, -1, "161280", false},               // OEIS A002860
		{1, 7, -1, "61479419904000", false},       // likewise
		{1, 8, -1, "108776032459082956800", true}, // likewise, beyond 64 bits
		{2, 3, -1, "28200960", false},             // OEIS A107739 and its like for boxes that are not square
		{2, 4, -1, "29136487207403520", true},     // likewise
		{3, 3, 1, "0", false},                     // Roach et al. 2009
		{3, 3, 2, "248832", true},                 // likewise
	} {
		m, err := model.Sudoku(test.rows, test.columns)
		if test.delta >= 0 {
			m, err = model.QuasiMagic(test.rows, test.delta)
		}
		if err != nil {
			t.Fatal(err)
		}
		if test.long && !modeltest.Long() {
			continue
		}
		if got := countOf(t, m, nil, nil).Count.String(); got != test.want {
			t.Errorf("%d×%d, Δ %d: %s, expected %s", test.rows, test.columns, test.delta, got, test.want)
		}
	}
}

// Workers share a layer and skip cuts together, and find the same.
func TestWorkers(t *testing.T) {
	m, err := model.Sudoku(1, 5)
	if err != nil {
		t.Fatal(err)
	}
	options := engine.Options{symmetrySetting.Name: symmetryValue, workersSetting.Name: "3", "passed": "1"}
	three := countOf(t, m, nil, options)
	options[workersSetting.Name] = "1"
	one := countOf(t, m, nil, options)
	if one.Count.Cmp(three.Count) != 0 {
		t.Errorf("%v by one worker, %v by three", one, three)
	}
}

// Counts of any length are exact, and a choice of several values counts that many times.
func TestLongCounts(t *testing.T) {
	m := &model.Model{}
	want := big.NewInt(1)
	for i := range 40 {
		x := m.AddVariable(fmt.Sprint("x", i), model.Interval(1, 9))
		y := m.AddVariable(fmt.Sprint("y", i), model.Interval(1, 9))
		m.AddVariable(fmt.Sprint("z", i), model.Interval(1, 1000)) // free
		m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: []model.Var{x, y}})
		want.Mul(want, big.NewInt(72_000))
	}
	if got := countOf(t, m, nil, nil).Count; got.Cmp(want) != 0 {
		t.Errorf("counted %v, expected %v", got, want)
	}
}

func TestStops(t *testing.T) {
	m, err := model.Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	result, err := open(t, m, nil).Run(ctx, nil, 0, nil)
	if err != nil || result.Complete() || !errors.Is(result.Cause, context.DeadlineExceeded) {
		t.Errorf("%+v, error %v, expected a cut off run", result, err)
	}
}

// A run reports its progress before it ends.
func TestReport(t *testing.T) {
	modeltest.OnlyLong(t)
	m, err := model.Sudoku(1, 6)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := open(t, m, engine.Options{symmetrySetting.Name: symmetryNone})
	var shown []engine.Progress
	s.(engine.Reporter).Report(func(p engine.Progress) {
		shown = append(shown, p)
		cancel()
	})
	result, err := s.Run(ctx, nil, 0, nil)
	if err != nil || result.Complete() || !strings.HasPrefix(result.How, "stopped behind layer ") {
		t.Fatalf("%+v, error %v, expected the layer where it was stopped", result, err)
	}
	if len(shown) != 1 || shown[0].Share < 0 || shown[0].Share > 0.9 || !strings.HasPrefix(shown[0].Text, "layer ") {
		t.Errorf("shown %+v, expected a layer and a share", shown)
	}
}

// A run tells its effort before it ends, if somebody has asked.
func TestEffortSoFar(t *testing.T) {
	m, err := model.Sudoku(1, 5)
	if err != nil {
		t.Fatal(err)
	}
	var meter engine.Meter
	meter.Effort()
	s := open(t, m, engine.Options{"first-states": "1", symmetrySetting.Name: symmetryNone})
	result, err := s.Run(engine.WithMeter(t.Context(), &meter), nil, 0, nil)
	told := meter.Effort()
	if err != nil || len(told) != 2 || told[0].Value < 1 || told[0].Value >= result.Effort[0].Value || told[0].Name != result.Effort[0].Name {
		t.Errorf("told %v, at the end %v, error %v; expected fewer states before the end", told, result.Effort, err)
	}
}

// The error names a layer that exceeds the memory budget.
func TestMemory(t *testing.T) {
	modeltest.OnlyLong(t)
	m, err := model.Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := memory.WithBudget(context.Background(), 64<<20)
	defer stop()
	result, err := open(t, m, nil).Run(ctx, nil, 0, nil)
	if err != nil || result.Complete() || result.Cause == nil || !strings.Contains(result.Cause.Error(), "layer ") {
		t.Errorf("%+v, error %v, expected a layer that is too large", result, err)
	}
}
