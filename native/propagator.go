package native

import (
	"context"
	"fmt"

	"qmsat/model"
)

// propagator removes values for a constraint, or for a part of one.
//
// It keeps nothing of a state between calls, so that a state may be dropped at any time. It need not find all it
// could in one call: as long as it removes values it wakes itself. What it must do is report false where all the
// variables in its scope are fixed and the constraint does not hold; that is what makes every solution one.
type propagator interface {
	// propagate removes values that no solution of the constraint within the domains has. It reports false where it finds
	// that there is no solution.
	propagate(s *space) bool
}

// event is what may happen to a variable's domain.
type event int

const (
	onChange event = iota // a value was removed
	onBounds              // the least or the largest value was removed, or, where a domain has several words, perhaps another one
	onFix                 // one value is left
	aside                 // never: the propagator speaks of the variable, but is not woken
	events                // the number of events
)

// builder turns constraints into propagators. Where its context ends it is stopped, and what it has built is of no use.
type builder struct {
	*space
	ctx   context.Context
	model *model.Model
	slow  []bool               // by propagator, that it runs when no quick one is due
	apart map[model.Var]*apart // by variable, where others must not meet it
	err   error                // why a constraint cannot be built
}

func newBuilder(ctx context.Context, m *model.Model) *builder {
	l := newLayout(m)
	b := &builder{space: &space{layout: l, state: l.full(m), done: ctx.Done()}, ctx: ctx, model: m}
	for event := range b.watchers {
		b.watchers[event] = make([][]int32, len(m.Variables))
	}
	return b
}

// post adds a propagator that is woken when the event happens to a variable in scope. Every propagator is run once at the
// start; one with an empty scope is not run again.
func (b *builder) post(p propagator, when event, scope []model.Var) {
	id := int32(len(b.propagators))
	b.propagators = append(b.propagators, p)
	b.slow = append(b.slow, false)
	for _, v := range scope {
		b.watchers[when][v] = append(b.watchers[when][v], id)
	}
}

// postSlow does what post does, for a propagator that runs when no other kind is due: one that takes long, or sees much that
// others see for less.
func (b *builder) postSlow(p propagator, when event, scope []model.Var) {
	b.post(p, when, scope)
	b.slow[len(b.slow)-1] = true
}

// fail notes why a constraint cannot be built.
func (b *builder) fail(format string, args ...any) {
	b.err = fmt.Errorf(format, args...)
}

func (b *builder) build(c model.Constraint) error {
	if b.over(workPerConstraint) {
		return context.Cause(b.ctx)
	}
	build := kinds[c.Kind()]
	if build == nil || !build(b, c) {
		return fmt.Errorf("no propagator for constraints of kind %q", c.Kind())
	}
	return b.err
}

// workPerConstraint stands for what building a constraint takes beside what its size does.
const workPerConstraint = 1 << 6

// kinds holds, for each kind of constraint, what posts its propagators. The function reports whether the constraint has the
// type that the kind stands for.
var kinds = map[string]func(b *builder, c model.Constraint) bool{}

// registerKind adds what posts the propagators of a kind of constraint. It panics where the kind is taken, and is meant to
// be called at start only.
func registerKind[C model.Constraint](kind string, build func(b *builder, c C)) {
	if kinds[kind] != nil {
		panic("native: propagators of kind " + kind + " are registered twice")
	}
	kinds[kind] = func(b *builder, c model.Constraint) bool {
		typed, ok := c.(C)
		if ok {
			build(b, typed)
		}
		return ok
	}
}
