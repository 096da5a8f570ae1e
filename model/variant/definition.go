package variant

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
)

// Meaning is what a clue means in a model.
type Meaning struct {
	Clue
	Constraints []model.Constraint
	Variables   []model.Var // that it adds: outputs, or auxiliary ones, which the outputs determine
	model       *model.Model
	parts       []Clue     // the clues within it, at any depth
	asked       []question // which other clues its definition asked for
}

// Kind returns the name of the clue's kind.
func (m *Meaning) Kind() string { return KindOf(m.Clue) }

// Added returns the variables that it adds to the model.
func (m *Meaning) Added() []model.Var { return m.Variables }

// Asks reports whether the definition asked for other clues.
func (m *Meaning) Asks() bool { return len(m.asked) > 0 }

// String returns what the clue says, for people.
func (m *Meaning) String() string { return Text(m.model, m.Clue) }

// question is which other clues a definition asked for, and which there were.
type question struct {
	within   bool
	relevant func(Clue) bool
	found    []Clue
}

// Definition collects what a clue means in a model.
type Definition struct {
	*model.Model
	meaning *Meaning
	others  []*Meaning  // of the clues of the document
	made    []model.Var // auxiliary variables to use again
	err     error
}

// Define returns what a clue means in a model, among other clues. It adds variables to the model, but no constraints.
func Define(m *model.Model, n Clue, others []*Meaning) (*Meaning, error) {
	return define(m, n, others, nil)
}

// Depends reports whether the clue means something else among these clues, because it asked for others.
func (m *Meaning) Depends(others []*Meaning) bool {
	return slices.ContainsFunc(m.asked, func(q question) bool { return !slices.Equal(q.among(others), q.found) })
}

// Again defines a clue again in a model if what it means depends on these other clues. Its variables stay the same.
func (m *Meaning) Again(in *model.Model, others []*Meaning) (*Meaning, error) {
	if !m.Depends(others) {
		return m, nil
	}
	again, err := define(in, m.Clue, others, m.Variables)
	if err == nil && !slices.Equal(again.Variables, m.Variables) {
		err = fmt.Errorf("found other variables in a clue that depends on other clues, expected the same")
	}
	return again, err
}

func define(m *model.Model, n Clue, others []*Meaning, made []model.Var) (*Meaning, error) {
	d := &Definition{Model: m, meaning: &Meaning{Clue: n, model: m}, others: others, made: made}
	once := countedOnce(n)
	if d.err = checkCells(once); d.err == nil {
		once.Define(d)
	}
	for _, c := range d.meaning.Constraints {
		if d.err == nil {
			d.err = m.ValidateConstraint(c)
		}
	}
	return d.meaning, d.err
}

// Add adds constraints; those without a name get the clue's.
func (d *Definition) Add(constraints ...model.Constraint) {
	for _, c := range constraints {
		if c.Label() == "" {
			c = c.Named(cmp.Or(d.meaning.Label(), d.meaning.Kind()))
		}
		d.meaning.Constraints = append(d.meaning.Constraints, c)
	}
}

// auxiliaryPrefix starts the names of auxiliary variables.
const auxiliaryPrefix = "_"

// IsAuxiliary reports whether a variable that a clue added is auxiliary.
func IsAuxiliary(m *model.Model, v model.Var) bool {
	return strings.HasPrefix(m.NameOf(v), auxiliaryPrefix)
}

// Auxiliary adds a variable that is no output. A definition that is made again gets the variable that it had.
func (d *Definition) Auxiliary(domain model.Domain) model.Var {
	if len(d.made) > 0 && d.DomainOf(d.made[0]).Equal(domain) {
		d.meaning.Variables = append(d.meaning.Variables, d.made[0])
		d.made = d.made[1:]
		return d.meaning.Variables[len(d.meaning.Variables)-1]
	}
	if d.Outputs == nil {
		d.Outputs = d.OutputVars()
	}
	name := fmt.Sprintf("%s%s_%d", auxiliaryPrefix, strings.ReplaceAll(d.meaning.Kind(), "-", "_"), len(d.Variables))
	v := d.AddVariable(name, domain)
	d.meaning.Variables = append(d.meaning.Variables, v)
	return v
}

// Variable adds a variable with a name that is an output.
func (d *Definition) Variable(name string, domain model.Domain) model.Var {
	if slices.ContainsFunc(d.Variables, func(v model.Variable) bool { return v.Name == name }) {
		d.Failf("found a variable %s already, expected one clue that adds it", name)
	}
	v := d.AddVariable(name, domain)
	if d.Outputs != nil {
		d.Outputs = append(d.Outputs, v)
	}
	d.meaning.Variables = append(d.meaning.Variables, v)
	return v
}

// ErrEarly is in the error of a clue that needs the variables of another, which may come after it.
var ErrEarly = errors.New("expected a chaos construction")

// Failf reports why the clue has no meaning in the model: what was found, and what was expected. The first report counts.
func (d *Definition) Failf(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf(format, args...)
	}
}

// Parts returns the constraints that define another clue, which is a part of this one, without adding them.
func (d *Definition) Parts(n Clue) []model.Constraint {
	part, err := define(d.Model, n, d.others, d.made)
	if err != nil {
		d.Failf("%s: %w", KindOf(n), err)
	}
	d.meaning.parts = append(append(d.meaning.parts, n), part.parts...)
	d.meaning.asked = append(d.meaning.asked, part.asked...)
	d.meaning.Variables = append(d.meaning.Variables, part.Variables...)
	d.made = d.made[min(len(d.made), len(part.Variables)):]
	return part.Constraints
}

// Others returns the clues of the document that are relevant; within says whether those within other clues count as well. A
// definition that asks for them is made again when they change, so the order in which clues are added does not matter. It must add
// the same auxiliary variables again.
func (d *Definition) Others(within bool, relevant func(Clue) bool) []Clue {
	q := question{within: within, relevant: relevant}
	q.found = q.among(d.others)
	d.meaning.asked = append(d.meaning.asked, q)
	return q.found
}

// among returns the clues, and the clues within them, that a question asks for.
func (q question) among(all []*Meaning) []Clue {
	var found []Clue
	for _, m := range all {
		if m == nil {
			continue // an entry that is no clue
		}
		if q.relevant(m.Clue) {
			found = append(found, m.Clue)
		}
		if q.within {
			found = append(found, lists.Filter(m.parts, q.relevant)...)
		}
	}
	return found
}
