package flatzinc

import (
	"fmt"

	"qmsat/internal/document"
	"qmsat/model"
)

// node is an expression, or an annotation.
type node struct {
	position
	kind   nodeKind
	text   string       // of a name, a string, a float; the name before [ or (
	number int          // of an int; 0 or 1 of a bool; the index of an access
	set    model.Domain // of a set
	items  []node       // of an array, of a call
}

type nodeKind int

const (
	intNode nodeKind = iota
	boolNode
	floatNode // a set of floats, too
	setNode
	stringNode
	nameNode
	accessNode // an element of an array by its index: x[3]
	arrayNode
	callNode // an annotation, or a constraint
)

// describe names the node for a message.
func (n node) describe() string {
	switch n.kind {
	case intNode:
		return fmt.Sprintf("the number %d", n.number)
	case boolNode:
		return [...]string{"false", "true"}[n.number]
	case floatNode:
		return "the float " + document.Clip(n.text)
	case setNode:
		return "the set " + document.Clip("{"+n.set.String()+"}")
	case stringNode:
		return "the string " + document.Clip(n.text)
	case accessNode:
		return document.Clip(fmt.Sprintf("%s[%d]", n.text, n.number))
	case arrayNode:
		return fmt.Sprintf("an array of %d", len(n.items))
	}
	return document.Clip(n.text)
}

// typeOf is the type of a declaration.
type typeOf struct {
	isArray bool
	size    int // of an array
	isVar   bool
	isSet   bool
	base    string        // bool, int or float
	values  *model.Domain // those that the type allows; nil where it says nothing
}

// declaration is a parameter or a variable that has a name.
type declaration struct {
	position
	typeOf
	name        string
	annotations []node
	value       *node // nil where a variable has none
}

// program is a file as it was read.
type program struct {
	declarations []*declaration // of different names
	constraints  []node
	solve        node // a call of satisfy, minimize or maximize; the last two with what is ranked
	search       []node
}
