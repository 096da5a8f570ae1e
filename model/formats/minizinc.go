package formats

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/internal/registry"
	"qmsat/model"
)

func init() {
	Register(Format{Name: "minizinc", Summary: "a MiniZinc model of the constraints; its output is a line of numbers", Write: writeMiniZinc})

	inMiniZinc("all-different", func(m *mzn, c *model.AllDifferent) string { return "all_different(" + m.list(c.Vars) + ")" })
	inMiniZinc("circuit", func(m *mzn, c *model.Circuit) string { return "circuit(" + m.list(c.Next) + ")" })
	inMiniZinc("count", (*mzn).cardinality)
	inMiniZinc("division", func(m *mzn, c *model.Division) string {
		x, y := m.name(c.Dividend), m.name(c.Divisor)
		return fmt.Sprintf("%s != 0 /\\ %s div %s = %s /\\ %s mod %s = %s", y, x, y, m.name(c.Quotient), x, y, m.name(c.Remainder))
	})
	inMiniZinc("either", (*mzn).either)
	inMiniZinc("element", func(m *mzn, c *model.Element) string {
		index := m.name(c.Index)
		return fmt.Sprintf("%s in 1..%d /\\ %s[%s] = %s", index, len(c.Of), m.list(c.Of), index, m.name(c.Result))
	})
	inMiniZinc("extremum", func(m *mzn, c *model.Extremum) string {
		word := "min"
		if c.Max {
			word = "max"
		}
		return fmt.Sprintf("%s(%s) = %s", word, m.list(c.Of), m.name(c.Result))
	})
	inMiniZinc("lexicographic", func(m *mzn, c *model.Lexicographic) string {
		x, y := m.list(c.Smaller), m.list(c.Than)
		if c.Strict {
			x, y = x+" ++ [1]", y+" ++ [0]"
		}
		return m.under(fmt.Sprintf("lex_lesseq(%s, %s)", x, y), c.If, c.Half)
	})
	inMiniZinc("linear", func(m *mzn, c *model.Linear) string { return m.between(m.sum(c.Terms), c.Lo, c.Hi) })
	inMiniZinc("product", func(m *mzn, c *model.Product) string {
		return fmt.Sprintf("%s * %s = %s", m.name(c.X), m.name(c.Y), m.name(c.Result))
	})
	inMiniZinc("regular", (*mzn).regular)
	inMiniZinc("reified-linear", (*mzn).reified)
	inMiniZinc("rule", func(m *mzn, c *model.Rule) string { return m.formula(c.Formula) })
	inMiniZinc("table", (*mzn).table)
}

// mznKinds writes constraints by their kinds; a kind that is missing here cannot be written.
var mznKinds = registry.New[func(m *mzn, c model.Constraint) string]("MiniZinc constraint")

func inMiniZinc[C model.Constraint](kind string, write func(m *mzn, c C) string) {
	mznKinds.Register(kind, func(m *mzn, c model.Constraint) string { return write(m, any(c).(C)) })
}

// mznIncludes holds the library files that kinds of constraints need.
var mznIncludes = map[string]string{
	"all-different": "alldifferent.mzn", "circuit": "circuit.mzn", "lexicographic": "lex_lesseq.mzn", "regular": "regular.mzn", "table": "table.mzn",
}

// mzn writes a model in MiniZinc.
type mzn struct {
	*model.Model
	inside bool // a disjunction, where solvers know neither automata nor tables
}

// constraint writes a constraint, or "" if it cannot be written.
func (m *mzn) constraint(c model.Constraint) string {
	write, known := mznKinds.Entries[c.Kind()]
	if !known || m.inside && (c.Kind() == "regular" || c.Kind() == "circuit") {
		return ""
	}
	return write(m, c)
}

func (m *mzn) either(c *model.Either) string {
	outer := m.inside
	m.inside = true
	defer func() { m.inside = outer }()
	branches := lists.Map(c.Of, func(branch []model.Constraint) string {
		return "((" + strings.Join(lists.Map(branch, m.constraint), ") /\\ (") + "))"
	})
	if text := strings.Join(branches, " \\/ "); !strings.Contains(text, "()") {
		return text
	}
	return ""
}

func writeMiniZinc(p *Puzzle) (string, []string, error) {
	m := &mzn{Model: p.Model}
	var out strings.Builder
	var lost []string
	if m.Name != "" {
		fmt.Fprintf(&out, "%% %s\n", strings.Join(strings.Fields(m.Name), " "))
	}
	for _, kind := range slices.Sorted(maps.Keys(mznIncludes)) {
		if slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool { return c.Kind() == kind || c.Kind() == "either" }) {
			fmt.Fprintf(&out, "include \"%s\";\n", mznIncludes[kind])
		}
	}
	for v, declared := range m.Variables {
		fmt.Fprintf(&out, "var %s: %s;\n", set(declared.Domain), m.name(model.Var(v)))
	}
	for _, g := range p.Givens {
		fmt.Fprintf(&out, "constraint %s = %d;\n", m.name(g.Var), g.Value)
	}
	label := ""
	for _, c := range m.Constraints {
		text := m.constraint(c)
		if text == "" {
			lost = append(lost, model.Describe(p.Model, c))
			continue
		}
		if c.Label() != label {
			label = c.Label()
			fmt.Fprintf(&out, "%% %s\n", strings.Join(strings.Fields(label), " "))
		}
		fmt.Fprintf(&out, "constraint %s;\n", text)
	}
	switch o := m.Objective; {
	case o == nil:
		out.WriteString("\nsolve satisfy;\n")
	default:
		fmt.Fprintf(&out, "\nsolve %s %s;\n", o.Word(), m.sum(o.Terms))
	}
	words := lists.Map(m.OutputVars(), func(v model.Var) string { return "show(" + m.name(v) + ")" })
	fmt.Fprintf(&out, "output [join(\" \", [%s]), \"\\n\"];\n", strings.Join(words, ", "))
	return out.String(), lost, nil
}

// name returns a variable's name. Names that are no cell's are in quotes, since they might be keywords.
func (m *mzn) name(v model.Var) string {
	name := m.NameOf(v)
	if _, _, isCell := model.ParseCellName(name); isCell {
		return name
	}
	return "'" + name + "'"
}

func (m *mzn) list(vars []model.Var) string {
	return "[" + strings.Join(lists.Map(vars, m.name), ", ") + "]"
}

func set(d model.Domain) string {
	return strings.Join(lists.Map(d.Ranges(), func(r model.Range) string { return fmt.Sprintf("%d..%d", r.Lo, r.Hi) }), " union ")
}

func (m *mzn) sum(terms []model.Term) string {
	return strings.Join(lists.Map(terms, func(t model.Term) string {
		if t.Coefficient == 1 {
			return m.name(t.Var)
		}
		return fmt.Sprintf("%d * %s", t.Coefficient, m.name(t.Var))
	}), " + ")
}

// between says that a sum is within bounds that may be missing.
func (m *mzn) between(sum string, lo, hi int) string {
	switch {
	case lo == hi:
		return fmt.Sprintf("%s = %d", sum, lo)
	case lo == model.NoLower && hi == model.NoUpper:
		return "true"
	case lo == model.NoLower:
		return fmt.Sprintf("%s <= %d", sum, hi)
	case hi == model.NoUpper:
		return fmt.Sprintf("%s >= %d", sum, lo)
	}
	return fmt.Sprintf("%s >= %d /\\ %s <= %d", sum, lo, sum, hi)
}

// cardinality counts each value by a sum.
func (m *mzn) cardinality(c *model.Cardinality) string {
	return strings.Join(lists.Make(len(c.Values), func(i int) string {
		sum := "sum([" + strings.Join(lists.Map(c.Vars, func(v model.Var) string {
			return fmt.Sprintf("bool2int(%s = %d)", m.name(v), c.Values[i])
		}), ", ") + "])"
		if c.Counts != nil {
			return sum + " = " + m.name(c.Counts[i])
		}
		return m.between(sum, c.Times[i].Lo, c.Times[i].Hi)
	}), " /\\ ")
}

func (m *mzn) reified(c *model.ReifiedLinear) string {
	met := "(" + m.between(m.sum(c.Terms), c.Lo, c.Hi) + ")"
	if c.Outside {
		met = "not " + met
	}
	return m.under(met, c.If, c.Half)
}

// under writes what must be met if a condition holds that may be nil.
func (m *mzn) under(met string, condition *model.In, half bool) string {
	switch {
	case condition == nil:
		return met
	case half:
		return m.formula(*condition) + " -> " + met
	}
	return m.formula(*condition) + " <-> " + met
}

func (m *mzn) table(c *model.Table) string {
	rows := lists.Map(c.Tuples, func(tuple []int) string { return joined(tuple, ", ") })
	switch {
	case c.Forbidden:
		return strings.Join(append(m.tuples(c, "!=", " \\/ "), "true"), " /\\ ")
	case len(rows) == 0:
		return "false"
	case m.inside:
		return strings.Join(m.tuples(c, "=", " /\\ "), " \\/ ")
	}
	return fmt.Sprintf("table(%s, [| %s |])", m.list(c.Vars), strings.Join(rows, " | "))
}

// tuples compares the variables with each tuple.
func (m *mzn) tuples(c *model.Table, relation, separator string) []string {
	return lists.Map(c.Tuples, func(tuple []int) string {
		atoms := lists.Make(len(tuple), func(i int) string { return fmt.Sprintf("%s %s %d", m.name(c.Vars[i]), relation, tuple[i]) })
		return "(" + strings.Join(atoms, separator) + ")"
	})
}

func (m *mzn) regular(c *model.Regular) string {
	rows := lists.Map(c.Next, func(row []int) string { return joined(row, ", ") })
	symbols := lists.Map(c.Vars, func(v model.Var) string {
		if c.Lowest == 1 {
			return m.name(v)
		}
		return fmt.Sprintf("%s - %d", m.name(v), c.Lowest-1)
	})
	text := fmt.Sprintf("regular([%s], %d, %d, [| %s |], %d, {%s})",
		strings.Join(symbols, ", "), c.States, len(c.Next[0]), strings.Join(rows, " | "), c.Start, joined(c.Accepting, ", "))
	for _, v := range c.Scope() {
		if d := m.DomainOf(v); d.Min() < c.Lowest || d.Max() >= c.Lowest+len(c.Next[0]) {
			text += fmt.Sprintf(" /\\ %s in %d..%d", m.name(v), c.Lowest, c.Lowest+len(c.Next[0])-1)
		}
	}
	return text
}

func (m *mzn) formula(f model.Formula) string {
	if atom, is := model.AtomOf(f); is {
		if atom.Values.Empty() {
			return "false"
		}
		return fmt.Sprintf("(%s in %s)", m.name(atom.Var), set(atom.Values))
	}
	of, lo, hi, _ := model.Tally(f)
	parts := lists.Map(of, m.formula)
	lo, hi = max(lo, 0), min(hi, len(parts))
	switch {
	case lo > hi:
		return "false"
	case lo == 0 && hi == len(parts):
		return "true"
	case lo == len(parts):
		return "(" + strings.Join(parts, " /\\ ") + ")"
	case lo == 1 && hi == len(parts):
		return "(" + strings.Join(parts, " \\/ ") + ")"
	case hi == 0:
		return "not (" + strings.Join(parts, " \\/ ") + ")"
	}
	return "(" + m.between("sum(["+strings.Join(parts, ", ")+"])", lo, hi) + ")"
}
