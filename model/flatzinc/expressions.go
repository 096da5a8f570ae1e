package flatzinc

import (
	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
)

// declare makes the variables of the declarations.
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
		if l.ended(workPerItem) {
			return
		}
		d.read = true
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
	d.variable = x.variable
}

// checkArray reports a faulty array, and replaces names in it by their values.
func (l *lowering) checkArray(d *declaration) {
	at := d.value.position
	value, _ := l.resolve(*d.value)
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
		if n, _ = l.resolve(n); n.kind != floatNode && n.kind != intNode && n.kind != setNode {
			l.failAt(n.position, "found %s, expected a float", n.describe())
		}
	case d.isSet:
		l.checkWithin(d, n, l.set(n))
	default:
		x := l.operand(n, d.base == "bool")
		d.operands = append(d.operands, x)
		switch {
		case x.variable == constant:
			l.checkWithin(d, n, model.Values(x.value))
		case !d.isVar:
			l.failAt(n.position, "found the variable %s, expected a value", n.describe())
		case d.values != nil:
			l.restrict(x, *d.values)
		}
	}
}

// checkWithin reports values that the declared type does not allow.
func (l *lowering) checkWithin(d *declaration, n node, values model.Domain) {
	if d.values != nil && !values.Minus(*d.values).Empty() {
		l.failAt(n.position, "found %s, expected one within %v, as its type says", n.describe(), *d.values)
	}
}

// resolve replaces a parameter, an array or an element of one by its value. The name of a variable stays, with its declaration.
func (l *lowering) resolve(n node) (node, *declaration) {
	for n.kind == nameNode || n.kind == accessNode {
		d := l.names[n.text]
		switch {
		case d == nil || !d.read:
			l.failAt(n.position, "found %s, expected a name that is declared above", input.Clip(n.text))
			return n, nil
		case n.kind == accessNode && (!d.isArray || n.number < 1 || n.number > len(d.value.items)):
			l.failAt(n.position, "found %s, expected an element of an array", n.describe())
			return n, nil
		case n.kind == nameNode && d.isVar && !d.isArray:
			return n, d
		}
		at := n.position
		if n.kind == accessNode {
			n = d.value.items[n.number-1]
		} else {
			n = *d.value
		}
		n.position = at
	}
	return n, nil
}

// int returns the operand of an int expression; bool does so for a bool one.
func (l *lowering) int(n node) operand  { return l.operand(n, false) }
func (l *lowering) bool(n node) operand { return l.operand(n, true) }

func (l *lowering) operand(n node, isBool bool) operand {
	r, d := l.resolve(n)
	switch {
	case r.kind == intNode && !isBool, r.kind == boolNode && isBool:
		return value(r.number)
	case d != nil && l.variables[d.variable].isBool == isBool:
		return operand{d.variable, 0}
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
	r, _ := l.resolve(n)
	if r.kind != arrayNode {
		l.failAt(n.position, "found %s, expected an array", n.describe())
	}
	l.ended(workPerItem * len(r.items))
	return r.items
}

func (l *lowering) ints(n node) []operand  { return l.operands(n, false) }
func (l *lowering) bools(n node) []operand { return l.operands(n, true) }

// operands returns the elements of an array; a named array is shared by all that use it.
func (l *lowering) operands(n node, isBool bool) []operand {
	if d := l.names[n.text]; n.kind == nameNode && d != nil && d.isArray && d.operands != nil && isBool == (d.base == "bool") {
		return d.operands
	}
	items := l.array(n)
	return lists.Map(items, func(item node) operand { return l.operand(item, isBool) })
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
	return lists.Map(items, func(item node) int { return l.constantOf(item, isBool) })
}

// set returns a set of ints.
func (l *lowering) set(n node) model.Domain {
	r, _ := l.resolve(n)
	if r.kind != setNode {
		l.failAt(n.position, "found %s, expected a set of ints", n.describe())
	}
	return r.set
}
