package modeltest

import (
	"reflect"

	"qmsat/model"
	"qmsat/model/sample"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// Options compare models as data; empty and missing lists are the same.
var Options = cmp.Options{cmp.AllowUnexported(model.Domain{}), cmpopts.EquateEmpty()}

// variableNames are plain names and names that a careless reader or writer of YAML would misread.
var variableNames = []string{"a", "b2", "_", "null", "true", "no", "y", "e5", "r99c99", "inf", "If", "at_most", "x1"}

// Drawn draws a small valid model with constraints of every kind.
func Drawn(t *rapid.T) *model.Model {
	m := &model.Model{}
	if rapid.Bool().Draw(t, "grid") {
		g := &model.Grid{Rows: rapid.IntRange(1, 4).Draw(t, "rows"), Columns: rapid.IntRange(1, 4).Draw(t, "columns")}
		if rapid.Bool().Draw(t, "boxes") {
			g.BoxRows, g.BoxColumns = rapid.IntRange(1, 2).Draw(t, "box rows"), rapid.IntRange(1, 2).Draw(t, "box columns")
			g.Rows *= g.BoxRows
			g.Columns *= g.BoxColumns
		}
		m = model.NewGrid(g, drawDomain(t))
		if rapid.Bool().Draw(t, "other domains") {
			for range 2 {
				m.Variables[rapid.IntRange(0, g.Cells()-1).Draw(t, "cell")].Domain = drawDomain(t)
			}
		}
	}
	names := rapid.Permutation(variableNames).Draw(t, "names")
	for _, name := range names[:rapid.IntRange(0, 3).Draw(t, "variables")] {
		m.AddVariable(name, drawDomain(t))
	}
	if len(m.Variables) == 0 {
		m.AddVariable("lone", drawDomain(t))
	}
	if rapid.Bool().Draw(t, "projected") {
		m.Outputs = drawVars(t, m, 6)
	}
	m.Name = rapid.String().Draw(t, "name")
	for range rapid.IntRange(0, 5).Draw(t, "constraints") {
		if c := DrawnConstraint(t, m); c != nil {
			m.Constraints = append(m.Constraints, c)
		}
	}
	if rapid.Bool().Draw(t, "objective") {
		RandomObjective(t, m)
	}
	return m
}

func drawDomain(t *rapid.T) model.Domain {
	d := model.NewDomain(drawRanges(t, "values")...)
	if d.Empty() {
		return model.Values(rapid.IntRange(-3, 70).Draw(t, "value"))
	}
	return d
}

// drawVars draws between one and most variables, each once.
func drawVars(t *rapid.T, m *model.Model, most int) []model.Var {
	all := make([]model.Var, len(m.Variables))
	for i := range all {
		all[i] = model.Var(i)
	}
	shuffled := rapid.Permutation(all).Draw(t, "order")
	return shuffled[:rapid.IntRange(1, min(most, len(all))).Draw(t, "scope size")]
}

// DrawnConstraint draws a valid constraint with any label. It returns nil if the model lacks the variables that its kind needs.
func DrawnConstraint(t *rapid.T, m *model.Model) model.Constraint {
	c := sample.Constraint(source{t}, m)
	if c != nil {
		name := rapid.OneOf(rapid.Just(""), rapid.Just("row 1"), rapid.String()).Draw(t, "label")
		reflect.ValueOf(c).Elem().FieldByName("Name").SetString(name)
	}
	return c
}

// DrawnCube draws givens for some variables, each once, with allowed values.
func DrawnCube(t *rapid.T, m *model.Model, vars []model.Var) model.Cube {
	cube := model.Cube{}
	values := m.GivenValues()
	for _, v := range vars {
		if rapid.Bool().Draw(t, "given") {
			d := values(v)
			cube = append(cube, model.Given{Var: v, Value: d.Value(rapid.IntRange(0, d.Size()-1).Draw(t, "index"))})
		}
	}
	return cube
}

func drawRanges(t *rapid.T, label string) []model.Range {
	bound := rapid.IntRange(-12, 12)
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) model.Range {
		return model.Range{Lo: bound.Draw(t, "lo"), Hi: bound.Draw(t, "hi")}
	}), 0, 5).Draw(t, label)
}
