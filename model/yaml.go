package model

import (
	"context"
	"fmt"
	"io"
	"strings"

	"qmsat/internal/document"
	"qmsat/internal/lists"
	"qmsat/internal/stop"

	"go.yaml.in/yaml/v4"
)

func init() {
	RegisterReader(Reader{
		Name: defaultReader, Suffixes: []string{".yaml", ".yml"}, Summary: "the model language of docs/model.md", Read: readModel,
	})
}

// ReadYAML reads a model file with its givens; file is its name in errors. Faults in the text are *[InputError]. The model is
// valid.
func ReadYAML(file string, r io.Reader) (m *Model, givens Cube, err error) {
	return readModel(context.Background(), file, r)
}

func readModel(ctx context.Context, file string, r io.Reader) (m *Model, givens Cube, err error) {
	d := newDecoder(file)
	d.Watch = stop.NewWatch(ctx)
	root, err := d.Document(stop.Reader(ctx, r))
	if err != nil {
		return nil, nil, err
	}
	m = &Model{}
	f := d.Mapping(root)
	m.Name = f.OptionalText("name")
	f.If("grid", func(n *node) { d.grid(m, n) })
	d.names = m.Names()
	f.If("variables", func(n *node) { d.variables(m, n) })
	f.If("domains", func(n *node) { d.domains(m, n) })
	f.If("quasi-magic", func(n *node) { d.quasiMagic(m, n) })
	f.If("pruning-rules", func(n *node) {
		numbers := d.Ints(n)
		if err := AddPruningRules(m, numbers); err != nil {
			d.Failf(n, "%v", err)
		}
	})
	f.If("constraints", func(n *node) {
		more := lists.Map(d.Sequence(n), func(item *node) Constraint { return d.constraint(m, item) })
		m.Constraints = append(m.Constraints, more...)
	})
	f.If("outputs", func(n *node) { m.Outputs = d.vars(n) })
	d.objective(m, f)
	f.If("givens", func(n *node) { givens = d.givens(m, n) })
	f.Done()
	if len(m.Variables) == 0 {
		d.Failf(root, "found no variables, expected a grid or variables")
	}
	if d.Err() == nil {
		if err := m.Validate(); err != nil {
			d.Failf(root, "%v", err)
		}
	}
	if err := d.Err(); err != nil {
		return nil, nil, err
	}
	return m, givens, nil
}

// grid reads the layout, and makes the cells and the constraints of the houses.
func (d *decoder) grid(m *Model, n *node) {
	f := d.Mapping(n)
	g := &Grid{}
	boxes, rows, columns := f.Optional("boxes"), f.Optional("rows"), f.Optional("columns")
	if boxes != nil {
		g.BoxRows, g.BoxColumns = d.dimensions(boxes)
		g.Rows = g.BoxRows * g.BoxColumns
		g.Columns = g.Rows
	} else if rows == nil || columns == nil {
		d.Failf(n, "found no size, expected boxes, or rows and columns")
	}
	if rows != nil {
		g.Rows = d.Int(rows)
	}
	if columns != nil {
		g.Columns = d.Int(columns)
	}
	if err := g.validateShape(); err != nil {
		d.Failf(n, "%v", err)
	}
	values := Interval(1, max(g.Rows, g.Columns))
	f.If("values", func(n *node) { values = d.domain(n) })
	if d.Err() != nil {
		return
	}
	made := NewGrid(g, values)
	m.Grid, m.Variables = made.Grid, made.Variables
	d.houses(m, f.Optional("houses"))
	f.Done()
}

// houses makes rows, columns and boxes all-different: all of them, those that the file lists, or none.
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
		d.Failf(n, "found %s, expected none, or a list of rows, columns, boxes", document.Describe(n))
	}
	seen := map[string]bool{}
	for _, item := range n.Content {
		houses := all[item.Value]
		if item.Kind != yaml.ScalarNode || houses == nil || item.Value == "boxes" && !m.Grid.HasBoxes() {
			d.Failf(item, "found %s, expected rows, columns or, if the grid has boxes, boxes", document.Describe(item))
			return
		}
		if seen[item.Value] {
			d.Failf(item, "%s appears twice, expected once", item.Value)
		}
		seen[item.Value] = true
		m.Constraints = append(m.Constraints, houseConstraints(houses())...)
	}
}

// quasiMagic reads Δ for all boxes, or {delta, boxes} for some, numbered from 1.
func (d *decoder) quasiMagic(m *Model, n *node) {
	if m.Grid == nil || !m.Grid.HasBoxes() {
		d.Failf(n, "found quasi-magic without boxes, expected a grid with boxes")
		return
	}
	deltaNode := n
	boxes := allBoxes(m.Grid)
	if n.Kind == yaml.MappingNode {
		f := d.Mapping(n)
		deltaNode = f.Required("delta")
		boxes = d.boxes(m.Grid, f.Required("boxes"))
		f.Done()
	}
	delta := d.Int(deltaNode)
	for _, box := range boxes {
		lines, err := QuasiMagicBox(m.Grid, box, delta)
		if err != nil {
			d.Failf(deltaNode, "%v", err)
		}
		m.Constraints = append(m.Constraints, lines...)
	}
}

// boxes reads a list of boxes, which files number from 1.
func (d *decoder) boxes(g *Grid, n *node) []int {
	var boxes []int
	seen := map[int]bool{}
	for _, item := range d.Sequence(n) {
		box := d.Int(item)
		if box < 1 || box > g.Boxes() {
			d.Failf(item, "found box %d, expected 1 to %d", box, g.Boxes())
		}
		if seen[box] {
			d.Failf(item, "box %d appears twice, expected once", box)
		}
		seen[box] = true
		boxes = append(boxes, box-1)
	}
	return boxes
}

// domains reads changed domains of variables that are already declared.
func (d *decoder) domains(m *Model, n *node) {
	d.Mapping(n).Each(func(key, value *node) {
		v, domain := d.variable(key), d.domain(value)
		if d.Err() == nil {
			m.Variables[v].Domain = domain
		}
	})
}

func (d *decoder) variables(m *Model, n *node) {
	d.Mapping(n).Each(func(key, value *node) {
		if err := CheckName(key.Value); err != nil {
			d.Failf(key, "%v", err)
		}
		if _, taken := d.names[key.Value]; taken {
			d.Failf(key, "%s is a cell of the grid, expected another name", key.Value)
		}
		d.names[key.Value] = m.AddVariable(key.Value, d.domain(value))
	})
}

func (d *decoder) constraint(m *Model, n *node) Constraint {
	f := d.Mapping(n)
	kindNode := f.Required("kind")
	kind, known := kinds.Entries[kindNode.Value]
	if kindNode.Kind != yaml.ScalarNode || !known {
		d.Failf(kindNode, "found %s, expected %s", document.Describe(kindNode), strings.Join(KindNames(), ", "))
	}
	if d.Err() != nil {
		return nil
	}
	c := kind.read(d, f)
	f.Done()
	return d.valid(m, n, c)
}

// valid returns the constraint read from n, or reports why it is malformed.
func (d *decoder) valid(m *Model, n *node, c Constraint) Constraint {
	if d.Err() != nil {
		return nil
	}
	if err := m.validateConstraint(c); err != nil {
		d.Failf(n, "%s: %v", c.Kind(), err)
	}
	return c
}

func (d *decoder) givens(m *Model, n *node) Cube {
	var givens Cube
	values := m.givenValues()
	d.Mapping(n).Each(func(key, value *node) {
		g := Given{d.variable(key), d.Int(value)}
		if d.Err() == nil && !values(g.Var).Contains(g.Value) {
			d.Failf(value, "found %d, expected a value of %v", g.Value, values(g.Var))
		}
		givens = append(givens, g)
	})
	return givens
}

// WriteYAML writes a model file with the givens. ReadYAML reads it back to an equal model. A builder's model is written in the
// short form, anything else constraint by constraint. It refuses two givens for one variable, because a model file cannot express
// that.
func (m *Model) WriteYAML(w io.Writer, givens Cube) error {
	f := fields{}.name(m.Name)
	family, rest := m.recognise()
	if rest == len(m.Constraints) {
		f = append(f, m.explicitFields()...)
	} else {
		f = f.add("grid", fields{}.add("boxes", fmt.Sprintf("%dx%d", family.BoxRows, family.BoxColumns)))
		f = append(f, m.variableFields()...)
		if family.QuasiMagic {
			f = f.add("quasi-magic", family.Delta)
		}
		if len(family.PruningRules) > 0 {
			f = f.add("pruning-rules", family.PruningRules)
		}
		f = append(f, m.constraintFields(m.Constraints[len(m.Constraints)-rest:])...)
	}
	f = append(f, m.objectiveFields()...)
	if len(givens) > 0 {
		var list fields
		seen := map[Var]bool{}
		for _, g := range givens {
			if seen[g.Var] {
				return fmt.Errorf("givens: %s appears twice, expected once", m.NameOf(g.Var))
			}
			seen[g.Var] = true
			list = list.add(m.NameOf(g.Var), g.Value)
		}
		f = f.add("givens", list)
	}
	_, err := w.Write(dump(f))
	return err
}

// explicitFields lists the whole model except its name, unabbreviated.
func (m *Model) explicitFields() fields {
	var f fields
	if g := m.Grid; g != nil {
		layout := fields{}.add("rows", g.Rows).add("columns", g.Columns)
		if g.HasBoxes() {
			layout = layout.add("boxes", fmt.Sprintf("%dx%d", g.BoxRows, g.BoxColumns))
		}
		f = f.add("grid", layout.add("values", m.cellValues().written()).add("houses", "none"))
	}
	return append(append(f, m.variableFields()...), m.constraintFields(m.Constraints)...)
}

// variableFields lists the variables that are not cells, the cells with other domains than the grid's, and the outputs unless all
// variables are.
func (m *Model) variableFields() fields {
	var f, variables, domains fields
	rest := m.Variables
	if m.Grid != nil {
		values := m.cellValues()
		for _, cell := range rest[:m.Grid.Cells()] {
			if !cell.Domain.Equal(values) {
				domains = domains.add(cell.Name, cell.Domain.written())
			}
		}
		rest = rest[m.Grid.Cells():]
	}
	for _, v := range rest {
		variables = variables.add(v.Name, v.Domain.written())
	}
	if len(variables) > 0 {
		f = f.add("variables", variables)
	}
	if len(domains) > 0 {
		f = f.add("domains", domains)
	}
	if m.Outputs != nil {
		f = f.add("outputs", m.namesOf(m.Outputs))
	}
	return f
}

func (m *Model) constraintFields(constraints []Constraint) fields {
	if len(constraints) == 0 {
		return nil
	}
	list := lists.Map(constraints, func(c Constraint) fields { return append(fields{}.add("kind", c.Kind()), c.fields(m)...) })
	return fields{}.add("constraints", list)
}

func dump(f fields) []byte {
	root := f.node()
	root.Style = 0
	text, err := yaml.Dump(root, yaml.WithIndent(2), yaml.WithLineWidth(-1))
	if err != nil {
		// These are our own nodes, so this is a bug.
		panic(fmt.Sprintf("model: writing YAML: %v", err))
	}
	return text
}
