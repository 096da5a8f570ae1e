package native

import (
	"context"
	"fmt"
	"slices"

	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/implied"
	"qmsat/native/bitset"
)

// propagator removes values for a constraint, or for a part of one.
//
// It keeps no data about a state between calls, so a state may be dropped at any time. It need not find everything in one call,
// since its own changes wake it again. But it must report false if all variables in its scope are fixed and the constraint does
// not hold. That makes every solution correct.
type propagator interface {
	// propagate removes values that no solution of the constraint within the domains has. It reports false if it finds that there
	// is no solution.
	propagate(s *space) bool
}

// event is a change of a variable's domain.
type event int

const (
	onChange event = iota // a value was removed
	onBounds              // the least or the largest value was removed; if a domain has several words, perhaps another value
	onFix                 // one value is left
	aside                 // never: the propagator uses the variable, but is not woken
	events                // the number of events
)

// ask is how much of a variable's domain a propagator needs. Each level includes the levels before it.
type ask int

const (
	askFixed  ask = iota // its value, once it is fixed
	askBounds            // the least and the largest value
	askValues            // each value
	askWord              // each value, all in one word
)

// source is what a propagator is for.
type source struct {
	constraint model.Constraint // the first one; nil if it is none of the model's
	more       int              // further constraints that it is for
	about      string           // what it does for them; may be empty
}

// builder turns constraints into propagators. If its context ends, the builder is stopped and its results are useless.
type builder struct {
	*space
	ctx     context.Context
	options engine.Options
	quick   bool                 // joints and implied constraints are left out
	later   bool                 // propagators are posted as slow ones
	source  source               // of the propagators that are posted
	slow    []bool               // by propagator: whether it runs only if no quick one is due
	apart   map[model.Var]*apart // by variable: its inequalities, if any
	// apartness is what exclusions returns; nil until first needed.
	apartness *implied.Exclusions
	divisions map[string][][]share // by cells: what divisionsOf returns
	housesOf  [][]int              // by variable: the all-different constraints with it; made with divisions
	err       error                // why a constraint could not be built
}

// newBuilder returns a builder with the given wide variables.
func newBuilder(ctx context.Context, m *model.Model, wide []bool, options engine.Options) *builder {
	l := newLayout(m, wide, options)
	b := &builder{space: &space{layout: l, model: m, state: l.full(m), savedIn: make([]uint64, l.words()), era: 1, done: ctx.Done()},
		ctx: ctx, options: options}
	for event := range b.watchers {
		b.watchers[event] = make([][]int32, len(m.Variables))
	}
	return b
}

// post adds a propagator. The event on a variable in scope wakes it, and a says how much of each domain it needs. Every
// propagator runs once at the start; one with an empty scope does not run again.
func (b *builder) post(p propagator, when event, a ask, scope []model.Var) {
	b.grant(a, scope...)
	id := int32(len(b.propagators))
	b.propagators = append(b.propagators, p)
	b.slow = append(b.slow, b.later)
	b.sources = append(b.sources, b.source)
	for _, v := range scope {
		b.watchers[when][v] = append(b.watchers[when][v], id)
	}
}

// postSlow posts a propagator for changes that runs only if no quick one is due: one that takes long, or that finds much that
// quicker ones find too.
func (b *builder) postSlow(p propagator, a ask, scope []model.Var) {
	b.post(p, onChange, a, scope)
	b.slow[len(b.slow)-1] = true
}

// grant panics if a propagator needs more of a variable's domain than there is, before it mistakes bounds for values. That is a
// bug of the constraint's kind, which declared less for the layout.
func (b *builder) grant(a ask, variables ...model.Var) {
	for _, v := range variables {
		if a >= askValues && b.isWide(v) || a == askWord && len(b.space.bits(v)) > 1 {
			panic(fmt.Sprintf("native: %s has bounds or several words, and was asked for values or one word", b.model.Variables[v].Name))
		}
	}
}

// bits does the same as [space.bits], after checking that the propagator may use values.
func (b *builder) bits(v model.Var) bitset.Set {
	b.grant(askValues, v)
	return b.space.bits(v)
}

// fail notes why a constraint could not be built.
func (b *builder) fail(format string, args ...any) {
	b.err = fmt.Errorf(format, args...)
}

// exclusions returns which variables of the model are never equal.
func (b *builder) exclusions() *implied.Exclusions {
	if b.apartness == nil {
		b.apartness = implied.NewExclusions(b.ctx, b.model)
	}
	return b.apartness
}

func (b *builder) build(c model.Constraint) error {
	if b.over(workPerConstraint) {
		return context.Cause(b.ctx)
	}
	b.source.constraint = c
	if k := kinds.Entries[c.Kind()]; k == nil || !k.build(b, c) {
		return fmt.Errorf("no propagator for constraints of kind %q", c.Kind())
	}
	return b.err
}

func (b *builder) buildAll(constraints []model.Constraint) error {
	for _, c := range constraints {
		if err := b.build(c); b.stopped {
			return context.Cause(b.ctx)
		} else if err != nil {
			return engine.Unsupported(engineName, "%s: %w", model.Describe(b.model, c), err)
		}
	}
	return nil
}

// finish builds the last constraints. The space can propagate then.
func (b *builder) finish(constraints []model.Constraint) error {
	if err := b.buildAll(constraints); err != nil {
		return err
	}
	b.due = newQueue(b.slow)
	return nil
}

// workPerConstraint is the fixed work to build a constraint.
const workPerConstraint = 1 << 6

// kind describes a kind of constraint: which variables' values its propagators need (not only bounds), and the function that
// posts them. This function reports false for a constraint of another type.
type kind struct {
	values func(m *model.Model, c model.Constraint, options engine.Options) []model.Var
	build  func(b *builder, c model.Constraint) bool
}

var kinds = registry.New[*kind]("propagators of kind")

// registerKind adds the functions of a kind of constraint: one posts its propagators, and the other declares the variables whose
// values they need. It panics if the name is taken; call it at start only.
func registerKind[C model.Constraint](
	name string, values func(m *model.Model, c C, options engine.Options) []model.Var, build func(b *builder, c C),
) {
	kinds.Register(name, &kind{
		values: func(m *model.Model, c model.Constraint, options engine.Options) []model.Var {
			if typed, ok := c.(C); ok {
				return values(m, typed, options)
			}
			return nil
		},
		build: func(b *builder, c model.Constraint) bool {
			typed, ok := c.(C)
			if ok {
				build(b, typed)
			}
			return ok
		},
	})
}

// ofAll and ofNone declare that propagators ask for the values of all variables, or of none.
func ofAll[C model.Constraint](_ *model.Model, c C, _ engine.Options) []model.Var { return c.Scope() }
func ofNone[C model.Constraint](*model.Model, C, engine.Options) []model.Var      { return nil }

// scopeKey returns a map key for a set of variables, independent of their order.
func scopeKey(scope []model.Var) string {
	var key []byte
	for _, v := range slices.Sorted(slices.Values(scope)) {
		key = append(key, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return string(key)
}
