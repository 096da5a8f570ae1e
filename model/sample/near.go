package sample

import (
	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Near draws a valid constraint that is almost equal to c: its text in a model file differs in one place. The difference is a
// connective, a negation, a number, a bound, a sign, a variable, the order of two items, or an item that is missing or repeated.
// It returns nil if no drawn change gives a valid constraint.
func Near(m *model.Model, d model.Drawer, c model.Constraint) model.Constraint {
	const tries = 8
	for range tries {
		root := m.ConstraintFields(c.Named("")).Node()
		reader := model.NewDecoder("", m)
		n := nearby{drawer: d, model: m, names: reader.Names, scope: c.Scope()}
		n.mapping(root, 2)
		n.change(1, func() { root.Content = append(root.Content, model.NodeOf("outside"), model.NodeOf(true)) })
		all := slices.DeleteFunc(n.changes, func(list []func()) bool { return len(list) == 0 })
		list := all[d.IntN(len(all))]
		list[d.IntN(len(list))]()
		if near := reader.Constraint(root); near != nil && reader.Err() == nil {
			return near
		}
	}
	return nil
}

// nearby collects the possible changes to a constraint's text in a model file.
type nearby struct {
	drawer  model.Drawer
	model   *model.Model
	names   map[string]model.Var
	scope   []model.Var
	changes [][]func() // by sort
}

func (n *nearby) change(sort int, change func()) {
	for len(n.changes) <= sort {
		n.changes = append(n.changes, nil)
	}
	n.changes[sort] = append(n.changes[sort], change)
}

// siblings are groups of keys that can replace each other.
var siblings = [][]string{
	{"all", "any"}, {string(model.AtMost), string(model.AtLeast), string(model.Exactly)}, {"min", "max", "sum"}, {"allowed", "forbidden"}, {"iff", "if"},
}

// mapping adds changes to keys and values from one place on, and negations.
func (n *nearby) mapping(at *input.Node, from int) {
	content := at.Content
	n.change(0, func() {
		rest := []*input.Node{model.NodeOf("not"), {Kind: yaml.MappingNode, Content: slices.Clone(content[from:])}}
		if content[from].Value == "not" {
			rest = content[from+1].Content
		}
		at.Content = slices.Concat(content[:from:from], rest)
	})
	for i := from; i < len(content); i += 2 {
		key, value := content[i], content[i+1]
		for _, group := range siblings {
			for _, other := range group {
				if other != key.Value && slices.Contains(group, key.Value) {
					n.change(1, func() { key.Value = other })
				}
			}
		}
		n.change(2, func() { at.Content = slices.Delete(slices.Clone(content), i, i+2) })
		if i+2 < len(content) {
			n.change(3, func() { content[i+1], content[i+3] = content[i+3], value })
		}
		n.scalar(key)
		n.value(value)
	}
}

func (n *nearby) value(at *input.Node) {
	switch at.Kind {
	case yaml.MappingNode:
		n.mapping(at, 0)
	case yaml.SequenceNode:
		for i, item := range at.Content {
			n.change(2, func() { at.Content = slices.Delete(slices.Clone(at.Content), i, i+1) })
			n.change(2, func() { at.Content = append(at.Content, item) })
			if i > 0 {
				n.change(3, func() { at.Content[i-1], at.Content[i] = item, at.Content[i-1] })
			}
			n.value(item)
		}
	default:
		n.scalar(at)
	}
}

// scalar adds changes to a number (by 1, or its sign), to an end of a range, or to a variable.
func (n *nearby) scalar(at *input.Node) {
	if v, is := n.names[at.Value]; is {
		n.change(4, func() {
			others := slices.DeleteFunc(append(slices.Clone(n.scope), n.drawer.Var()), func(other model.Var) bool { return other == v })
			if len(others) > 0 {
				at.Value = n.model.NameOf(others[n.drawer.IntN(len(others))])
			}
		})
	}
	parts := strings.Split(at.Value, "..")
	for i, part := range parts {
		number, err := strconv.Atoi(part)
		if err != nil {
			continue
		}
		for _, other := range []int{number - 1, number + 1, -number} {
			n.change(5, func() { at.Value = strings.Join(lists.Replaced(parts, i, strconv.Itoa(other)), "..") })
		}
	}
}
