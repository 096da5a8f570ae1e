package model

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/internal/registry"
)

// Clue is a named constraint of people, such as a thermometer, with its definition by kinds of constraints. The constraints of
// the definition also stand in Model.Constraints, so engines need not know clues.
type Clue struct {
	Named                    // what it says
	Constraints []Constraint // its definition: the same pointers as in Model.Constraints
	Variables   []Var        // variables that the definition adds: outputs, or auxiliary ones, which the outputs determine
	parts       []Named      // the clues within it, at any depth
	asked       []question   // which other clues its definition asked for
}

// Named is what a clue says: a pointer to a registered struct. Its fields with a tag `field:"key"` are written in model files;
// see [NamedKind].
type Named interface {
	// Label returns the clue's own name, or "" if it has none.
	Label() string
	// Define adds the constraints that the clue means.
	Define(d *Definition)
}

// Titled is the name that a clue may have; clues embed it.
type Titled struct {
	Name string `field:"name,optional"`
}

// Label returns the name.
func (t Titled) Label() string { return t.Name }

// NamedKind describes a kind of clue. The fields of its struct may have the types string, bool, int, *int, []int, [][]int, [Domain], [Cells],
// []Cells, [Entry], []Entry and [][]Entry. A tag is `field:"key"`, with ",optional" for a field that may be missing,
// ",least=3" for cells that mean nothing if they are fewer, and ",repeat" for cells that count at each place where they are listed.
// Without it a cell counts once, however often it is listed.
type NamedKind struct {
	Name    string
	Group   string       // such as "lines"
	Summary string       // half a line, for help
	Example string       // an entry of a 9×9 model
	Grid    string       // the grid of that model; "" for {boxes: 3x3}
	Also    []string     // other words for it, answered by the right one
	Short   Short        // its short form; empty: it has no short form
	New     func() Named // returns an empty clue
}

// ExampleFile returns a model file with the example.
func (k NamedKind) ExampleFile() string {
	return fmt.Sprintf("grid: %s\nconstraints:\n- %s\n", cmp.Or(k.Grid, "{boxes: 3x3}"), k.Example)
}

// Short is a short form at the top of a model file: `anti: [knight]` with key "anti" and word "knight", or, if Field is set,
// `dots: {white: [r1c1-r1c2]}` with a clue for each item.
type Short struct{ Key, Word, Field string }

// namedKinds holds the kinds of clues by name, and namesOfKinds their names by type.
var (
	namedKinds   = registry.New[NamedKind]("variant")
	namesOfKinds = map[reflect.Type]string{}
)

// RegisterNamed adds a kind of clue. It panics if the name is taken, also by a kind of constraint. Call it at start only.
func RegisterNamed(k NamedKind) {
	if _, taken := kinds.Entries[k.Name]; taken {
		panic("model: a clue and a constraint are both named " + k.Name)
	}
	namedKinds.Register(k.Name, k)
	namesOfKinds[reflect.TypeOf(k.New())] = k.Name
}

// NamedKinds returns the kinds of clues, sorted by name.
func NamedKinds() []NamedKind { return namedKinds.All() }

// KindNamed returns the kind of clue of a registered name. It panics if there is no such kind.
func KindNamed(name string) NamedKind {
	kind, err := namedKinds.Lookup(name)
	if err != nil {
		panic("model: " + err.Error())
	}
	return kind
}

// KindOf returns the name of a clue's kind.
func KindOf(n Named) string { return namesOfKinds[reflect.TypeOf(n)] }

// Kind returns the name of the clue's kind.
func (c *Clue) Kind() string { return KindOf(c.Named) }

// Definition collects what a clue means in a model.
type Definition struct {
	*Model
	clue *Clue
	made []Var // auxiliary variables to use again
	err  error
}

// Add adds constraints; those without a name get the clue's.
func (d *Definition) Add(constraints ...Constraint) {
	for _, c := range constraints {
		if c.Label() == "" {
			c = c.Named(cmp.Or(d.clue.Label(), d.clue.Kind()))
		}
		d.clue.Constraints = append(d.clue.Constraints, c)
	}
}

// auxiliaryPrefix starts the names of auxiliary variables.
const auxiliaryPrefix = "_"

// Auxiliary adds a variable that is no output. A definition that is made again gets the variable that it had.
func (d *Definition) Auxiliary(domain Domain) Var {
	if len(d.made) > 0 && d.DomainOf(d.made[0]).Equal(domain) {
		d.clue.Variables = append(d.clue.Variables, d.made[0])
		d.made = d.made[1:]
		return d.clue.Variables[len(d.clue.Variables)-1]
	}
	if d.Outputs == nil {
		d.Outputs = d.OutputVars()
	}
	name := fmt.Sprintf("%s%s_%d", auxiliaryPrefix, strings.ReplaceAll(d.clue.Kind(), "-", "_"), len(d.Variables))
	v := d.AddVariable(name, domain)
	d.clue.Variables = append(d.clue.Variables, v)
	return v
}

// Variable adds a variable with a name that is an output.
func (d *Definition) Variable(name string, domain Domain) Var {
	if slices.ContainsFunc(d.Variables, func(v Variable) bool { return v.Name == name }) {
		d.Failf("found a variable %s already, expected one clue that adds it", name)
	}
	v := d.AddVariable(name, domain)
	if d.Outputs != nil {
		d.Outputs = append(d.Outputs, v)
	}
	d.clue.Variables = append(d.clue.Variables, v)
	return v
}

// Failf reports why the clue has no meaning in the model: what was found, and what was expected. The first report counts.
func (d *Definition) Failf(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf(format, args...)
	}
}

// AuxiliaryOf returns the variables of a clue that are no outputs.
func (m *Model) AuxiliaryOf(c *Clue) []Var {
	return lists.Filter(c.Variables, func(v Var) bool { return m.Outputs != nil && !slices.Contains(m.Outputs, v) })
}

// Parts returns the constraints that define another clue, which is a part of this one, without adding them.
func (d *Definition) Parts(n Named) []Constraint {
	part, err := d.Model.define(n, d.made)
	if err != nil {
		d.Failf("%s: %w", KindOf(n), err)
	}
	d.clue.parts = append(append(d.clue.parts, n), part.parts...)
	d.clue.asked = append(d.clue.asked, part.asked...)
	d.clue.Variables = append(d.clue.Variables, part.Variables...)
	d.made = d.made[min(len(d.made), len(part.Variables)):]
	return part.Constraints
}

// define returns a clue with its definition. It adds auxiliary variables to the model, except for those made before, but no
// constraints.
func (m *Model) define(n Named, made []Var) (*Clue, error) {
	d := &Definition{Model: m, clue: &Clue{Named: n}, made: made}
	once := countedOnce(n)
	if d.err = checkCells(once); d.err == nil {
		once.Define(d)
	}
	for _, c := range d.clue.Constraints {
		if d.err == nil {
			d.err = m.validateConstraint(c)
		}
	}
	return d.clue, d.err
}

// AddClue adds clues with their definitions. An error says what was found in the first malformed clue; the model is then of no
// further use.
func (m *Model) AddClue(clues ...Named) error {
	for _, n := range clues {
		clue, err := m.define(n, nil)
		if err != nil {
			return fmt.Errorf("%s: %w", KindOf(n), err)
		}
		m.Clues = append(m.Clues, clue)
		m.Constraints = append(m.Constraints, clue.Constraints...)
	}
	return m.defineAgain()
}

// Definitions returns the constraints of clues' definitions.
func Definitions(clues []*Clue) map[Constraint]bool {
	all := map[Constraint]bool{}
	for _, clue := range clues {
		for _, c := range clue.Constraints {
			all[c] = true
		}
	}
	return all
}

// Whole returns the clues whose definitions are complete in the model's constraints, in one piece and in order. If a definition
// depends on other clues, they are still the same ones.
func (m *Model) Whole() []*Clue {
	complete := m.complete()
	return lists.Filter(complete, func(clue *Clue) bool { return clue.upToDate(complete) })
}

// complete returns the clues whose definitions are complete in the constraints, even if they depended on clues that have changed.
func (m *Model) complete() []*Clue {
	if len(m.Clues) == 0 {
		return nil
	}
	at := m.places()
	return lists.Filter(m.Clues, func(clue *Clue) bool {
		if len(clue.Constraints) == 0 {
			return true
		}
		first, found := at[clue.Constraints[0]]
		return found && len(m.Constraints)-first >= len(clue.Constraints) &&
			slices.Equal(m.Constraints[first:first+len(clue.Constraints)], clue.Constraints)
	})
}

// places returns the constraints' places in the list.
func (m *Model) places() map[Constraint]int {
	at := make(map[Constraint]int, len(m.Constraints))
	for i, c := range m.Constraints {
		at[c] = i
	}
	return at
}

// writtenClues returns the whole clues in the order of their constraints, if a model file that has only them is read back to the same
// variables: the variables that they add are the model's last ones, in that order. Otherwise it leaves out the clues that have some.
func (m *Model) writtenClues() []*Clue {
	place := m.places()
	first := func(clue *Clue) int {
		if len(clue.Constraints) == 0 {
			return len(m.Constraints)
		}
		return place[clue.Constraints[0]]
	}
	clues := m.Whole()
	slices.SortStableFunc(clues, func(a, b *Clue) int { return cmp.Compare(first(a), first(b)) })
	var added []Var
	for _, clue := range clues {
		added = append(added, clue.Variables...)
	}
	if last := lists.Numbers[Var](len(m.Variables))[len(m.Variables)-len(added):]; !slices.Equal(added, last) {
		clues = lists.Filter(clues, func(clue *Clue) bool { return len(clue.Variables) == 0 })
	}
	return lists.Filter(clues, func(clue *Clue) bool { return clue.upToDate(clues) })
}

// shownVariables returns all variables but the auxiliary ones of these clues. It returns nil if the clues have no auxiliary ones.
func (m *Model) shownVariables(clues []*Clue) []Var {
	hidden := map[Var]bool{}
	for _, clue := range clues {
		for _, v := range clue.Variables {
			if strings.HasPrefix(m.NameOf(v), auxiliaryPrefix) {
				hidden[v] = true
			}
		}
	}
	if len(hidden) == 0 {
		return nil
	}
	return lists.Filter(lists.Numbers[Var](len(m.Variables)), func(v Var) bool { return !hidden[v] })
}

// question is which other clues a definition asked for, and which there were.
type question struct {
	relevant func(Named) bool
	found    []Named
}

// Others returns the model's clues that are relevant, also those within other clues. A definition that asks for them is made again
// when these clues change, so the order in which clues are added does not matter. It must add the same
// auxiliary variables again.
func (d *Definition) Others(relevant func(Named) bool) []Named {
	found := namedAmong(d.complete(), relevant)
	d.clue.asked = append(d.clue.asked, question{relevant, found})
	return found
}

// namedAmong returns what the clues and the clues within them say, as far as it is relevant.
func namedAmong(clues []*Clue, relevant func(Named) bool) []Named {
	var found []Named
	for _, clue := range clues {
		for _, n := range append([]Named{clue.Named}, clue.parts...) {
			if relevant(n) {
				found = append(found, n)
			}
		}
	}
	return found
}

// upToDate reports whether the definition's questions would have the same answers among these clues.
func (c *Clue) upToDate(clues []*Clue) bool {
	return !slices.ContainsFunc(c.asked, func(q question) bool {
		now := namedAmong(clues, q.relevant)
		return len(now) != len(q.found) || slices.ContainsFunc(now, func(n Named) bool { return !slices.Contains(q.found, n) })
	})
}

// defineAgain makes the definitions again that depend on clues that have changed. They stay at their places in the constraints.
func (m *Model) defineAgain() error {
	if !slices.ContainsFunc(m.Clues, func(clue *Clue) bool { return len(clue.asked) > 0 }) {
		return nil
	}
	complete := m.complete()
	for i, clue := range m.Clues {
		if len(clue.asked) == 0 || !slices.Contains(complete, clue) || clue.upToDate(complete) {
			continue
		}
		again, err := m.define(clue.Named, clue.Variables)
		if err == nil && !slices.Equal(again.Variables, clue.Variables) {
			err = fmt.Errorf("found other variables in a clue that depends on other clues, expected the same")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", clue.Kind(), err)
		}
		at := len(m.Constraints)
		if len(clue.Constraints) > 0 {
			at = slices.Index(m.Constraints, clue.Constraints[0])
		}
		m.Constraints = slices.Replace(m.Constraints, at, at+len(clue.Constraints), again.Constraints...)
		m.Clues[i] = again
	}
	return nil
}
