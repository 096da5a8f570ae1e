package model

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// Var is a variable of a model: its index in Model.Variables.
type Var int

// Variable declares a variable.
type Variable struct {
	Name   string // a letter or underscore, then letters, digits and underscores; unique in its model
	Domain Domain // the values it may take; not empty
}

// Model is a constraint model. It is data: engines read it and never change it, so one model may serve many
// goroutines at once.
type Model struct {
	Name        string     // free text, for people; without a meaning
	Variables   []Variable // indexed by Var
	Outputs     []Var      // variables onto which solutions are projected; they are printed and blocked; nil means all
	Constraints []Constraint
	Objective   *Objective // ranks solutions; nil if none is better than another
	Grid        *Grid      // the layout of the first Rows·Columns variables; nil for a model without cells
	Origins     []Origin   // of the first constraints, as far as they have one; nil elsewhere
}

// Origin is what constraints of a model come from, such as a clue of a document. It has no meaning for engines: they name it, and may
// take its constraints together.
type Origin interface {
	// Kind returns the kind of the clue, such as "thermometer".
	Kind() string
	// String returns what the clue says, for people.
	String() string
	// Added returns the variables that it adds to the model.
	Added() []Var
}

// Sourced are the constraints of one origin.
type Sourced struct {
	Origin
	Constraints []Constraint
}

// ByOrigin returns the constraints that have an origin, together with others of the same origin, in order.
func (m *Model) ByOrigin() (list []Sourced) {
	at := map[Origin]int{}
	for i, origin := range m.Origins {
		if origin == nil {
			continue
		}
		n, known := at[origin]
		if !known {
			n = len(list)
			at[origin], list = n, append(list, Sourced{Origin: origin})
		}
		list[n].Constraints = append(list[n].Constraints, m.Constraints[i])
	}
	return list
}

// Keep returns the model with some of its constraints.
func (m *Model) Keep(keep func(Constraint) bool) *Model {
	kept := *m
	kept.Constraints, kept.Origins = nil, nil
	for i, c := range m.Constraints {
		if !keep(c) {
			continue
		}
		if kept.Constraints = append(kept.Constraints, c); i < len(m.Origins) {
			kept.Origins = append(kept.Origins, m.Origins[i])
		}
	}
	return &kept
}

// Assignment gives every variable of a model a value; it is indexed by Var.
type Assignment []int

// Key returns a text of the values of some variables. Two assignments of a model give them the same values if their keys are equal.
func (a Assignment) Key(of []Var) string {
	key := make([]byte, 0, 2*len(of))
	for _, v := range of {
		key = binary.AppendVarint(key, int64(a[v]))
	}
	return string(key)
}

// A Constraint is one requirement on the variables in its scope, such as *[AllDifferent], *[Linear], *[Table] or *[Rule]. Engines
// register a function for each kind; [Each] and [Take] choose the constraints of one kind. A constraint is plain data behind a pointer; two are equal if their [CanonicalText] is equal.
type Constraint interface {
	// Kind returns the name of the kind in model files, such as "all-different".
	Kind() string
	// Label returns the constraint's name, or "" if it has none.
	Label() string
	// Scope returns the variables of the constraint, each once, in order of first mention.
	Scope() []Var
	// Holds reports whether a satisfies the constraint. Its code should be obviously right rather than fast.
	Holds(a Assignment) bool
	// Named returns the constraint with another name.
	Named(name string) Constraint
	// Substitute returns the constraint with variables replaced by other variables or by values. It returns nil if the result
	// restricts nothing.
	Substitute(s Substitution) Constraint
	// Simpler returns constraints of the same kind, each simpler in one way, the simplest first. They have fewer parts or smaller
	// numbers, so every chain of simplifications ends. Some may be invalid.
	Simpler() []Constraint
	// Validate reports why the constraint is malformed in m.
	Validate(m *Model) error
	// Fields lists the constraint's fields in a model file, except its kind, in the order of writing.
	Fields(m *Model) Fields
}

// validName reports whether a name has the form of a variable's name.
func validName(name string) bool {
	other := strings.IndexFunc(name, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	})
	return other < 0 && name != "" && (name[0] < '0' || name[0] > '9')
}

// ReservedNames are keywords of model files, so no variable may have one as its name.
var ReservedNames = []string{"all", "any", "exactly", "if", "kind", "name", "not", "of", "then"}

// AddVariable appends a variable and returns it.
func (m *Model) AddVariable(name string, domain Domain) Var {
	m.Variables = append(m.Variables, Variable{name, domain})
	return Var(len(m.Variables) - 1)
}

// OutputVars returns the output variables: Outputs, or every variable if Outputs is nil.
func (m *Model) OutputVars() []Var {
	if m.Outputs != nil {
		return m.Outputs
	}
	return lists.Numbers[Var](len(m.Variables))
}

// Projected reports whether some variable is not an output, so that two assignments may be the same solution.
func (m *Model) Projected() bool { return m.Outputs != nil && len(m.Outputs) < len(m.Variables) }

// NameOf returns the name of v, or "variable" and its number if the model has no such variable.
func (m *Model) NameOf(v Var) string {
	if v < 0 || int(v) >= len(m.Variables) {
		return fmt.Sprintf("variable %d", v)
	}
	return m.Variables[v].Name
}

// DomainOf returns the domain of v.
func (m *Model) DomainOf(v Var) Domain { return m.Variables[v].Domain }

// ValuesOf returns the values that at least one of the variables may have.
func (m *Model) ValuesOf(vars []Var) Domain {
	values, _ := m.ValuesUpTo(vars, math.MaxInt)
	return values
}

// ValuesUpTo returns the values that at least one of the variables may have. If it meets more than most, it stops with some of them,
// and few is false.
func (m *Model) ValuesUpTo(vars []Var, most int) (values Domain, few bool) {
	for _, v := range vars {
		if d := m.DomainOf(v); !d.Equal(values) {
			if values = values.Union(d); values.Size() > most {
				return values, false
			}
		}
	}
	return values, true
}

// Names returns the variables by name.
func (m *Model) Names() map[string]Var {
	names := make(map[string]Var, len(m.Variables))
	for i, v := range m.Variables {
		names[v.Name] = Var(i)
	}
	return names
}

// Validate reports the first fault of the model: a bad or repeated name, an empty domain, an output or a scope with an unknown
// variable, a layout that does not fit, a malformed constraint or objective. Engines may rely on these checks.
func (m *Model) Validate() error {
	seen := make(map[string]bool, len(m.Variables))
	if !utf8.ValidString(m.Name) {
		return fmt.Errorf("model name %q: expected UTF-8 text", m.Name)
	}
	if len(m.Variables) == 0 {
		return fmt.Errorf("the model has no variables")
	}
	for _, v := range m.Variables {
		if err := CheckName(v.Name); err != nil {
			return err
		}
		switch {
		case seen[v.Name]:
			return fmt.Errorf("variable %s is declared twice", v.Name)
		case v.Domain.Empty():
			return fmt.Errorf("variable %s has no values", v.Name)
		case !WithinNumbers(v.Domain):
			return fmt.Errorf("variable %s has the values %v, expected numbers within %s", v.Name, v.Domain, NumbersText)
		}
		seen[v.Name] = true
	}
	if m.Outputs != nil && len(m.Outputs) == 0 {
		return fmt.Errorf("the model has no outputs")
	}
	if err := m.validateScope(m.Outputs); err != nil {
		return fmt.Errorf("outputs: %w", err)
	}
	if m.Grid != nil {
		if err := m.Grid.Validate(m); err != nil {
			return fmt.Errorf("grid: %w", err)
		}
	}
	for i, c := range m.Constraints {
		if c == nil {
			return fmt.Errorf("constraint %d is nil", i+1)
		}
		if err := m.ValidateConstraint(c); err != nil {
			return fmt.Errorf("%s: %w", Describe(m, c), err)
		}
	}
	if m.Objective != nil {
		if err := m.Objective.Validate(m); err != nil {
			return fmt.Errorf("%s: %w", m.Objective.Word(), err)
		}
	}
	return nil
}

// CheckName reports a name that no variable may have.
func CheckName(name string) error {
	switch {
	case !validName(name):
		return fmt.Errorf("variable name %q, expected a letter or underscore, then letters, digits and underscores", input.Clip(name))
	case slices.Contains(ReservedNames, name):
		return fmt.Errorf("variable name %q, expected another name: this is a keyword of model files", name)
	}
	return nil
}

// ValidateConstraint reports why a constraint is malformed in the model.
func (m *Model) ValidateConstraint(c Constraint) error {
	kind, err := kinds.Lookup(c.Kind())
	if err != nil {
		return err
	}
	if of := reflect.TypeOf(kind.Of); reflect.TypeOf(c) != of {
		return fmt.Errorf("a constraint of type %T, expected %v", c, of)
	}
	if !utf8.ValidString(c.Label()) {
		return fmt.Errorf("expected a name of UTF-8 text")
	}
	if err := m.validateScope(c.Scope()); err != nil {
		return err
	}
	return c.Validate(m)
}

// ValidateSome reports an error if a constraint has no variables.
func ValidateSome(vars []Var) error {
	if len(vars) == 0 {
		return fmt.Errorf("expected at least one variable")
	}
	return nil
}

// validateScope reports a variable that is unknown or repeated.
func (m *Model) validateScope(scope []Var) error {
	seen := make(map[Var]bool, len(scope))
	for _, v := range scope {
		if v < 0 || int(v) >= len(m.Variables) {
			return fmt.Errorf("variable number %d, expected 0 to %d", v, len(m.Variables)-1)
		}
		if seen[v] {
			return fmt.Errorf("%s appears twice, expected once", m.NameOf(v))
		}
		seen[v] = true
	}
	return nil
}

// Differ returns the outputs in which two solutions differ.
func (m *Model) Differ(a, b Assignment) []Var {
	return slices.DeleteFunc(slices.Clone(m.OutputVars()), func(v Var) bool { return a[v] == b[v] })
}

// Check reports the first reason why a is not a solution of m: a wrong number of values, a value outside its domain, a constraint
// that does not hold. It is the reference for every solution of every engine.
func (m *Model) Check(a Assignment) error {
	if len(a) != len(m.Variables) {
		return fmt.Errorf("the assignment has %d values, the model %d variables", len(a), len(m.Variables))
	}
	for i, v := range m.Variables {
		if !v.Domain.Contains(a[i]) {
			return fmt.Errorf("%s = %d is outside %v", v.Name, a[i], v.Domain)
		}
	}
	for _, c := range m.Constraints {
		if !c.Holds(a) {
			return fmt.Errorf("%s does not hold", Describe(m, c))
		}
	}
	return nil
}

// CheckGivens reports a given for a variable that the model does not have.
func (m *Model) CheckGivens(cube Cube) error {
	for _, g := range cube {
		if g.Var < 0 || int(g.Var) >= len(m.Variables) {
			return fmt.Errorf("a given for variable number %d: the model has %d", g.Var, len(m.Variables))
		}
	}
	return nil
}

// CheckCube reports the first given that a breaks, or whose variable has no value in a.
func (m *Model) CheckCube(a Assignment, cube Cube) error {
	for _, g := range cube {
		if g.Var < 0 || int(g.Var) >= len(a) {
			return fmt.Errorf("%s = %d is given, but the assignment has %d values", m.NameOf(g.Var), g.Value, len(a))
		}
		if a[g.Var] != g.Value {
			return fmt.Errorf("%s = %d, but %d is given", m.NameOf(g.Var), a[g.Var], g.Value)
		}
	}
	return nil
}

// Describe names a constraint for a message: its kind, its label if it has one, and the ends of its scope.
func Describe(m *Model, c Constraint) string {
	text := c.Kind()
	if c.Label() != "" {
		text += " " + fmt.Sprintf("%q", c.Label())
	}
	scope := c.Scope()
	if len(scope) == 0 {
		return text
	}
	text += " on " + m.NameOf(scope[0])
	if len(scope) > 1 {
		text += " … " + m.NameOf(scope[len(scope)-1])
	}
	return text
}

// Propositional reports whether all variables have the values 0 and 1. Then the numbers of variables, from 1, serve as literals.
func (m *Model) Propositional() bool {
	return !slices.ContainsFunc(m.Variables, func(v Variable) bool { return !v.Domain.Equal(Interval(0, 1)) })
}

// Hash identifies the meaning of the model: "sha256:" and 64 hexadecimal digits over its canonical text. Two models with the same
// variables, outputs, layout, constraints and objective, in the same order, have the same hash, whatever the models' names. Names of
// variables and constraints are part of it.
func (m *Model) Hash() string {
	sum := sha256.Sum256(m.explicitFields().Text())
	return "sha256:" + hex.EncodeToString(sum[:])
}
