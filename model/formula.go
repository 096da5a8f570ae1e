package model

import (
	"fmt"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// A Formula is the body of a [Rule]: an atom [In], or [And], [Or], [Not], [Implies] or [Count] over other formulas. [Tally] says
// what a connective requires.
type Formula interface {
	// Eval returns the truth value under a.
	Eval(a Assignment) bool
	// Parts returns the formulas directly inside it; an atom has none.
	Parts() []Formula
	// With returns the formula with other parts. Their number must stay the same, unless the connective takes any number.
	With(parts []Formula) Formula
	// Connective distinguishes formulas with the same parts, such as "at-most 2"; it is empty for an atom.
	Connective() string
	// Less returns simpler formulas: with fewer parts or values, or with a smaller number of their own.
	Less() []Formula
	Fields(m *Model) Fields
}

// In is the atom x ∈ S. Values of S outside the domain of x have no effect.
type In struct {
	Var    Var
	Values Domain
}

// And is true if all its parts are true; the empty And is true.
type And []Formula

// Or is true if some part is true; the empty Or is false.
type Or []Formula

// Not is true if its part is false.
type Not struct{ Of Formula }

// Implies is true if If is false or Then is true.
type Implies struct{ If, Then Formula }

// Count is true if at most K, at least K, or exactly K of its parts are true.
type Count struct {
	Kind CountKind
	K    int
	Of   []Formula
}

// CountKind says how a count compares with its number; its text is the keyword in YAML.
type CountKind string

// The kinds of counts.
const (
	AtMost  CountKind = "at-most"
	AtLeast CountKind = "at-least"
	Exactly CountKind = "exactly"
)

// bounds returns the least and the greatest number of true parts.
func (f Count) bounds() (lo, hi int) {
	switch f.Kind {
	case AtMost:
		return 0, f.K
	case AtLeast:
		return f.K, len(f.Of)
	}
	return f.K, f.K
}

// Is returns the atom v ∈ values.
func Is(v Var, values ...int) In { return In{v, Values(values...)} }

// The methods of [Formula], for each type.

func (f In) Eval(a Assignment) bool { return f.Values.Contains(a[f.Var]) }
func (f And) Eval(a Assignment) bool {
	return !slices.ContainsFunc(f, func(part Formula) bool { return !part.Eval(a) })
}
func (f Or) Eval(a Assignment) bool {
	return slices.ContainsFunc(f, func(part Formula) bool { return part.Eval(a) })
}
func (f Not) Eval(a Assignment) bool     { return !f.Of.Eval(a) }
func (f Implies) Eval(a Assignment) bool { return !f.If.Eval(a) || f.Then.Eval(a) }
func (f Count) Eval(a Assignment) bool {
	n := 0
	for _, part := range f.Of {
		if part.Eval(a) {
			n++
		}
	}
	lo, hi := f.bounds()
	return lo <= n && n <= hi
}

func (f In) Parts() []Formula      { return nil }
func (f And) Parts() []Formula     { return f }
func (f Or) Parts() []Formula      { return f }
func (f Not) Parts() []Formula     { return []Formula{f.Of} }
func (f Implies) Parts() []Formula { return []Formula{f.If, f.Then} }
func (f Count) Parts() []Formula   { return f.Of }

func (f In) With([]Formula) Formula            { return f }
func (f And) With(parts []Formula) Formula     { return And(parts) }
func (f Or) With(parts []Formula) Formula      { return Or(parts) }
func (f Not) With(parts []Formula) Formula     { return Not{parts[0]} }
func (f Implies) With(parts []Formula) Formula { return Implies{parts[0], parts[1]} }
func (f Count) With(parts []Formula) Formula   { return Count{f.Kind, f.K, parts} }

func (f In) Connective() string      { return "" }
func (f And) Connective() string     { return "all" }
func (f Or) Connective() string      { return "any" }
func (f Not) Connective() string     { return "not" }
func (f Implies) Connective() string { return "if" }
func (f Count) Connective() string   { return fmt.Sprintf("%s %d", f.Kind, f.K) }

// AtomOf returns the formula as an atom, if it is one.
func AtomOf(f Formula) (atom In, is bool) {
	atom, is = f.(In)
	return atom, is
}

// Walk visits the formula and all its parts, first to last.
func Walk(f Formula, visit func(Formula)) {
	visit(f)
	if f == nil {
		return
	}
	for _, part := range f.Parts() {
		Walk(part, visit)
	}
}

// MapAtoms returns the formula with each atom replaced.
func MapAtoms(f Formula, replace func(In) Formula) Formula {
	if atom, is := f.(In); is {
		return replace(atom)
	}
	return f.With(lists.Map(f.Parts(), func(part Formula) Formula { return MapAtoms(part, replace) }))
}

// Tally describes a formula by numbers: it is true if lo to hi of the formulas in of are true. lo and hi may be any numbers. For
// an atom, of holds only the atom itself. known is false for a type outside this package.
func Tally(f Formula) (of []Formula, lo, hi int, known bool) {
	switch f := f.(type) {
	case In:
		return []Formula{f}, 1, 1, true
	case And:
		return f, len(f), len(f), true
	case Or:
		return f, 1, len(f), true
	case Not:
		return []Formula{f.Of}, 0, 0, true
	case Implies:
		return []Formula{Not{f.If}, f.Then}, 1, 2, true
	case Count:
		lo, hi = f.bounds()
		return f.Of, lo, hi, true
	}
	return nil, 0, 0, false
}

// Restrict returns the formula after atoms are replaced, some by the constants [And]{} and [Or]{}. The result has no constants
// except possibly itself. Formulas that require the same number of the same parts to be true become equal.
func Restrict(f Formula, replace func(In) Formula) Formula {
	if atom, is := f.(In); is {
		return replace(atom)
	}
	parts, lo, hi, known := Tally(f)
	if !known {
		return MapAtoms(f, replace)
	}
	var open []Formula
	for _, part := range parts {
		part = Restrict(part, replace)
		switch truth, constant := Constant(part); {
		case !constant:
			open = append(open, part)
		case truth:
			lo, hi = lo-1, hi-1
		}
	}
	return tallied(lo, hi, open)
}

// Constant returns the truth value of a constant, in the form that [Restrict] writes.
func Constant(f Formula) (truth, constant bool) {
	if _, atom := f.(In); atom || len(f.Parts()) > 0 {
		return false, false
	}
	return f.Eval(nil), true
}

// tallied returns a formula that is true if lo to hi of the parts are: an And, a negation, or a Count.
func tallied(lo, hi int, parts []Formula) Formula {
	n := len(parts)
	switch lo, hi = max(lo, 0), min(hi, n); {
	case lo > hi:
		return Or{}
	case lo == 0 && hi == n:
		return And{}
	case lo == 1 && n == 1:
		return parts[0]
	case hi == 0 && n == 1:
		return Not{parts[0]}
	case lo == n:
		return And(parts)
	case lo == 1 && hi == n:
		return Or(parts)
	case hi == n:
		return Count{AtLeast, lo, parts}
	case lo == 0:
		return Count{AtMost, hi, parts}
	default:
		return Count{Exactly, lo, parts}
	}
}

// Conjuncts returns formulas that are all true if and only if f has the given truth value. None of the results is a conjunction.
func Conjuncts(f Formula, truth bool) []Formula {
	parts, lo, hi, known := Tally(f)
	if _, atom := f.(In); known && !atom {
		n, none, all := len(parts), lo <= 0 && hi == 0, lo == len(parts) && hi >= lo
		if !truth { // the number of true parts must not be lo to hi
			none, all = lo == 1 && hi >= n, lo <= 0 && hi == n-1
		}
		if none || all {
			var list []Formula
			for _, part := range parts {
				list = append(list, Conjuncts(part, all)...)
			}
			return list
		}
	}
	if !truth {
		f = Not{f}
	}
	return []Formula{f}
}

func (f In) Fields(m *Model) Fields  { return Fields{}.Add(m.NameOf(f.Var), f.Values.Written()) }
func (f And) Fields(m *Model) Fields { return Fields{}.Add("all", m.written(f)) }
func (f Or) Fields(m *Model) Fields  { return Fields{}.Add("any", m.written(f)) }
func (f Not) Fields(m *Model) Fields { return Fields{}.Add("not", f.Of.Fields(m)) }
func (f Implies) Fields(m *Model) Fields {
	return Fields{}.Add("if", f.If.Fields(m)).Add("then", f.Then.Fields(m))
}
func (f Count) Fields(m *Model) Fields {
	return Fields{}.Add(string(f.Kind), f.K).Add("of", m.written(f.Of))
}

// written returns the fields of each formula.
func (m *Model) written(parts []Formula) []Fields {
	return lists.Map(parts, func(part Formula) Fields { return part.Fields(m) })
}

// formula reads a formula: a mapping with the one or two words of a connective, or with atoms, all of which must be true.
func (d *Decoder) Formula(f *input.Mapping) Formula {
	words := f.Left()
	if len(words) == 0 {
		d.Failf(f.Node, "found an empty formula, expected all, any, not, if, at-most, at-least, exactly or a cell")
		return nil
	}
	parts := func(key string) []Formula {
		return lists.Map(d.Sequence(f.Required(key)), func(node *node) Formula { return d.Formula(d.Mapping(node)) })
	}
	nested := func(key string) Formula { return d.Formula(d.Mapping(f.Required(key))) }
	var formula Formula
	switch word := words[0].Value; word {
	case "all":
		formula = And(parts(word))
	case "any":
		formula = Or(parts(word))
	case "not":
		formula = Not{nested(word)}
	case "if", "then":
		formula = Implies{nested("if"), nested("then")}
	case string(AtMost), string(AtLeast), string(Exactly):
		formula = Count{CountKind(word), d.Int(f.Required(word)), parts("of")}
	case "of":
		d.Failf(words[0], "found of first, expected at-most, at-least or exactly before it")
	default:
		atoms := And{}
		f.Each(func(key, value *node) { atoms = append(atoms, In{d.Variable(key), d.Values(value)}) })
		formula = atoms
		if len(atoms) == 1 {
			formula = atoms[0]
		}
	}
	f.Done()
	return formula
}

// randomFormula draws an atom, or a formula with connectives nested at most depth deep. Counts may be unreachable.
func randomFormula(d Drawer, depth int) Formula {
	const maxParts = 3
	connective := 0
	if depth > 0 {
		connective = d.IntN(8)
	}
	part := func() Formula { return randomFormula(d, depth-1) }
	parts := func() []Formula {
		list := make([]Formula, d.IntN(maxParts+1))
		for i := range list {
			list[i] = part()
		}
		return list
	}
	count := func(kind CountKind) Formula {
		of := parts()
		if !OneIn(d, 8) {
			of = append(of, part())
		}
		return Count{kind, Between(d, -1, len(of)+1), of}
	}
	switch connective {
	case 1:
		return And(parts())
	case 2:
		return Or(parts())
	case 3:
		return Not{part()}
	case 4:
		return Implies{part(), part()}
	case 5:
		return count(AtMost)
	case 6:
		return count(AtLeast)
	case 7:
		return count(Exactly)
	default:
		return randomAtom(d)
	}
}

func randomAtom(d Drawer) In {
	v := d.Var()
	values := []int{d.ValueOf(v)}
	for range d.IntN(3) {
		values = append(values, d.Value())
	}
	return Is(v, values...)
}
