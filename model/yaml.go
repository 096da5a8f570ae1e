package model

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// kinds reads the constraint kinds by name.
var kinds = map[string]func(d *decoder, f *mapping) Constraint{}

// registerKind adds a constraint kind. The function reads its fields; what it leaves is reported as unknown.
func registerKind(name string, decode func(d *decoder, f *mapping) Constraint) {
	if kinds[name] != nil {
		panic("model: constraint kind " + name + " is registered twice")
	}
	kinds[name] = decode
}

// kindNames returns the names of the constraint kinds, sorted.
func kindNames() []string {
	names := make([]string, 0, len(kinds))
	for name := range kinds {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ReadYAML reads a model file and the givens that stand in it; file is its name in errors, which are *[InputError] where the
// text is at fault. The model is valid.
func ReadYAML(file string, r io.Reader) (m *Model, givens Cube, err error) {
	d := &decoder{file: file}
	defer d.catch(&err)
	root, err := d.document(r)
	if err != nil {
		return nil, nil, err
	}
	m = &Model{}
	f := d.mapping(root)
	m.Name = f.optionalText("name")
	if grid := f.optional("grid"); grid != nil {
		d.grid(m, grid)
	}
	if variables := f.optional("variables"); variables != nil {
		d.mapping(variables).each(func(key, value *node) { m.AddVariable(key.Value, d.domain(value)) })
	}
	d.names = m.Names()
	if n := f.optional("domains"); n != nil {
		d.mapping(n).each(func(key, value *node) { m.Variables[d.variable(key)].Domain = d.domain(value) })
	}
	if n := f.optional("quasi-magic"); n != nil {
		d.quasiMagic(m, n)
	}
	if n := f.optional("pruning-rules"); n != nil {
		if err := AddPruningRules(m, d.ints(n)); err != nil {
			d.failf(n, "%v", err)
		}
	}
	if n := f.optional("constraints"); n != nil {
		for _, item := range d.sequence(n) {
			m.Constraints = append(m.Constraints, d.constraint(item))
		}
	}
	if n := f.optional("outputs"); n != nil {
		m.Outputs = d.vars(n)
	}
	if n := f.optional("givens"); n != nil {
		d.mapping(n).each(func(key, value *node) {
			givens = append(givens, Given{d.variable(key), d.int(value)})
		})
	}
	f.done()
	if err := m.Validate(); err != nil {
		d.failf(root, "%v", err)
	}
	return m, givens, nil
}

// ReadRules reads a file of rules for the model and appends them to its constraints. The file is a mapping: rules, a list
// of constraints of kind rule, and quasi-magic, the Δ that they were proved for, which must be the model's; without it the
// rules are taken for any model.
func ReadRules(file string, r io.Reader, m *Model) (err error) {
	d := &decoder{file: file, names: m.Names()}
	defer d.catch(&err)
	root, err := d.document(r)
	if err != nil {
		return err
	}
	f := d.mapping(root)
	if n := f.optional("quasi-magic"); n != nil {
		delta := d.int(n)
		if family, _ := m.recognise(); !family.QuasiMagic || family.Delta != delta {
			d.failf(n, "the rules were proved for Δ = %d, and the model is %s", delta, m.Name)
		}
	}
	for _, item := range d.sequence(f.required("rules")) {
		rule := d.mapping(item)
		name := rule.optionalText("name")
		m.Constraints = append(m.Constraints, &Rule{Name: name, Formula: d.formula(rule)})
	}
	f.done()
	if err := m.Validate(); err != nil {
		d.failf(root, "%v", err)
	}
	return nil
}

// document parses the file's one document and returns its root.
func (d *decoder) document(r io.Reader) (*node, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", d.file, err)
	}
	var document node
	err = yaml.Load(text, &document)
	var failure *yaml.LoadError
	if errors.As(err, &failure) {
		return nil, &InputError{d.file, failure.Mark.Line, failure.Mark.Column, "not YAML: " + failure.Message}
	}
	if err != nil {
		return nil, &InputError{d.file, 0, 0, "not YAML: " + err.Error()}
	}
	if len(document.Content) == 0 {
		return nil, &InputError{d.file, 1, 1, "an empty file, expected a mapping"}
	}
	return document.Content[0], nil
}

// maxCells bounds the cells of a grid in a model file.
const maxCells = MaxSize * MaxSize

// grid reads the layout, and makes the cells and the houses' constraints.
func (d *decoder) grid(m *Model, n *node) {
	f := d.mapping(n)
	g := &Grid{}
	boxes, rows, columns := f.optional("boxes"), f.optional("rows"), f.optional("columns")
	if boxes != nil {
		g.BoxRows, g.BoxColumns = d.dimensions(boxes)
		g.Rows = g.BoxRows * g.BoxColumns
		g.Columns = g.Rows
	} else if rows == nil || columns == nil {
		d.failf(n, "found no size, expected boxes, or rows and columns")
	}
	if rows != nil {
		g.Rows = d.int(rows)
	}
	if columns != nil {
		g.Columns = d.int(columns)
	}
	if g.Rows < 1 || g.Columns < 1 || g.Rows > maxCells || g.Columns > maxCells || g.Cells() > maxCells {
		d.failf(n, "a grid of %d rows and %d columns, expected 1 to %d cells", g.Rows, g.Columns, maxCells)
	}
	values := Interval(1, max(g.Rows, g.Columns))
	if valuesNode := f.optional("values"); valuesNode != nil {
		values = d.domain(valuesNode)
	}
	made := NewGrid(g, values)
	m.Grid, m.Variables = made.Grid, made.Variables
	if err := g.validate(m); err != nil {
		d.failf(n, "%v", err)
	}
	d.houses(m, f.optional("houses"))
	f.done()
}

// houses makes rows, columns and boxes all-different, or those that the file lists, or none.
func (d *decoder) houses(m *Model, n *node) {
	all := map[string]func() []House{
		"rows": m.Grid.RowHouses, "columns": m.Grid.ColumnHouses, "boxes": m.Grid.BoxHouses,
	}
	if n == nil {
		m.Constraints = houseConstraints(m.Grid.Houses())
		return
	}
	if n.Kind == yaml.ScalarNode && n.Value == "none" {
		return
	}
	if n.Kind != yaml.SequenceNode {
		d.failf(n, "found %s, expected none, or a list of rows, columns, boxes", describeNode(n))
	}
	for _, item := range n.Content {
		houses := all[item.Value]
		if houses == nil || item.Value == "boxes" && !m.Grid.HasBoxes() {
			d.failf(item, "found %s, expected rows, columns or, where there are some, boxes", describeNode(item))
		}
		m.Constraints = append(m.Constraints, houseConstraints(houses())...)
	}
}

// quasiMagic reads Δ for all boxes, or {delta, boxes} for some, numbered from 1.
func (d *decoder) quasiMagic(m *Model, n *node) {
	if m.Grid == nil || !m.Grid.HasBoxes() {
		d.failf(n, "quasi-magic: expected a grid with boxes")
	}
	deltaNode := n
	var boxes []int
	for box := range m.Grid.Boxes() {
		boxes = append(boxes, box+1)
	}
	if n.Kind == yaml.MappingNode {
		f := d.mapping(n)
		deltaNode = f.required("delta")
		boxes = d.ints(f.required("boxes"))
		f.done()
	}
	delta := d.int(deltaNode)
	for _, box := range boxes {
		if box < 1 || box > m.Grid.Boxes() {
			d.failf(n, "box %d, expected 1 to %d", box, m.Grid.Boxes())
		}
		lines, err := QuasiMagicBox(m.Grid, box-1, delta)
		if err != nil {
			d.failf(deltaNode, "%v", err)
		}
		m.Constraints = append(m.Constraints, lines...)
	}
}

func (d *decoder) constraint(n *node) Constraint {
	f := d.mapping(n)
	kindNode := f.required("kind")
	decode := kinds[kindNode.Value]
	if decode == nil {
		d.failf(kindNode, "found %s, expected %s", describeNode(kindNode), strings.Join(kindNames(), ", "))
	}
	c := decode(d, f)
	f.done()
	return c
}

// WriteYAML writes a model file that ReadYAML reads back to an equal model, with the givens. What a builder made is
// written in the short form, everything else constraint by constraint.
func (m *Model) WriteYAML(w io.Writer, givens Cube) error {
	f := fields{}.name(m.Name)
	family, rest := m.recognise()
	if rest == len(m.Constraints) {
		f = append(f, m.explicitFields()...)
	} else {
		f = f.add("grid", fields{}.add("boxes", textNode(fmt.Sprintf("%dx%d", family.BoxRows, family.BoxColumns))).node())
		f = append(f, m.variableFields()...)
		if family.QuasiMagic {
			f = f.add("quasi-magic", intNode(family.Delta))
		}
		if len(family.PruningRules) > 0 {
			f = f.add("pruning-rules", intsNode(family.PruningRules))
		}
		f = append(f, m.constraintFields(m.Constraints[len(m.Constraints)-rest:])...)
	}
	if len(givens) > 0 {
		var list fields
		for _, g := range givens {
			list = list.add(m.NameOf(g.Var), intNode(g.Value))
		}
		f = f.add("givens", list.node())
	}
	_, err := w.Write(dump(f))
	return err
}

// canonicalText writes the model with nothing abbreviated.
func (m *Model) canonicalText() []byte { return dump(append(fields{}.name(m.Name), m.explicitFields()...)) }

// explicitFields lists the whole model but its name, with nothing abbreviated.
func (m *Model) explicitFields() fields {
	var f fields
	if g := m.Grid; g != nil {
		layout := fields{}.add("rows", intNode(g.Rows)).add("columns", intNode(g.Columns))
		if g.HasBoxes() {
			layout = layout.add("boxes", textNode(fmt.Sprintf("%dx%d", g.BoxRows, g.BoxColumns)))
		}
		f = f.add("grid", layout.add("values", domainNode(m.cellValues())).add("houses", textNode("none")).node())
	}
	return append(append(f, m.variableFields()...), m.constraintFields(m.Constraints)...)
}

// variableFields lists the variables that are no cells, the cells that may not take every value of the grid, and the
// outputs where they are not all variables.
func (m *Model) variableFields() fields {
	var f, variables, domains fields
	rest := m.Variables
	if m.Grid != nil {
		values := m.cellValues()
		for _, cell := range rest[:m.Grid.Cells()] {
			if !cell.Domain.Equal(values) {
				domains = domains.add(cell.Name, domainNode(cell.Domain))
			}
		}
		rest = rest[m.Grid.Cells():]
	}
	for _, v := range rest {
		variables = variables.add(v.Name, domainNode(v.Domain))
	}
	if len(variables) > 0 {
		f = f.add("variables", variables.node())
	}
	if len(domains) > 0 {
		f = f.add("domains", domains.node())
	}
	if m.Outputs != nil {
		f = f.add("outputs", m.varsNode(m.Outputs))
	}
	return f
}

func (m *Model) constraintFields(constraints []Constraint) fields {
	if len(constraints) == 0 {
		return nil
	}
	list := &node{Kind: yaml.SequenceNode}
	for _, c := range constraints {
		f := append(fields{}.add("kind", textNode(c.Kind())), c.fields(m)...)
		list.Content = append(list.Content, f.node())
	}
	return fields{}.add("constraints", list)
}

// dump writes the fields one below the other.
func dump(f fields) []byte {
	root := f.node()
	root.Style = 0
	var text bytes.Buffer
	out, err := yaml.NewDumper(&text, yaml.WithIndent(2), yaml.WithLineWidth(-1))
	if err == nil {
		err = out.Dump(root)
	}
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		// The nodes are our own and memory takes every write, so this is a fault of the program.
		panic(fmt.Sprintf("model: writing YAML: %v", err))
	}
	return text.Bytes()
}
