package model

import (
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// modelOptions compare models as data; empty and missing lists are the same.
var modelOptions = cmp.Options{cmp.AllowUnexported(Domain{}), cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(Clue{})}

// variableNames are plain names and names that a careless reader or writer of YAML would misread.
var variableNames = []string{"a", "b2", "_", "null", "true", "no", "y", "e5", "r99c99", "inf", "If", "at_most", "x1"}

// drawModel draws a small valid model with constraints of every kind.
func drawModel(t *rapid.T) *Model {
	m := &Model{}
	if rapid.Bool().Draw(t, "grid") {
		g := &Grid{Rows: rapid.IntRange(1, 4).Draw(t, "rows"), Columns: rapid.IntRange(1, 4).Draw(t, "columns")}
		if rapid.Bool().Draw(t, "boxes") {
			g.BoxRows, g.BoxColumns = rapid.IntRange(1, 2).Draw(t, "box rows"), rapid.IntRange(1, 2).Draw(t, "box columns")
			g.Rows *= g.BoxRows
			g.Columns *= g.BoxColumns
		}
		m = NewGrid(g, drawDomain(t))
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
		m.Objective = &Objective{Maximize: rapid.Bool().Draw(t, "maximize")}
		for _, v := range drawVars(t, m, 5) {
			m.Objective.Terms = append(m.Objective.Terms, Term{drawCoefficient(t), v})
		}
	}
	return m
}

func drawDomain(t *rapid.T) Domain {
	d := NewDomain(drawRanges(t, "values")...)
	if d.Empty() {
		return Values(rapid.IntRange(-3, 70).Draw(t, "value"))
	}
	return d
}

// drawVars draws between one and most variables, each once.
func drawVars(t *rapid.T, m *Model, most int) []Var {
	all := make([]Var, len(m.Variables))
	for i := range all {
		all[i] = Var(i)
	}
	shuffled := rapid.Permutation(all).Draw(t, "order")
	return shuffled[:rapid.IntRange(1, min(most, len(all))).Draw(t, "scope size")]
}

func drawConstraint(t *rapid.T, m *Model) Constraint {
	name := rapid.OneOf(rapid.Just(""), rapid.Just("row 1"), rapid.String()).Draw(t, "label")
	small := rapid.IntRange(-20, 20)
	switch rapid.SampledFrom(KindNames()).Draw(t, "kind") {
	case "all-different":
		return &AllDifferent{Name: name, Vars: drawVars(t, m, 5)}
	case "linear":
		return drawLinear(t, name, drawVars(t, m, 5))
	case "extremum":
		of := rapid.SliceOfN(rapid.SampledFrom(drawVars(t, m, 4)), 1, 4).Draw(t, "of")
		return &Extremum{name, of, drawVars(t, m, 1)[0], rapid.Bool().Draw(t, "max")}
	case "element":
		of := rapid.SliceOfN(rapid.SampledFrom(drawVars(t, m, 4)), 1, 4).Draw(t, "of")
		return &Element{name, drawVars(t, m, 1)[0], of, drawVars(t, m, 1)[0]}
	case "reified-linear":
		vars := drawVars(t, m, 5)
		c := &ReifiedLinear{Outside: rapid.Bool().Draw(t, "outside")}
		if last := len(vars) - 1; last > 0 && rapid.Bool().Draw(t, "condition") {
			c.If = &In{vars[last], NewDomain(drawRanges(t, "set")...)}
			c.Half = rapid.Bool().Draw(t, "half")
			vars = vars[:last]
		}
		sum := drawLinear(t, name, vars)
		c.Name, c.Terms, c.Lo, c.Hi = sum.Name, sum.Terms, sum.Lo, sum.Hi
		return c
	case "lexicographic":
		vars := drawVars(t, m, 5)
		c := &Lexicographic{Name: name, Strict: rapid.Bool().Draw(t, "strict")}
		if last := len(vars) - 1; last > 0 && rapid.Bool().Draw(t, "condition") {
			c.If = &In{vars[last], NewDomain(drawRanges(t, "set")...)}
			c.Half = rapid.Bool().Draw(t, "half")
			vars = vars[:last]
		}
		n := rapid.IntRange(1, 4).Draw(t, "length")
		c.Smaller = rapid.SliceOfN(rapid.SampledFrom(vars), n, n).Draw(t, "smaller")
		c.Than = rapid.SliceOfN(rapid.SampledFrom(vars), n, n).Draw(t, "than")
		return c
	case "table":
		c := &Table{Name: name, Vars: drawVars(t, m, 3), Forbidden: rapid.Bool().Draw(t, "forbidden")}
		for range rapid.IntRange(0, 4).Draw(t, "tuples") {
			c.Tuples = append(c.Tuples, rapid.SliceOfN(small, len(c.Vars), len(c.Vars)).Draw(t, "tuple"))
		}
		return c
	case "product":
		return &Product{name, drawVar(t, m), drawVar(t, m), drawVar(t, m)}
	case "division":
		return &Division{name, drawVar(t, m), drawVar(t, m), drawVar(t, m), drawVar(t, m)}
	case "circuit":
		return &Circuit{name, drawVars(t, m, 6)}
	case "regular":
		c := &Regular{Name: name, Vars: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Var { return drawVar(t, m) }), 1, 5).Draw(t, "word"), States: 3, Start: 2}
		c.Lowest = rapid.IntRange(-1, 2).Draw(t, "lowest")
		c.Accepting = rapid.SliceOf(rapid.IntRange(1, 3)).Draw(t, "accepting")
		width := rapid.IntRange(1, 4).Draw(t, "width")
		for range c.States {
			c.Next = append(c.Next, rapid.SliceOfN(rapid.IntRange(0, 3), width, width).Draw(t, "steps"))
		}
		return c
	default:
		return &Rule{Name: name, Formula: drawFormula(t, m, 3)}
	}
}

func drawLinear(t *rapid.T, name string, vars []Var) *Linear {
	c := &Linear{Name: name, Lo: NoLower, Hi: NoUpper}
	plain := rapid.Bool().Draw(t, "plain")
	for _, v := range vars {
		coefficient := 1
		if !plain {
			coefficient = drawCoefficient(t)
		}
		c.Terms = append(c.Terms, Term{coefficient, v})
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
func drawVar(t *rapid.T, m *Model) Var {
	return Var(rapid.IntRange(0, len(m.Variables)-1).Draw(t, "variable"))
}

func drawCoefficient(t *rapid.T) int {
	return rapid.OneOf(rapid.IntRange(-9, -1), rapid.IntRange(1, 9)).Draw(t, "coefficient")
}

func drawFormula(t *rapid.T, m *Model, depth int) Formula {
	connective := "atom"
	if depth > 0 {
		connective = rapid.SampledFrom(
			[]string{"atom", "and", "or", "not", "implies", "at-most", "at-least", "exactly"}).Draw(t, "connective")
	}
	parts := func() []Formula {
		var list []Formula
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			list = append(list, drawFormula(t, m, depth-1))
		}
		return list
	}
	k := func() int { return rapid.IntRange(-1, 4).Draw(t, "k") }
	switch connective {
	case "and":
		return And(parts())
	case "or":
		return Or(parts())
	case "not":
		return Not{drawFormula(t, m, depth-1)}
	case "implies":
		return Implies{drawFormula(t, m, depth-1), drawFormula(t, m, depth-1)}
	case "at-most":
		return Count{AtMost, k(), parts()}
	case "at-least":
		return Count{AtLeast, k(), parts()}
	case "exactly":
		return Count{Exactly, k(), parts()}
	default:
		v := Var(rapid.IntRange(0, len(m.Variables)-1).Draw(t, "variable"))
		return In{v, NewDomain(drawRanges(t, "set")...)}
	}
}

// drawCube draws givens for some variables, each once, with allowed values.
func drawCube(t *rapid.T, m *Model, vars []Var) Cube {
	cube := Cube{}
	values := m.givenValues()
	for _, v := range vars {
		if rapid.Bool().Draw(t, "given") {
			d := values(v)
			cube = append(cube, Given{v, d.Value(rapid.IntRange(0, d.Size()-1).Draw(t, "index"))})
		}
	}
	return cube
}
