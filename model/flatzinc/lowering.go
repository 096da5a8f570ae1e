package flatzinc

import (
	"fmt"
	"slices"

	"qmsat/model"
	"qmsat/model/document"
)

// operand is a variable by its number, or, where that is constant, a value.
type operand struct {
	variable int
	value    int
}

const constant = -1

func value(v int) operand { return operand{constant, v} }

// variable is one of the file, or of those that forms add.
type variable struct {
	position
	name   string
	domain model.Domain // may reach to ±infinite
	isBool bool
	// equal is the variable that it is the same as, or its own number.
	equal    int
	watchers []int     // forms to look at again where the domain narrows
	place    model.Var // in the model; -1 until it is needed there
}

// A form is a constraint on its way to the model.
type form interface {
	// scope lists what narrows it.
	scope() []operand
	// narrow takes from domains what the form shows to be impossible. With done the form has nothing left to say but what the
	// forms say that are to take its place.
	narrow(l *lowering) (instead []form, done bool)
	// emit adds constraints to the model.
	emit(l *lowering)
}

// entry is a form and the constraint that it comes from.
type entry struct {
	form // nil where it is done
	position
	queued bool
}

// lowering turns a file into a model: its constraints become forms, which narrow the domains to a fixpoint, and are then
// written for the variables that are left.
type lowering struct {
	*program
	file      string
	names     map[string]*declaration // those so far
	numbers   map[string]int          // of variables
	variables []variable
	entries   []entry
	queue     []int
	steps     int // that are left for bounds
	// empty says that a domain has become empty: there are no solutions.
	empty     bool
	out       Program
	taken     map[string]bool // names of the model
	isOutput  map[model.Var]bool
	constants map[int]model.Var
	at        position // of the constraint that is read or written
	err       error
}

func (l *lowering) failAt(at position, format string, args ...any) {
	if l.err == nil {
		l.err = &model.InputError{File: l.file, Line: at.line, Column: at.column, Message: fmt.Sprintf(format, args...)}
	}
}

// find returns the operand that stands for all that are the same as x: a value where it has only one left.
func (l *lowering) find(x operand) operand {
	if x.variable == constant {
		return x
	}
	x = l.root(x)
	if d := l.variables[x.variable].domain; d.Min() == d.Max() {
		return value(d.Min())
	}
	return x
}

// root returns the variable that stands for all that are the same as x.
func (l *lowering) root(x operand) operand {
	for l.variables[x.variable].equal != x.variable {
		up := &l.variables[x.variable].equal
		*up = l.variables[*up].equal
		x.variable = *up
	}
	return x
}

// domain returns the values that x may have.
func (l *lowering) domain(x operand) model.Domain {
	if x = l.find(x); x.variable == constant {
		return model.Values(x.value)
	}
	return l.variables[x.variable].domain
}

func (l *lowering) hull(x operand) interval { return hull(l.domain(x)) }

// fixed reports whether x has one value only.
func (l *lowering) fixed(x operand) (value int, is bool) {
	x = l.find(x)
	return x.value, x.variable == constant
}

// restrict takes from the domain of x what is not in d.
func (l *lowering) restrict(x operand, d model.Domain) {
	now := l.domain(x)
	left := now.Intersect(d)
	switch x = l.find(x); {
	case left.Empty():
		l.empty = true
	case !left.Equal(now):
		l.variables[x.variable].domain = left
		l.wake(x.variable)
	}
}

// bound takes from the domain of x what is outside an interval. Forms that it may bring into a circle, each taking one value at a
// time, use it: it has an end.
func (l *lowering) bound(x operand, within interval) {
	if l.steps <= 0 {
		return
	}
	if now := l.hull(x); now.lo < within.lo || now.hi > within.hi {
		l.restrict(x, within.domain())
	}
}

// limit is restrict with the same end as bound.
func (l *lowering) limit(x operand, d model.Domain) {
	if l.steps > 0 {
		l.restrict(x, d)
	}
}

func (l *lowering) wake(v int) {
	for _, e := range l.variables[v].watchers {
		if !l.entries[e].queued && l.entries[e].form != nil {
			l.entries[e].queued = true
			l.queue = append(l.queue, e)
		}
	}
}

// alias makes one of two variables.
func (l *lowering) alias(x, y operand) {
	x, y = l.find(x), l.find(y)
	if x.variable == constant || y.variable == constant {
		l.restrict(x, l.domain(y))
		l.restrict(y, l.domain(x))
		return
	}
	if x.variable == y.variable {
		return
	}
	first, second := &l.variables[min(x.variable, y.variable)], &l.variables[max(x.variable, y.variable)]
	common := first.domain.Intersect(second.domain)
	if common.Empty() {
		l.empty = true
		return
	}
	second.equal = min(x.variable, y.variable)
	first.domain = common
	first.watchers = append(first.watchers, second.watchers...)
	l.wake(second.equal)
}

// fresh adds a variable that the file does not name.
func (l *lowering) fresh(name string, d model.Domain) operand {
	v := len(l.variables)
	l.variables = append(l.variables, variable{position: l.at, name: name, domain: d, equal: v, place: -1})
	return operand{v, 0}
}

// add adds a form of the constraint at l.at.
func (l *lowering) add(f form) {
	e := len(l.entries)
	l.entries = append(l.entries, entry{f, l.at, true})
	l.queue = append(l.queue, e)
	for _, x := range f.scope() {
		if x = l.find(x); x.variable != constant {
			v := &l.variables[x.variable]
			if k := len(v.watchers); k == 0 || v.watchers[k-1] != e {
				v.watchers = append(v.watchers, e)
			}
		}
	}
}

// propagate narrows the domains until nothing changes. Where it has no steps left, which may be where domains shrink value by value,
// it goes on without bounds.
func (l *lowering) propagate() {
	for len(l.queue) > 0 && !l.empty && l.err == nil {
		e := l.queue[0]
		l.queue = l.queue[1:]
		entry := l.entries[e]
		l.entries[e].queued = false
		if entry.form == nil {
			continue
		}
		l.steps -= 1 + len(entry.scope())
		l.at = entry.position
		instead, done := entry.narrow(l)
		if done {
			l.entries[e].form = nil
		}
		for _, f := range instead {
			l.add(f)
		}
	}
}

// lower returns the program that a file says.
func lower(p *program, file string) (*Program, error) {
	l := &lowering{
		program: p, file: file, names: map[string]*declaration{}, numbers: map[string]int{}, taken: map[string]bool{}, isOutput: map[model.Var]bool{},
		constants: map[int]model.Var{},
		out:       Program{Model: &model.Model{}},
	}
	l.declare()
	for _, c := range p.constraints {
		if l.err != nil {
			break
		}
		l.at = c.position
		l.constraint(c)
	}
	l.steps = 1 << 16
	for _, e := range l.entries {
		l.steps += 64 * len(e.scope())
	}
	l.propagate()
	if l.err == nil {
		l.unshift()
		l.define()
		l.write()
	}
	if l.err != nil {
		return nil, l.err
	}
	if err := l.out.Model.Validate(); err != nil {
		return nil, &model.InputError{File: file, Line: p.solve.line, Column: p.solve.column, Message: "the model: " + err.Error()}
	}
	return &l.out, nil
}

// declare makes variables of the declarations.
func (l *lowering) declare() {
	for _, d := range l.declarations {
		l.at = d.position
		switch {
		case d.isArray:
			l.checkArray(d)
		case d.isVar:
			l.declareVariable(d)
		default:
			l.checkValue(d, *d.value)
		}
		if l.err != nil {
			return
		}
		l.names[d.name] = d
	}
}

func (l *lowering) declareVariable(d *declaration) {
	isBool := d.base == "bool"
	domain := everything
	switch {
	case isBool:
		domain = truth
	case d.values != nil && d.values.Empty():
		l.empty = true
	case d.values != nil:
		domain = *d.values
	}
	x := l.fresh(d.name, domain)
	l.variables[x.variable].isBool = isBool
	if d.value != nil {
		l.alias(x, l.operand(*d.value, isBool))
	}
	l.numbers[d.name] = x.variable
}

// checkArray reports what is wrong with an array, and keeps it without the names of others.
func (l *lowering) checkArray(d *declaration) {
	at := d.value.position
	value := l.resolve(*d.value)
	switch {
	case value.kind != arrayNode:
		l.failAt(at, "found %s, expected an array", value.describe())
	case len(value.items) != d.size:
		l.failAt(at, "found %s, expected one of %d, as its type says", value.describe(), d.size)
	}
	d.value = &value
	for _, item := range value.items {
		l.checkValue(d, item)
	}
}

// checkValue reports a value that is not of the declared type.
func (l *lowering) checkValue(d *declaration, n node) {
	switch {
	case d.base == "float":
		if n = l.resolve(n); n.kind != floatNode && n.kind != intNode && n.kind != setNode {
			l.failAt(n.position, "found %s, expected a float", n.describe())
		}
	case d.isSet:
		l.set(n)
	case d.base == "bool":
		l.checkFixed(d, n, l.bool(n))
	default:
		l.checkFixed(d, n, l.int(n))
	}
}

func (l *lowering) checkFixed(d *declaration, n node, x operand) {
	if !d.isVar && x.variable != constant {
		l.failAt(n.position, "found the variable %s, expected a value", n.describe())
	}
}

// resolve returns what a parameter, an array or an element of one stands for; the name of a variable stands for itself.
func (l *lowering) resolve(n node) node {
	for n.kind == nameNode || n.kind == accessNode {
		d, known := l.names[n.text]
		switch {
		case !known:
			l.failAt(n.position, "found %s, expected a name that is declared above", document.Clip(n.text))
			return n
		case n.kind == accessNode && (!d.isArray || n.number < 1 || n.number > len(d.value.items)):
			l.failAt(n.position, "found %s, expected an element of an array", n.describe())
			return n
		case n.kind == nameNode && d.isVar && !d.isArray:
			return n
		}
		at := n.position
		if n.kind == accessNode {
			n = d.value.items[n.number-1]
		} else {
			n = *d.value
		}
		n.position = at
	}
	return n
}

// int returns the operand of an int expression; bool that of a bool one.
func (l *lowering) int(n node) operand  { return l.operand(n, false) }
func (l *lowering) bool(n node) operand { return l.operand(n, true) }

func (l *lowering) operand(n node, isBool bool) operand {
	r := l.resolve(n)
	switch {
	case r.kind == intNode && !isBool, r.kind == boolNode && isBool:
		return value(r.number)
	case r.kind == nameNode && l.err == nil:
		v, known := l.numbers[r.text]
		if known && l.variables[v].isBool == isBool {
			return operand{v, 0}
		}
	}
	expected := "an int"
	if isBool {
		expected = "a bool"
	}
	l.failAt(n.position, "found %s, expected %s", n.describe(), expected)
	return value(0)
}

// array returns the elements of an array.
func (l *lowering) array(n node) []node {
	r := l.resolve(n)
	if r.kind != arrayNode {
		l.failAt(n.position, "found %s, expected an array", n.describe())
	}
	return r.items
}

func (l *lowering) ints(n node) []operand  { return l.operands(n, false) }
func (l *lowering) bools(n node) []operand { return l.operands(n, true) }

func (l *lowering) operands(n node, isBool bool) []operand {
	items := l.array(n)
	list := make([]operand, len(items))
	for i, item := range items {
		list[i] = l.operand(item, isBool)
	}
	return list
}

// constantOf returns the value of an expression without variables.
func (l *lowering) constantOf(n node, isBool bool) int {
	x := l.operand(n, isBool)
	if x.variable != constant {
		l.failAt(n.position, "found the variable %s, expected a value", n.describe())
	}
	return x.value
}

func (l *lowering) constantsOf(n node, isBool bool) []int {
	items := l.array(n)
	list := make([]int, len(items))
	for i, item := range items {
		list[i] = l.constantOf(item, isBool)
	}
	return list
}

// set returns a set of ints.
func (l *lowering) set(n node) model.Domain {
	r := l.resolve(n)
	if r.kind != setNode {
		l.failAt(n.position, "found %s, expected a set of ints", n.describe())
	}
	return r.set
}

// literal is that x is one of the values.
type literal struct {
	x      operand
	values model.Domain
}

func isTrue(x operand) literal  { return literal{x, model.Values(1)} }
func isFalse(x operand) literal { return literal{x, model.Values(0)} }

// negated is that x is none of the values.
func (p literal) negated() literal { return literal{p.x, everything.Minus(p.values)} }

// decided reports whether the literal is the same whatever x is.
func (l *lowering) decided(p literal) (truth, is bool) {
	d := l.domain(p.x)
	left := d.Intersect(p.values)
	return !left.Empty(), left.Empty() || left.Equal(d)
}

// entries in the order of the file.
func (l *lowering) sorted() []entry {
	list := slices.DeleteFunc(slices.Clone(l.entries), func(e entry) bool { return e.form == nil })
	slices.SortStableFunc(list, func(a, b entry) int {
		if a.line != b.line {
			return a.line - b.line
		}
		return a.column - b.column
	})
	return list
}
