package document

import (
	"context"
	"errors"
	"io"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/variant"

	"go.yaml.in/yaml/v4"
)

// node is a node of a YAML document.
type node = input.Node

// reader reads a document.
type reader struct {
	*model.Decoder
	doc   *Document
	early []placed // entries that need later ones
	last  bool     // there are no later ones
}

// placed is an entry with its place in the file.
type placed struct {
	variant.Entry
	node *node
}

// decoder returns a decoder for a model's constraints and clues.
func decoder(file string, m *model.Model) *model.Decoder {
	d := model.NewDecoder(file, m)
	d.Unknown = variant.Unknown
	return d
}

// Read reads a document as YAML; file is its name in errors. Faults in the text are *[model.InputError]. The document's model is
// valid. Read stops when ctx ends.
func Read(ctx context.Context, file string, r io.Reader) (*Document, error) {
	m := &model.Model{}
	d := &reader{Decoder: decoder(file, m)}
	d.Watch = stop.NewWatch(ctx)
	root, err := d.Document(stop.Reader(ctx, r))
	if err != nil {
		return nil, err
	}
	f := d.Mapping(root)
	m.Name = f.OptionalText("name")
	f.If("grid", func(n *node) { d.grid(m, n) })
	d.Names = m.Names()
	f.If("variables", func(n *node) { d.variables(m, n) })
	f.If("domains", func(n *node) { d.domains(m, n) })
	f.If("quasi-magic", func(n *node) { d.quasiMagic(m, n) })
	f.If("pruning-rules", func(n *node) {
		if err := model.AddPruningRules(m, d.Ints(n)); err != nil {
			d.Failf(n, "%v", err)
		}
	})
	d.doc = New(m)
	m, d.Model = d.doc.Model, d.doc.Model
	f.If("constraints", func(n *node) {
		for _, item := range d.Sequence(n) {
			if d.Err() != nil {
				break
			}
			d.add(item, variant.ReadEntry(d.Decoder, item))
		}
	})
	d.shortForms(f)
	d.last = true
	for _, e := range d.early {
		d.add(e.node, e.Entry)
	}
	if d.Err() == nil {
		if err := d.doc.complete(); err != nil {
			d.Failf(root, "%v", err)
		}
	}
	f.If("outputs", func(n *node) { m.Outputs = d.Vars(n) })
	d.objective(m, f)
	f.If("givens", func(n *node) { d.doc.Givens = d.givens(m, n) })
	d.sheet(m, f)
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
		return nil, err
	}
	return d.doc, nil
}

// add adds an entry read from a node to the document.
func (d *reader) add(n *node, e variant.Entry) {
	if d.Err() != nil {
		return
	}
	before := len(d.Model.Variables)
	if err := d.doc.compile(e); errors.Is(err, variant.ErrEarly) && !d.last {
		d.early = append(d.early, placed{e, n})
	} else if err != nil {
		d.Failf(n, "%v", err)
	}
	for v, variable := range d.Model.Variables[before:] {
		d.Names[variable.Name] = model.Var(before + v)
	}
}

// grid reads the layout, and makes the cells and the constraints of the houses.
func (d *reader) grid(m *model.Model, n *node) {
	f := d.Mapping(n)
	g := &model.Grid{}
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
	if err := g.ValidateShape(); err != nil {
		d.Failf(n, "%v", err)
	}
	f.If("regions", func(n *node) { d.regions(g, n) })
	values := model.Interval(1, max(g.Rows, g.Columns))
	f.If("values", func(n *node) { values = d.Domain(n) })
	if d.Err() != nil {
		return
	}
	made := model.NewGrid(g, values)
	m.Grid, m.Variables = made.Grid, made.Variables
	d.houses(m, f.Optional("houses"))
	f.Done()
}

// dimensions reads two numbers such as 3x3.
func (d *reader) dimensions(n *node) (rows, columns int) {
	rows, columns, err := model.ParseDimensions(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		d.Failf(n, "found %s, expected rows x columns such as 3x3", input.Describe(n))
	}
	if rows > model.MaxCells || columns > model.MaxCells {
		d.Failf(n, "found %s, expected boxes of at most %d rows and columns", input.Describe(n), model.MaxCells)
	}
	return rows, columns
}

// houses makes rows, columns and boxes all-different: all of them, those that the file lists, or none.
func (d *reader) houses(m *model.Model, n *node) {
	all := map[string]func() []model.House{
		"rows": m.Grid.RowHouses, "columns": m.Grid.ColumnHouses,
	}
	switch {
	case m.Grid.HasBoxes():
		all["boxes"] = m.Grid.BoxHouses
	case m.Grid.Regions != nil:
		all["regions"] = m.Grid.RegionHouses
	}
	if n == nil {
		m.Constraints = model.AllDifferentHouses(m.Grid.Houses())
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
		m.Constraints = append(m.Constraints, model.AllDifferentHouses(houses())...)
	}
}

// quasiMagic reads Δ for all boxes, or {delta, boxes} for some, numbered from 1.
func (d *reader) quasiMagic(m *model.Model, n *node) {
	if m.Grid == nil || !m.Grid.HasBoxes() {
		d.Failf(n, "found quasi-magic without boxes, expected a grid with boxes")
		return
	}
	deltaNode := n
	boxes := lists.Numbers[int](m.Grid.Boxes())
	if n.Kind == yaml.MappingNode {
		f := d.Mapping(n)
		deltaNode = f.Required("delta")
		boxes = d.boxes(m.Grid, f.Required("boxes"))
		f.Done()
	}
	delta := d.Int(deltaNode)
	for _, box := range boxes {
		lines, err := model.QuasiMagicBox(m.Grid, box, delta)
		if err != nil {
			d.Failf(deltaNode, "%v", err)
		}
		m.Constraints = append(m.Constraints, lines...)
	}
}

// boxes reads a list of boxes, which files number from 1.
func (d *reader) boxes(g *model.Grid, n *node) []int {
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
func (d *reader) domains(m *model.Model, n *node) {
	d.Mapping(n).Each(func(key, value *node) {
		v, domain := d.Variable(key), d.Domain(value)
		if d.Err() == nil {
			m.Variables[v].Domain = domain
		}
	})
}

func (d *reader) variables(m *model.Model, n *node) {
	d.Mapping(n).Each(func(key, value *node) {
		if err := model.CheckName(key.Value); err != nil {
			d.Failf(key, "%v", err)
		}
		if _, taken := d.Names[key.Value]; taken {
			d.Failf(key, "%s is a cell of the grid, expected another name", key.Value)
		}
		d.Names[key.Value] = m.AddVariable(key.Value, d.Domain(value))
	})
}

// givens reads values by cell, or all cells as text.
func (d *reader) givens(m *model.Model, n *node) model.Cube {
	if n.Kind == yaml.ScalarNode {
		givens, err := model.Characters.Parse(m, strings.Join(strings.Fields(n.Value), ""))
		if err != nil {
			d.Failf(n, "givens: %v", err)
		}
		return givens
	}
	var givens model.Cube
	values := m.GivenValues()
	d.Mapping(n).Each(func(key, value *node) {
		g := model.Given{Var: d.Variable(key), Value: d.Int(value)}
		if d.Err() == nil && !values(g.Var).Contains(g.Value) {
			d.Failf(value, "found %d, expected a value of %v", g.Value, values(g.Var))
		}
		givens = append(givens, g)
	})
	return givens
}

// objective reads the objective, if there is one: coefficients by variable, or a list of variables to add up.
func (d *reader) objective(m *model.Model, f *input.Mapping) {
	n, largest := f.Either("minimize", "maximize")
	if n == nil {
		return
	}
	o := &model.Objective{Maximize: largest}
	switch n.Kind {
	case yaml.MappingNode:
		d.Mapping(n).Each(func(key, value *node) {
			o.Terms = append(o.Terms, model.Term{Coefficient: d.Int(value), Var: d.Variable(key)})
		})
	case yaml.SequenceNode:
		o.Terms = lists.Map(d.Vars(n), func(v model.Var) model.Term { return model.Term{Coefficient: 1, Var: v} })
	default:
		d.Failf(n, "found %s, expected coefficients such as {a: 2, b: -1}, or a list of variables", input.Describe(n))
	}
	if err := o.Validate(m); err != nil {
		d.Failf(n, "%s: %v", o.Word(), err)
	}
	m.Objective = o
}
