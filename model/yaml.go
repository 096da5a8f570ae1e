package model

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"qmsat/internal/input"
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
	m = &Model{}
	d := newDecoder(file, m)
	d.Watch = stop.NewWatch(ctx)
	root, err := d.Document(stop.Reader(ctx, r))
	if err != nil {
		return nil, nil, err
	}
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
		for _, item := range d.Sequence(n) {
			if d.Err() != nil {
				break
			}
			d.add(m, item, d.entry(m, item))
		}
	})
	d.shortForms(m, f)
	f.If("outputs", func(n *node) { m.Outputs = d.vars(n) })
	d.objective(m, f)
	f.If("givens", func(n *node) { givens = d.givens(m, n) })
	d.sheet(m, f)
	if left := f.Left(); len(left) > 0 && len(namedKinds.Entries) == 0 {
		d.Failf(left[0], "found the key %s; short forms of named constraints need %s", input.Describe(left[0]), variantImport)
	}
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
		f.Suggest("boxes", "rows", "columns")
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
	f.If("regions", func(n *node) { d.regions(g, n) })
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
		"rows": m.Grid.RowHouses, "columns": m.Grid.ColumnHouses,
	}
	switch {
	case m.Grid.HasBoxes():
		all["boxes"] = m.Grid.BoxHouses
	case m.Grid.Regions != nil:
		all["regions"] = m.Grid.RegionHouses
	}
	if n == nil {
		m.Constraints = houseConstraints(m.Grid.Houses())
		return
	}
	if n.Kind == yaml.ScalarNode && n.Value == "none" {
		return
	}
	if n.Kind != yaml.SequenceNode {
		d.Failf(n, "found %s, expected none, or a list of rows, columns, boxes, regions", input.Describe(n))
	}
	seen := map[string]bool{}
	for _, item := range n.Content {
		houses := all[item.Value]
		if item.Kind != yaml.ScalarNode || houses == nil {
			d.Failf(item, "found %s, expected rows, columns or, if the grid has them, boxes or regions", input.Describe(item))
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

// givens reads values by cell, or all cells as text.
func (d *decoder) givens(m *Model, n *node) Cube {
	if n.Kind == yaml.ScalarNode {
		givens, err := Characters.Parse(m, strings.Join(strings.Fields(n.Value), ""))
		if err != nil {
			d.Failf(n, "givens: %v", err)
		}
		return givens
	}
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
// short form, whole clues as one entry each, anything else constraint by constraint. It refuses two givens for one variable,
// because a model file cannot express that.
func (m *Model) WriteYAML(w io.Writer, givens Cube) error {
	f := append(fields{}.name(m.Name), m.sheetFields()...)
	if family, rest := m.recognise(); rest == len(m.Constraints) {
		f = append(f, m.shortFields()...)
	} else {
		f = f.add("grid", fields{}.add("boxes", fmt.Sprintf("%dx%d", family.BoxRows, family.BoxColumns)))
		clues := m.writtenClues()
		f = append(f, m.variableFields(clues)...)
		if family.QuasiMagic {
			f = f.add("quasi-magic", family.Delta)
		}
		if len(family.PruningRules) > 0 {
			f = f.add("pruning-rules", family.PruningRules)
		}
		f = append(f, m.constraintFields(len(m.Constraints)-rest, clues)...)
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

// shortFields lists a model that is no builder's, with its houses and clues in their short forms.
func (m *Model) shortFields() fields {
	clues, from, f := m.writtenClues(), 0, fields{}
	if m.Grid != nil {
		houses := houseConstraints(m.Grid.Houses())
		if len(houses) <= len(m.Constraints) && reflect.DeepEqual(m.Constraints[:len(houses)], houses) {
			from = len(houses)
		}
		f = f.add("grid", m.gridFields(from == 0))
	}
	return append(append(f, m.variableFields(clues)...), m.constraintFields(from, clues)...)
}

// gridFields lists the layout. If bare is set, the houses are not all-different.
func (m *Model) gridFields(bare bool) fields {
	g := m.Grid
	layout := fields{}.add("rows", g.Rows).add("columns", g.Columns)
	if g.HasBoxes() {
		layout = layout.add("boxes", fmt.Sprintf("%dx%d", g.BoxRows, g.BoxColumns))
	}
	if g.Regions != nil {
		layout = layout.add("regions", g.regionsWritten())
	}
	layout = layout.add("values", m.GridValues().written())
	if bare {
		layout = layout.add("houses", "none")
	}
	return layout
}

// explicitFields lists the whole model except its name, unabbreviated.
func (m *Model) explicitFields() fields {
	var f fields
	if m.Grid != nil {
		f = f.add("grid", m.gridFields(true))
	}
	return append(append(f, m.variableFields(nil)...), m.constraintFields(0, nil)...)
}

// variableFields lists the variables that are not cells, the cells with other domains than the grid's, and the outputs unless all
// variables are. It leaves out what the clues add, which are the last variables.
func (m *Model) variableFields(clues []*Clue) fields {
	var f, variables, domains fields
	rest := m.Variables[:len(m.Variables)-lists.Sum(clues, func(clue *Clue) int { return len(clue.Variables) })]
	outputs := m.Outputs
	if slices.Equal(outputs, m.shownVariables(clues)) {
		outputs = nil
	}
	if m.Grid != nil {
		values := m.GridValues()
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
	if outputs != nil {
		f = f.add("outputs", m.namesOf(outputs))
	}
	return f
}

// constraintFields lists the constraints from a place on, those of the clues as clues.
func (m *Model) constraintFields(from int, clues []*Clue) fields {
	var list []fields
	for i := from; i < len(m.Constraints) || len(clues) > 0; {
		if len(clues) > 0 && (len(clues[0].Constraints) == 0 || i < len(m.Constraints) && clues[0].Constraints[0] == m.Constraints[i]) {
			list = append(list, m.namedFields(clues[0].Named))
			i += len(clues[0].Constraints)
			clues = clues[1:]
			continue
		}
		list = append(list, m.entryFields(Entry{Constraint: m.Constraints[i]}))
		i++
	}
	if len(list) == 0 {
		return nil
	}
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
