package model

import (
	"cmp"
	"iter"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/registry"

	"go.yaml.in/yaml/v4"
)

// Kind is what the language needs to know about a kind of constraint, besides the constraint's methods.
type Kind struct {
	Of Constraint // a nil pointer of its type
	// Rank orders the kinds in random models: lower numbers make simpler models.
	Rank int
	// Read reads a constraint's fields; fields that it does not read are reported as unknown.
	Read func(d *Decoder, f *input.Mapping) Constraint
	// Random draws a constraint, or nil if it finds none. It need not be valid.
	Random func(d Drawer) Constraint
}

// kinds holds the kinds of constraints by name.
var kinds = registry.New[Kind]("constraint kind")

// RegisterKind adds a kind. It panics if the name is taken. Call it at start only.
func RegisterKind(k Kind) { kinds.Register(k.Of.Kind(), k) }

// IsKind reports whether a kind of constraint has the name.
func IsKind(name string) bool { return kinds.Has(name) }

// KindNames returns the names of the constraint kinds, sorted.
func KindNames() []string { return kinds.Names() }

// Decided is a constraint in which two variables decide the others. Code that does not know the kind may use its table of tuples
// within the domains.
type Decided interface {
	Constraint
	Deciding() (x, y Var)
	Table(domain func(Var) Domain) *Table
}

// Drawer draws the parts of random constraints. Zero, as each number, makes the simplest choice.
type Drawer interface {
	// IntN returns a number from 0 to n-1; n is at least 1.
	IntN(n int) int
	// Var draws a variable. Vars draws different variables in any order: at least the requested number, if the model has them.
	Var() Var
	Vars(least int) []Var
	// Value draws a value of some variable, or rarely another one; ValueOf draws from the variable's domain.
	Value() int
	ValueOf(v Var) int
	// Example returns a value of the variable to build the constraint around: the witness's value if there is a witness.
	Example(v Var) int
	// Witness returns an assignment that most constraints must meet, so that models with solutions are not rare; or nil.
	Witness() Assignment
	// Spared reports whether the constraint must hold for the witness. Call it once per constraint.
	Spared() bool
}

// RandomConstraint draws a valid constraint of any kind. It returns nil if the model lacks the variables that the drawn kind
// needs.
func (m *Model) RandomConstraint(d Drawer) Constraint {
	c := AnyKind(d).Random(d)
	if c == nil || m.ValidateConstraint(c) != nil {
		return nil
	}
	return c
}

// AnyKind draws a kind. Half of the time it is one of the language's four (all-different, linear, table, rule), however many others
// there are.
func AnyKind(d Drawer) Kind {
	all := kinds.All()
	slices.SortStableFunc(all, func(a, b Kind) int { return cmp.Compare(a.Rank, b.Rank) })
	if d.IntN(2) == 0 {
		all = all[:slices.IndexFunc(all, func(k Kind) bool { return k.Rank > 3 })]
	}
	return all[d.IntN(len(all))]
}

// Larger draws a variant of a constraint with many tuples or large sets of values. Constraints of kinds that have neither stay as
// they are.
func Larger(d Drawer, c Constraint) Constraint {
	if c, is := c.(interface{ larger(d Drawer) Constraint }); is {
		return c.larger(d)
	}
	return c
}

// Between draws a number from lo to hi.
func Between(d Drawer, lo, hi int) int { return lo + d.IntN(hi-lo+1) }

// OneIn is true once in n times.
func OneIn(d Drawer, n int) bool { return d.IntN(n) == n-1 }

// Each yields the constraints of a type, with their places in the list.
func Each[C Constraint](constraints []Constraint) iter.Seq2[int, C] {
	return func(yield func(int, C) bool) {
		for i, c := range constraints {
			if typed, is := c.(C); is && !yield(i, typed) {
				return
			}
		}
	}
}

// ConjunctsOf yields the constraints, with each rule replaced by its [Conjuncts].
func ConjunctsOf(constraints []Constraint) iter.Seq[Constraint] {
	return func(yield func(Constraint) bool) {
		for _, c := range constraints {
			rule, is := c.(*Rule)
			var parts []Formula
			if is {
				parts = Conjuncts(rule.Formula, true)
			}
			if !is || len(parts) == 1 {
				if !yield(c) {
					return
				}
				continue
			}
			for _, part := range parts {
				if !yield(&Rule{rule.Name, part}) {
					return
				}
			}
		}
	}
}

// Take splits constraints into those of a type and the others.
func Take[C Constraint](constraints []Constraint) (of []C, others []Constraint) {
	for _, c := range constraints {
		if typed, is := c.(C); is {
			of = append(of, typed)
		} else {
			others = append(others, c)
		}
	}
	return of, others
}

// KindKeys returns the keys that the reader of a kind asks for, and those that must be there. It reads an empty mapping.
func KindKeys(name string) (keys, required []string) {
	d := NewDecoder("", &Model{})
	f := d.Mapping(&node{Kind: yaml.MappingNode})
	kinds.Entries[name].Read(d, f)
	return f.Asked()
}
