package modeltest

import (
	"qmsat/model"
	"qmsat/model/kinds"

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
		m.Constraints = append(m.Constraints, drawConstraint(t, m))
	}
	if rapid.Bool().Draw(t, "objective") {
		m.Objective = &model.Objective{Maximize: rapid.Bool().Draw(t, "maximize")}
		for _, v := range drawVars(t, m, 5) {
			m.Objective.Terms = append(m.Objective.Terms, model.Term{Coefficient: drawCoefficient(t), Var: v})
		}
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

func drawConstraint(t *rapid.T, m *model.Model) model.Constraint {
	name := rapid.OneOf(rapid.Just(""), rapid.Just("row 1"), rapid.String()).Draw(t, "label")
	small := rapid.IntRange(-20, 20)
	switch rapid.SampledFrom(model.KindNames()).Draw(t, "kind") {
	case "all-different":
		return &model.AllDifferent{Name: name, Vars: drawVars(t, m, 5)}
	case "linear":
		return drawLinear(t, name, drawVars(t, m, 5))
	case "extremum":
		of := rapid.SliceOfN(rapid.SampledFrom(drawVars(t, m, 4)), 1, 4).Draw(t, "of")
		return &kinds.Extremum{Name: name, Of: of, Result: drawVars(t, m, 1)[0], Max: rapid.Bool().Draw(t, "max")}
	case "element":
		of := rapid.SliceOfN(rapid.SampledFrom(drawVars(t, m, 4)), 1, 4).Draw(t, "of")
		return &kinds.Element{Name: name, Index: drawVars(t, m, 1)[0], Of: of, Result: drawVars(t, m, 1)[0]}
	case "reified-linear":
		vars := drawVars(t, m, 5)
		c := &model.ReifiedLinear{Outside: rapid.Bool().Draw(t, "outside")}
		if last := len(vars) - 1; last > 0 && rapid.Bool().Draw(t, "condition") {
			c.If = &model.In{Var: vars[last], Values: model.NewDomain(drawRanges(t, "set")...)}
			c.Half = rapid.Bool().Draw(t, "half")
			vars = vars[:last]
		}
		sum := drawLinear(t, name, vars)
		c.Name, c.Terms, c.Lo, c.Hi = sum.Name, sum.Terms, sum.Lo, sum.Hi
		return c
	case "lexicographic":
		vars := drawVars(t, m, 5)
		c := &kinds.Lexicographic{Name: name, Strict: rapid.Bool().Draw(t, "strict")}
		if last := len(vars) - 1; last > 0 && rapid.Bool().Draw(t, "condition") {
			c.If = &model.In{Var: vars[last], Values: model.NewDomain(drawRanges(t, "set")...)}
			c.Half = rapid.Bool().Draw(t, "half")
			vars = vars[:last]
		}
		n := rapid.IntRange(1, 4).Draw(t, "length")
		c.Smaller = rapid.SliceOfN(rapid.SampledFrom(vars), n, n).Draw(t, "smaller")
		c.Than = rapid.SliceOfN(rapid.SampledFrom(vars), n, n).Draw(t, "than")
		return c
	case "table":
		c := &model.Table{Name: name, Vars: drawVars(t, m, 3), Forbidden: rapid.Bool().Draw(t, "forbidden")}
		for range rapid.IntRange(0, 4).Draw(t, "tuples") {
			c.Tuples = append(c.Tuples, rapid.SliceOfN(small, len(c.Vars), len(c.Vars)).Draw(t, "tuple"))
		}
		return c
	case "product":
		return &kinds.Product{Name: name, X: drawVar(t, m), Y: drawVar(t, m), Result: drawVar(t, m)}
	case "division":
		return &kinds.Division{Name: name, Dividend: drawVar(t, m), Divisor: drawVar(t, m), Quotient: drawVar(t, m), Remainder: drawVar(t, m)}
	case "circuit":
		return &kinds.Circuit{Name: name, Next: drawVars(t, m, 6)}
	case "regular":
		c := &kinds.Regular{Name: name, Vars: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) model.Var { return drawVar(t, m) }), 1, 5).Draw(t, "word"), States: 3, Start: 2}
		c.Lowest = rapid.IntRange(-1, 2).Draw(t, "lowest")
		c.Accepting = rapid.SliceOf(rapid.IntRange(1, 3)).Draw(t, "accepting")
		width := rapid.IntRange(1, 4).Draw(t, "width")
		for range c.States {
			c.Next = append(c.Next, rapid.SliceOfN(rapid.IntRange(0, 3), width, width).Draw(t, "steps"))
		}
		return c
	default:
		return &model.Rule{Name: name, Formula: DrawnFormula(t, m, 3)}
	}
}

func drawLinear(t *rapid.T, name string, vars []model.Var) *model.Linear {
	c := &model.Linear{Name: name, Lo: model.NoLower, Hi: model.NoUpper}
	plain := rapid.Bool().Draw(t, "plain")
	for _, v := range vars {
		coefficient := 1
		if !plain {
			coefficient = drawCoefficient(t)
		}
		c.Terms = append(c.Terms, model.Term{Coefficient: coefficient, Var: v})
	}
	bounds := rapid.SampledFrom([]string{"min", "max", "both", "sum"}).Draw(t, "bounds")
	lo := rapid.IntRange(-20, 20).Draw(t, "lo")
	if bounds != "max" {
		c.Lo = lo
	}
	if bounds == "sum" {
		c.Hi = lo
	} else if bounds != "min" {
		c.Hi = lo + rapid.IntRange(0, 20).Draw(t, "width")
	}
	return c
}

// drawVar draws a variable.
func drawVar(t *rapid.T, m *model.Model) model.Var {
	return model.Var(rapid.IntRange(0, len(m.Variables)-1).Draw(t, "variable"))
}

func drawCoefficient(t *rapid.T) int {
	return rapid.OneOf(rapid.IntRange(-9, -1), rapid.IntRange(1, 9)).Draw(t, "coefficient")
}

// DrawnFormula draws a formula.
func DrawnFormula(t *rapid.T, m *model.Model, depth int) model.Formula {
	connective := "atom"
	if depth > 0 {
		connective = rapid.SampledFrom(
			[]string{"atom", "and", "or", "not", "implies", "at-most", "at-least", "exactly"}).Draw(t, "connective")
	}
	parts := func() []model.Formula {
		var list []model.Formula
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			list = append(list, DrawnFormula(t, m, depth-1))
		}
		return list
	}
	k := func() int { return rapid.IntRange(-1, 4).Draw(t, "k") }
	switch connective {
	case "and":
		return model.And(parts())
	case "or":
		return model.Or(parts())
	case "not":
		return model.Not{Of: DrawnFormula(t, m, depth-1)}
	case "implies":
		return model.Implies{If: DrawnFormula(t, m, depth-1), Then: DrawnFormula(t, m, depth-1)}
	case "at-most":
		return model.Count{Kind: model.AtMost, K: k(), Of: parts()}
	case "at-least":
		return model.Count{Kind: model.AtLeast, K: k(), Of: parts()}
	case "exactly":
		return model.Count{Kind: model.Exactly, K: k(), Of: parts()}
	default:
		v := model.Var(rapid.IntRange(0, len(m.Variables)-1).Draw(t, "variable"))
		return model.In{Var: v, Values: model.NewDomain(drawRanges(t, "set")...)}
	}
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
