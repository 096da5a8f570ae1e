package formats

import (
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/variant"
)

// issLayout are the tokens of the layout, which are read before the others.
var issLayout = []string{"Shape", "NoBoxes", "RegionSize", "Jigsaw", "Var", "ChaosConstruction", "SearchPriority"}

// issKinds holds the readers of tokens that have no form.
var issKinds map[string]func(r *issReader, args []string) []variant.Entry

func init() {
	issKinds = map[string]func(r *issReader, args []string) []variant.Entry{
		"Given":           (*issReader).candidateEntries,
		"Whisper":         (*issReader).whispers,
		"Modular":         (*issReader).modular,
		"RegionSumLine":   (*issReader).regionSum,
		"SumLine":         (*issReader).sumLine,
		"Regex":           (*issReader).regex,
		"NFA":             (*issReader).automaton,
		"Pair":            func(r *issReader, args []string) []variant.Entry { return r.relations(args, false) },
		"PairX":           func(r *issReader, args []string) []variant.Entry { return r.relations(args, true) },
		"Binary":          func(r *issReader, args []string) []variant.Entry { return r.relations(swapped(args), false) },
		"BinaryX":         func(r *issReader, args []string) []variant.Entry { return r.relations(swapped(args), true) },
		"Arrow":           func(r *issReader, args []string) []variant.Entry { return r.arrow(args, 1) },
		"PillArrow":       (*issReader).pillArrow,
		"Cage":            (*issReader).cage,
		"Sum":             (*issReader).sum,
		"AllDifferent":    (*issReader).allDifferent,
		"SameValues":      (*issReader).sameValues,
		"Quad":            (*issReader).quadruple,
		"LookAndSay":      (*issReader).lookAndSay,
		"Windoku":         func(r *issReader, _ []string) []variant.Entry { return r.byBoxes(&variant.Windoku{}) },
		"DisjointSets":    func(r *issReader, _ []string) []variant.Entry { return r.byBoxes(&variant.DisjointGroups{}) },
		"Doppelganger":    (*issReader).doppelganger,
		"Sandwich":        (*issReader).sandwich,
		"LittleKiller":    (*issReader).littleKiller,
		"FullRank":        (*issReader).fullRank,
		"FullRankTies":    (*issReader).fullRankTies,
		"ChaosArrow":      (*issReader).chaosArrow,
		"ChaosCount":      (*issReader).chaosCount,
		"ConnectedValues": (*issReader).connected,
	}
}

// isISSKind reports whether tokens of this name can be read.
func isISSKind(name string) bool {
	_, special := issKinds[name]
	return special || len(formsOfToken(name)) > 0 || slices.Contains(issLayout, name) || slices.Contains([]string{"Or", "And", "Replicate"}, name)
}

// clues returns clues as entries, bare constraints.
func clues(list ...variant.Clue) []variant.Entry {
	return lists.Map(list, func(n variant.Clue) variant.Entry { return variant.Entry{Clue: n} })
}

func bare[C model.Constraint](constraints ...C) []variant.Entry {
	return lists.Map(constraints, func(c C) variant.Entry { return variant.Entry{Constraint: c} })
}

// entries returns what a token means.
func (r *issReader) entries(token issToken) []variant.Entry {
	forms := formsOfToken(token.name)
	switch read, special := issKinds[token.name]; {
	case r.err != nil || slices.Contains(issLayout, token.name):
		return nil
	case token.name == "Or":
		return r.either(token)
	case special:
		return read(r, token.args)
	case len(forms) > 0:
		return clues(r.formed(forms, token.args)...)
	}
	r.unknown = append(r.unknown, token.name)
	return nil
}

// either reads .Or….End. A branch that is nothing is always satisfied.
func (r *issReader) either(token issToken) []variant.Entry {
	n := &variant.Or{}
	for _, part := range token.parts {
		var branch []variant.Entry
		for _, token := range r.flat([]issToken{part}) {
			branch = append(branch, r.entries(token)...)
		}
		if len(branch) == 0 {
			return nil
		}
		n.Of = append(n.Of, branch)
	}
	return clues(n)
}

// among returns the constraint that a cell has one of the values.
func among(v model.Var, values model.Domain) model.Constraint {
	return &model.Rule{Formula: model.In{Var: v, Values: values}}
}

// candidate reads a cell and the values that it may have.
func (r *issReader) candidate(arg string) (model.Var, model.Domain) {
	name, rest, _ := strings.Cut(arg, "_")
	v := r.cell(name)
	return v, model.Values(r.numbers(rest)...)
}

func (r *issReader) candidateEntries(args []string) []variant.Entry {
	return lists.Map(args, func(arg string) variant.Entry {
		v, values := r.candidate(arg)
		return variant.Entry{Constraint: among(v, values)}
	})
}

// numbered splits the arguments after a number, which may be empty.
func (r *issReader) numbered(args []string) (number int, rest []string) {
	if len(args) == 0 {
		r.failf("found no cells, expected at least one")
		return 0, nil
	}
	if args[0] != "" {
		number = r.number(args[0])
	}
	return number, args[1:]
}

// cage reads .Cage~sum~cells; the sum 0 means any. A repeated cell counts twice in the sum.
func (r *issReader) cage(args []string) []variant.Entry {
	sum, rest := r.numbered(args)
	cells := r.line(rest)
	if sum == 0 {
		return clues(&variant.Killer{Cells: lists.Distinct(cells)})
	}
	if len(lists.Distinct(cells)) == len(cells) {
		return clues(&variant.Killer{Cells: cells, Sum: &sum})
	}
	return append(bare(&model.AllDifferent{Vars: lists.Distinct(cells)}), bare(linear(cells, nil, sum))...)
}

// whispers reads .Whisper~difference~cells; without a difference it is 5.
func (r *issReader) whispers(args []string) []variant.Entry {
	difference := 5
	if len(args) > 0 {
		if _, is := r.isCell(args[0]); !is {
			difference, args = r.numbered(args)
		}
	}
	if difference == 0 {
		return nil
	}
	return clues(&variant.Whispers{Line: r.line(args), Difference: difference})
}

// modular reads .Modular~m~cells; with fewer than m cells, all have different residues.
func (r *issReader) modular(args []string) []variant.Entry {
	m, rest := r.numbered(args)
	if line := r.line(rest); m > 1 && len(line) > 1 {
		return clues(&variant.Modular{Line: line, Modulus: m})
	}
	return nil
}

// regionSum reads .RegionSumLine~cells. Without regions it means nothing.
func (r *issReader) regionSum(args []string) []variant.Entry {
	if g := r.m.Grid; !g.HasBoxes() && g.Regions == nil {
		return nil
	}
	return clues(&variant.RegionSum{Line: r.line(args)})
}

func (r *issReader) sumLine(args []string) []variant.Entry {
	sum, rest := r.numbered(args)
	last := len(rest) - 1
	loop := last > 0 && rest[last] == "LOOP"
	if loop {
		rest = rest[:last]
	}
	return clues(&variant.SumLine{Line: r.line(rest), Sum: sum, Loop: loop})
}

// arrow reads the cells of a bulb, then those of a shaft.
func (r *issReader) arrow(args []string, bulb int) []variant.Entry {
	if line := r.line(args); bulb >= 1 && len(line) > bulb {
		return clues(&variant.Arrow{Bulb: line[:bulb], Shafts: []model.Cells{line[bulb:]}})
	}
	r.failf("found an arrow of %d cells, expected more than its bulb has", len(args))
	return nil
}

func (r *issReader) pillArrow(args []string) []variant.Entry {
	bulb, rest := r.numbered(args)
	return r.arrow(rest, bulb)
}

func (r *issReader) allDifferent(args []string) []variant.Entry {
	return bare(&model.AllDifferent{Vars: lists.Distinct(r.line(args))})
}

// sameValues reads .SameValues~k~cells: k sets of equal size.
func (r *issReader) sameValues(args []string) []variant.Entry {
	k, rest := r.numbered(args)
	cells := r.line(rest)
	if k > len(cells) {
		r.warn("found .SameValues with %d sets of %d cells, read as %d sets", k, len(cells), len(cells))
	}
	if k = min(k, len(cells)); k < 1 || len(cells)%k != 0 {
		r.failf("found %d sets of %d cells, expected sets of equal size", k, len(cells))
		return nil
	}
	n := &variant.SameValues{}
	for set := range slices.Chunk(cells, len(cells)/k) {
		n.Sets = append(n.Sets, set)
	}
	return clues(n)
}

// quadruple reads .Quad~top left cell~values.
func (r *issReader) quadruple(args []string) []variant.Entry {
	if len(args) < 2 {
		r.failf("found .Quad~%s, expected a cell and values", strings.Join(args, "~"))
		return nil
	}
	first := r.cell(args[0])
	layer := r.layer(func(l issLayer) bool { return l.has(first) })
	below := first + model.Var(layer.columns)
	cells := model.Cells{first, first + 1, below, below + 1}
	if !layer.has(below+1) || !r.adjacent(first, first+1) {
		r.failf("found .Quad~%s, expected the upper left cell of a square", args[0])
		return nil
	}
	return clues(&variant.Quadruple{Cells: cells, Values: lists.Map(args[1:], r.number)})
}

func (r *issReader) lookAndSay(args []string) []variant.Entry {
	if len(args) < 2 || len(args[0])%2 != 0 {
		r.failf("found .LookAndSay~%s, expected pairs of digits and cells", strings.Join(args, "~"))
		return nil
	}
	n := &variant.LookAndSay{Cells: r.line(args[1:])}
	for pair := range slices.Chunk([]byte(args[0]), 2) {
		n.Says = append(n.Says, []int{r.number(string(pair[:1])), r.number(string(pair[1:]))})
	}
	return clues(n)
}

// sum reads .Sum~sum~cells, or .Sum~sum_=_c_c~cells with coefficients.
func (r *issReader) sum(args []string) []variant.Entry {
	if len(args) == 0 {
		return nil
	}
	text, coefficients, weighted := strings.Cut(args[0], "_=_")
	cells := r.line(args[1:])
	var by []int
	if weighted {
		if by = r.numbers(coefficients); len(by) != len(cells) {
			r.failf("found %d coefficients for %d cells, expected as many", len(by), len(cells))
			return nil
		}
	}
	return bare(linear(cells, by, r.number(text)))
}

// linear returns Σ by·cells = sum; by may be nil. Repeated cells are added up.
func linear(cells model.Cells, by []int, sum int) *model.Linear {
	c := &model.Linear{Lo: sum, Hi: sum}
	for i, v := range cells {
		coefficient := 1
		if by != nil {
			coefficient = by[i]
		}
		if at := slices.IndexFunc(c.Terms, func(t model.Term) bool { return t.Var == v }); at >= 0 {
			c.Terms[at].Coefficient += coefficient
			continue
		}
		c.Terms = append(c.Terms, model.Term{Coefficient: coefficient, Var: v})
	}
	c.Terms = lists.Filter(c.Terms, func(t model.Term) bool { return t.Coefficient != 0 })
	return c
}

// readGivens reads the givens and candidates at the top. Candidates narrow the cells' values, unless the grid would then have fewer
// values altogether; those are constraints.
func (r *issReader) readGivens(tokens []issToken) {
	for _, token := range tokens {
		if token.name != "Given" {
			continue
		}
		for _, arg := range token.args {
			v, values := r.candidate(arg)
			if before, again := r.candidates[v]; again {
				values = values.Intersect(before)
			}
			r.candidates[v] = values
		}
	}
	if r.err != nil {
		return
	}
	all := r.m.CellValues()
	var left model.Domain
	for v := range r.m.Grid.Cells() {
		if values, narrowed := r.candidates[model.Var(v)]; narrowed && values.Size() > 1 {
			left = left.Union(values)
		} else {
			left = left.Union(all)
		}
	}
	for v := range model.Var(len(r.m.Variables)) {
		values, narrowed := r.candidates[v]
		switch {
		case !narrowed:
		case values.Size() == 1:
			r.givens = append(r.givens, model.Given{Var: v, Value: values.Min()})
		case left.Equal(all) && !values.Empty():
			r.m.Variables[v].Domain = values
		default:
			r.add(variant.Entry{Constraint: among(v, values)})
		}
	}
}
