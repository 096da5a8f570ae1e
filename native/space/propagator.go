package space

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/implied"
	"qmsat/native/bitset"
)

// Propagator removes values for a constraint, or for a part of one.
//
// It keeps no data about a state between calls, so a state may be dropped at any time. It need not find everything in one call,
// since its own changes wake it again. But it must report false if all variables in its scope are fixed and the constraint does
// not hold. That makes every solution correct.
type Propagator interface {
	// Propagate removes values that no solution of the constraint within the domains has. It reports false if it finds that there
	// is no solution.
	Propagate(s *Space) bool
}

// Event is a change of a variable's domain.
type Event int

const (
	OnChange Event = iota // a value was removed
	OnBounds              // the least or the largest value was removed; in a domain of several words, any value
	OnFix                 // one value is left
	aside                 // never: the propagator uses the variable, but is not woken
	events                // the number of events
)

// ask is how much of a variable's domain a propagator needs. Each level includes the levels before it.
type ask int

const (
	AskFixed  ask = iota // its value, once it is fixed
	AskBounds            // the least and the largest value
	AskValues            // each value
	AskWord              // each value, all in one word
)

// Source is what a propagator is for.
type Source struct {
	Constraint model.Constraint // the first one; nil if it is none of the model's
	More       int              // further constraints that it is for
	About      string           // what it does for them; may be empty
}

// Builder turns constraints into propagators. If its context ends, the builder is stopped and its results are useless.
type Builder struct {
	*Space
	Ctx    context.Context
	Limits *Limits
	Quick  bool                 // joints and implied constraints are left out
	Later  bool                 // propagators are posted as slow ones
	Source Source               // of the propagators that are posted
	Slow   []bool               // by propagator: whether it runs only if no quick one is due
	apart  map[model.Var]*apart // by variable: its inequalities, if any
	// Apartness is what Exclusions returns; nil until first needed.
	Apartness *implied.Exclusions
	divisions map[string][][]share // by cells: what divisionsOf returns
	housesOf  [][]int              // by variable: the all-different constraints with it; made with divisions
	Err       error                // why a constraint could not be built
}

// NewBuilder returns a builder with the given wide variables. Without limits it has the standards.
func NewBuilder(ctx context.Context, m *model.Model, wide []bool, limits *Limits) *Builder {
	limits = cmp.Or(limits, standard)
	l := NewLayout(m, wide, limits)
	b := &Builder{Space: &Space{Layout: l, Model: m, State: l.full(m), SavedIn: make([]uint64, l.Words()), Era: 1, Done: ctx.Done()},
		Ctx: ctx, Limits: limits}
	for event := range b.Watchers {
		b.Watchers[event] = make([][]int32, len(m.Variables))
	}
	return b
}

// Post adds a propagator. The event on a variable in scope wakes it, and a says how much of each domain it needs. Every
// propagator runs once at the start; one with an empty scope does not run again.
func (b *Builder) Post(p Propagator, when Event, a ask, scope []model.Var) {
	b.grant(a, scope...)
	id := int32(len(b.Propagators))
	b.Propagators = append(b.Propagators, p)
	b.Slow = append(b.Slow, b.Later)
	b.Sources = append(b.Sources, b.Source)
	for _, v := range scope {
		b.Watchers[when][v] = append(b.Watchers[when][v], id)
	}
}

// PostSlow posts a propagator for changes that runs only if no quick one is due: one that takes long, or that finds much that
// quicker ones find too.
func (b *Builder) PostSlow(p Propagator, a ask, scope []model.Var) {
	b.Post(p, OnChange, a, scope)
	b.Slow[len(b.Slow)-1] = true
}

// grant panics if a propagator needs more of a variable's domain than there is, before it mistakes bounds for values. That is a
// bug of the constraint's kind, which declared less for the layout.
func (b *Builder) grant(a ask, variables ...model.Var) {
	for _, v := range variables {
		if a >= AskValues && b.IsWide(v) || a == AskWord && len(b.Space.Bits(v)) > 1 {
			panic(fmt.Sprintf("native: %s has bounds or several words, and was asked for values or one word", b.Model.Variables[v].Name))
		}
	}
}

// Bits does the same as [Space.Bits], after checking that the propagator may use values.
func (b *Builder) Bits(v model.Var) bitset.Set {
	b.grant(AskValues, v)
	return b.Space.Bits(v)
}

// fail notes why a constraint could not be built.
func (b *Builder) fail(format string, args ...any) {
	b.Err = fmt.Errorf(format, args...)
}

// Exclusions returns which variables of the model are never equal.
func (b *Builder) Exclusions() *implied.Exclusions {
	if b.Apartness == nil {
		b.Apartness = implied.NewExclusions(b.Ctx, b.Model)
	}
	return b.Apartness
}

func (b *Builder) Build(c model.Constraint) error {
	if b.Over(WorkPerConstraint) {
		return context.Cause(b.Ctx)
	}
	b.Source.Constraint = c
	if k := Kinds.Entries[c.Kind()]; k == nil || !k.Build(b, c) {
		return fmt.Errorf("no propagator for constraints of kind %q", c.Kind())
	}
	return b.Err
}

func (b *Builder) BuildAll(constraints []model.Constraint) error {
	for _, c := range constraints {
		if err := b.Build(c); b.Stopped {
			return context.Cause(b.Ctx)
		} else if err != nil {
			return engine.Unsupported(EngineName, "%s: %w", model.Describe(b.Model, c), err)
		}
	}
	return nil
}

// Finish builds the last constraints. The space can propagate then.
func (b *Builder) Finish(constraints []model.Constraint) error {
	if err := b.BuildAll(constraints); err != nil {
		return err
	}
	b.Due = NewQueue(b.Slow)
	return nil
}

// WorkPerConstraint is the fixed work to build a constraint.
const WorkPerConstraint = 1 << 6

// kind describes a kind of constraint: which variables' values its propagators need (not only bounds), and the function that
// posts them. This function reports false for a constraint of another type.
type kind struct {
	Values func(m *model.Model, c model.Constraint, limits *Limits) []model.Var
	Build  func(b *Builder, c model.Constraint) bool
}

var Kinds = registry.New[*kind]("propagators of kind")

// RegisterKind adds the functions of a kind of constraint: one posts its propagators, and the other declares the variables whose
// values they need. It panics if the name is taken; call it at start only.
func RegisterKind[C model.Constraint](
	name string, values func(m *model.Model, c C, limits *Limits) []model.Var, build func(b *Builder, c C),
) {
	Kinds.Register(name, &kind{
		Values: func(m *model.Model, c model.Constraint, limits *Limits) []model.Var {
			if typed, ok := c.(C); ok {
				return values(m, typed, limits)
			}
			return nil
		},
		Build: func(b *Builder, c model.Constraint) bool {
			typed, ok := c.(C)
			if ok {
				build(b, typed)
			}
			return ok
		},
	})
}

// OfAll and OfNone declare that propagators ask for the values of all variables, or of none.
func OfAll[C model.Constraint](_ *model.Model, c C, _ *Limits) []model.Var { return c.Scope() }
func OfNone[C model.Constraint](*model.Model, C, *Limits) []model.Var      { return nil }

// ScopeKey returns a map key for a set of variables, independent of their order.
func ScopeKey(scope []model.Var) string {
	var key []byte
	for _, v := range slices.Sorted(slices.Values(scope)) {
		key = append(key, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return string(key)
}
