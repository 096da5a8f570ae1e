package bruteforce

import (
	"context"
	"math/big"
	"slices"
	"strconv"

	"qmsat/model"
	"qmsat/model/engine"
)

// Name is the engine's name.
const Name = "brute-force"

func init() {
	engine.RegisterMeasure(engine.MeasureKind{Name: "values", Unit: "values", Meaning: "tried for a variable, without propagation"})
	engine.Register(&engine.Engine{
		Name:      Name,
		Summary:   "tries every assignment of small models",
		Abilities: engine.Abilities{Assumptions: true, Concurrent: true},
		Route:     "model/engine/bruteforce",
		Open: func(ctx context.Context, m *model.Model, _ engine.Options) (engine.Session, error) {
			return &session{m}, nil
		},
	})
}

// Solutions returns the solutions of the model that meet the cube: for each distinct tuple of outputs the first assignment with
// it. They are in ascending lexicographic order; the first variable is the most significant. The time is proportional to the
// product of all domains' sizes, unless constraints on the first variables fail.
func Solutions(m *model.Model, cube model.Cube) []model.Assignment {
	var solutions []model.Assignment
	newSearch(context.Background(), m, cube, 0, func(a model.Assignment) bool {
		solutions = append(solutions, slices.Clone(a))
		return true
	}).assign(0)
	return solutions
}

// session is a model; there is nothing to prepare.
type session struct{ model *model.Model }

// Run implements engine.Session. Its effort is the number of values tried.
func (s *session) Run(
	ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool,
) (result engine.Result, err error) {
	defer engine.Guard(Name, &err)
	if err := s.model.CheckGivens(cube); err != nil {
		return engine.Result{Count: new(big.Int)}, err
	}
	b := newSearch(ctx, s.model, cube, limit, yield)
	if b.stopped = ctx.Err() != nil; !b.stopped {
		b.assign(0)
	}
	return engine.NewResult(ctx, limit, new(big.Int).SetUint64(b.count), !b.stopped, engine.Measure{Name: "values", Value: b.values}), nil
}

// Close has nothing to free.
func (s *session) Close() error { return nil }

// search assigns the variables one after the other.
type search struct {
	ctx     context.Context
	model   *model.Model
	cube    model.Cube
	limit   uint64 // 0: none
	yield   func(model.Assignment) bool
	due     [][]model.Constraint // by number of variables with values: the constraints whose last variable is the latest
	values  int64                // tried
	count   uint64
	seen    map[string]bool // outputs of known solutions, if some variable is not an output
	current model.Assignment
	stopped bool // by the limit, by yield or by the context
}

func newSearch(
	ctx context.Context, m *model.Model, cube model.Cube, limit uint64, yield func(model.Assignment) bool,
) *search {
	b := &search{
		ctx: ctx, model: m, cube: cube, limit: limit, yield: yield,
		due: make([][]model.Constraint, len(m.Variables)+1), current: make(model.Assignment, len(m.Variables)),
	}
	if m.Projected() {
		b.seen = map[string]bool{}
	}
	for _, c := range m.Constraints {
		speaksOf := 0
		for _, v := range c.Scope() {
			speaksOf = max(speaksOf, int(v)+1)
		}
		b.due[speaksOf] = append(b.due[speaksOf], c)
	}
	return b
}

// assign tries every value of variable n; the variables before it have values.
func (b *search) assign(n int) {
	for _, c := range b.due[n] {
		if b.ended() || !c.Holds(b.current) { // Holds takes milliseconds for thousands of tuples
			return
		}
	}
	if n == len(b.current) {
		b.found()
		return
	}
	for value := range b.model.DomainOf(model.Var(n)).All() {
		if b.values++; b.ended() {
			return
		}
		if b.given(model.Var(n), value) {
			b.current[n] = value
			b.assign(n + 1)
		}
	}
}

// ended reports whether the search must end.
func (b *search) ended() bool {
	b.stopped = b.stopped || b.ctx.Err() != nil
	return b.stopped
}

func (b *search) given(v model.Var, value int) bool {
	return !slices.ContainsFunc(b.cube, func(g model.Given) bool { return g.Var == v && g.Value != value })
}

// found counts an assignment that meets everything, unless another with the same outputs came before.
func (b *search) found() {
	if b.seen != nil {
		var key []byte
		for _, v := range b.model.OutputVars() {
			key = append(strconv.AppendInt(key, int64(b.current[v]), 10), ' ')
		}
		if b.seen[string(key)] {
			return
		}
		b.seen[string(key)] = true
	}
	b.count++
	b.stopped = b.yield != nil && !b.yield(b.current) || b.count == b.limit
}
