package native

import (
	"context"
	"fmt"

	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/bitset"
)

// propagator removes values for a constraint, or for a part of one.
//
// It keeps nothing of a state between calls, so that a state may be dropped at any time. It need not find all it could in one
// call: as long as it removes values it wakes itself. What it must do is report false if all the variables in its scope are
// fixed and the constraint does not hold; that is what makes every solution one.
type propagator interface {
	// propagate removes values that no solution of the constraint within the domains has. It reports false if it finds that
	// there is no solution.
	propagate(s *space) bool
}

// event is what may happen to a variable's domain.
type event int

const (
	onChange event = iota // a value was removed
	onBounds              // the least or the largest value was removed, or, if a domain has several words, perhaps another one
	onFix                 // one value is left
	aside                 // never: the propagator speaks of the variable, but is not woken
	events                // the number of events
)

// ask is what a propagator asks of a variable's domain. Each asks for what those before it do.
type ask int

const (
	askFixed  ask = iota // its value, once it has but one
	askBounds            // the least and the largest value
	askValues            // each value
	askWord              // each value, all in one word
)

// builder turns constraints into propagators. If its context ends it is stopped, and what it has built is of no use.
type builder struct {
	*space
	ctx     context.Context
	options engine.Options
	slow    []bool               // by propagator, that it runs when no quick one is due
	apart   map[model.Var]*apart // by variable, if others must not meet it
	err     error                // why a constraint cannot be built
}

// newBuilder returns a builder whose wide variables are the given ones.
func newBuilder(ctx context.Context, m *model.Model, wide []bool, options engine.Options) *builder {
	l := newLayout(m, wide, options)
	b := &builder{space: &space{layout: l, model: m, state: l.full(m), done: ctx.Done()}, ctx: ctx, options: options}
	for event := range b.watchers {
		b.watchers[event] = make([][]int32, len(m.Variables))
	}
	return b
}

// post adds a propagator that is woken when the event happens to a variable in scope, of which it asks so much. Every propagator is run
// once at the start; one with an empty scope is not run again.
func (b *builder) post(p propagator, when event, a ask, scope []model.Var) {
	b.grant(a, scope...)
	id := int32(len(b.propagators))
	b.propagators = append(b.propagators, p)
	b.slow = append(b.slow, false)
	for _, v := range scope {
		b.watchers[when][v] = append(b.watchers[when][v], id)
	}
}

// postSlow does what post does, for a propagator that runs when no other kind is due: one that takes long, or sees much that
// others see for less.
func (b *builder) postSlow(p propagator, when event, a ask, scope []model.Var) {
	b.post(p, when, a, scope)
	b.slow[len(b.slow)-1] = true
}

// grant panics if variables do not have what is asked of them, before a propagator takes bounds for values. That is a fault
// of the kind, which declared less when the layout was made.
func (b *builder) grant(a ask, variables ...model.Var) {
	for _, v := range variables {
		if a >= askValues && b.isWide(v) || a == askWord && len(b.space.bits(v)) > 1 {
			panic(fmt.Sprintf("native: %s has bounds or several words, and was asked for values or one word", b.model.Variables[v].Name))
		}
	}
}

// bits does what [space.bits] does, and holds what is made of it to what may be asked.
func (b *builder) bits(v model.Var) bitset.Set {
	b.grant(askValues, v)
	return b.space.bits(v)
}

// fail notes why a constraint cannot be built.
func (b *builder) fail(format string, args ...any) {
	b.err = fmt.Errorf(format, args...)
}

func (b *builder) build(c model.Constraint) error {
	if b.over(workPerConstraint) {
		return context.Cause(b.ctx)
	}
	if k := kinds.Entries[c.Kind()]; k == nil || !k.build(b, c) {
		return fmt.Errorf("no propagator for constraints of kind %q", c.Kind())
	}
	return b.err
}

// workPerConstraint stands for what building a constraint takes beside what its size does.
const workPerConstraint = 1 << 6

// kind is what the engine knows of a kind of constraint: the variables whose values its propagators ask for, and not their
// bounds alone, and what posts them. That reports false if a constraint does not have the type that the kind stands for.
type kind struct {
	values func(m *model.Model, c model.Constraint, options engine.Options) []model.Var
	build  func(b *builder, c model.Constraint) bool
}

var kinds = registry.New[*kind]("propagators of kind")

// registerKind adds what posts the propagators of a kind of constraint, and what declares beforehand the variables whose
// values they ask for. It panics if the kind is taken, and is meant to be called at start only.
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
