package propagate

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/native/space"
)

// ValueSets is for cells that all differ and whose values, in any order, are one of some sets: windows on a renban line, values
// without neighbours on a nabner line. The cells keep the values of sets that their domains still hold. A value of all these sets
// is required, as in a groupedSum. A call takes O(cells + sets) steps.
type ValueSets struct {
	SumGroup
	sets []uint64
}

func (p *ValueSets) Propagate(s *space.Space) bool {
	if !p.measure(s.State) {
		return false
	}
	taken := uint64(0)
	for _, x := range p.Cells {
		if w := x.Values(s.State); w&(w-1) == 0 {
			taken |= w
		}
	}
	some, all := uint64(0), p.union
	for _, set := range p.sets {
		if taken&^set == 0 && set&^(taken|p.union) == 0 {
			some |= set
			all &= set
		}
	}
	if some == 0 {
		return false
	}
	for i := range p.open {
		p.open[i].values &= some
	}
	return p.keep(s) && p.require(s, all)
}

// mostSubsets is the number of sets of values that are tried.
const mostSubsets = 1 << 12

// PostValueSets posts sets of values for rules, and for relations between each two of some cells, that do not depend on the order
// of the cells.
func PostValueSets(b *space.Builder) {
	rules, scopes := map[string][]*model.Rule{}, map[string][]model.Var{}
	var keys []string
	for _, c := range model.Each[*model.Rule](b.Model.Constraints) {
		scope := c.Scope()
		if b.Over(workPerScope * len(scope)) {
			break
		}
		differ := len(scope) > 2 && subsets(b, scope) > 0 && len(b.Exclusions().Groups(scope)) == 1
		if !differ || !Symmetric(c.Formula, scope) {
			continue
		}
		key := space.ScopeKey(scope)
		if scopes[key] == nil {
			scopes[key], keys = scope, append(keys, key)
		}
		rules[key] = append(rules[key], c)
	}
	a := make(model.Assignment, len(b.Model.Variables))
	for _, key := range keys {
		postSets(b, scopes[key], func(values []int) bool {
			for i, value := range values {
				a[scopes[key][i]] = value
			}
			broken := func(c *model.Rule) bool { return !c.Holds(a) }
			return len(values) < len(scopes[key]) || !slices.ContainsFunc(rules[key], broken)
		})
	}
}

// subsets returns how many sets of their values the cells have if they differ; 0 if there are too many.
func subsets(b *space.Builder, cells []model.Var) int {
	if slices.ContainsFunc(cells, b.IsWide) {
		return 0
	}
	n, size := 1, b.UnionOf(cells).Size()
	for i := range cells {
		if n *= size - i; n > mostSubsets*(i+1) {
			return 0
		}
		n /= i + 1
	}
	return n
}

// postSets posts the sets of values of cells, none of whose beginnings is refused. Sets are ascending.
func postSets(b *space.Builder, cells []model.Var, allows func(values []int) bool) {
	group, ok := newSumGroup(b, 1, cells)
	if !ok {
		return
	}
	domain := slices.Collect(b.UnionOf(cells).All())
	p := &ValueSets{SumGroup: group}
	var add func(first int, values []int, set uint64)
	add = func(first int, values []int, set uint64) {
		if b.Over(1) || !allows(values) {
			return
		}
		if len(values) == len(cells) {
			p.sets = append(p.sets, set)
			return
		}
		for i := first; i < len(domain); i++ {
			add(i+1, append(values, domain[i]), set|1<<(domain[i]-p.lo))
		}
	}
	add(0, nil, 0)
	if len(p.sets) < subsets(b, cells) {
		b.PostSlow(p, space.AskWord, cells)
	}
}

// Symmetric reports whether a formula says the same after two variables are exchanged, and after all move on. All other orders
// follow from these two. It may miss some symmetric formulas.
func Symmetric(f model.Formula, scope []model.Var) bool {
	order := lists.Numbers[model.Var](len(scope))
	text := func() string {
		at := map[model.Var]model.Var{}
		for i, v := range scope {
			at[v] = order[i]
		}
		return textInAnyOrder(f, at)
	}
	plain := text()
	order[0], order[1] = 1, 0
	if text() != plain {
		return false
	}
	for i := range order {
		order[i] = model.Var((i + 1) % len(order))
	}
	return text() == plain
}

// textInAnyOrder returns a text of a formula that does not depend on the order of the parts of a count.
func textInAnyOrder(f model.Formula, at map[model.Var]model.Var) string {
	if atom, is := model.AtomOf(f); is {
		return strconv.Itoa(int(at[atom.Var])) + "∈" + atom.Values.String()
	}
	parts, lo, hi, _ := model.Tally(f)
	texts := lists.Map(parts, func(part model.Formula) string { return textInAnyOrder(part, at) })
	slices.Sort(texts)
	return strconv.Itoa(lo) + ".." + strconv.Itoa(hi) + "(" + strings.Join(texts, " ") + ")"
}

// relation is a relation of the values of two cells that differ: by the place of a value in a list, the places of the values that
// the other cell may have.
type relation []uint64

// mostRelated is the length of that list.
const mostRelated = 64

// workPerScope is the work to read a constraint's scope, in the units of [stop.Watch.Over].
const workPerScope = 1 << 6

// partners returns the cells that share constraints on two cells with one, besides that they differ, and these constraints.
func partners(b *space.Builder) (partners map[model.Var][]model.Var, of map[[2]model.Var][]model.Constraint) {
	partners, of = map[model.Var][]model.Var{}, map[[2]model.Var][]model.Constraint{}
	for c := range model.ConjunctsOf(b.Model.Constraints) {
		scope := c.Scope()
		if b.Over(workPerScope + len(scope)) {
			break
		}
		if len(scope) != 2 || c.Kind() == "all-different" || subsets(b, scope) == 0 {
			continue
		}
		if !b.Exclusions().Different(scope[0], scope[1]) {
			continue
		}
		pair := [2]model.Var{min(scope[0], scope[1]), max(scope[0], scope[1])}
		if of[pair] = append(of[pair], c); len(of[pair]) == 1 {
			partners[pair[0]] = append(partners[pair[0]], pair[1])
			partners[pair[1]] = append(partners[pair[1]], pair[0])
		}
	}
	return partners, of
}

// relationOf returns the relation that constraints on two cells imply together.
func relationOf(b *space.Builder, pair [2]model.Var, constraints []model.Constraint, values []int) relation {
	r, a := make(relation, len(values)), make(model.Assignment, len(b.Model.Variables))
	for i, x := range values {
		for j, y := range values {
			a[pair[0]], a[pair[1]] = x, y
			if i != j && !b.Over(1) && !slices.ContainsFunc(constraints, func(c model.Constraint) bool { return !c.Holds(a) }) {
				r[i] |= 1 << j
			}
		}
	}
	return r
}

// symmetric reports whether each of two values allows the other one if that allows it.
func (r relation) symmetric() bool {
	for i := range r {
		for j := range i {
			if r[i]>>j&1 != r[j]>>i&1 {
				return false
			}
		}
	}
	return true
}

// PostCliques posts sets of values for three or more cells with the same relation between each two of them. Each pair is in one
// such set, or in none.
func PostCliques(b *space.Builder) {
	partners, of := partners(b)
	domain := b.UnionOf(slices.Sorted(maps.Keys(partners)))
	if domain.Size() > mostRelated {
		return
	}
	values := slices.Collect(domain.All())
	known, done := map[[2]model.Var]relation{}, map[[2]model.Var]bool{}
	between := func(x, y model.Var) relation {
		pair := [2]model.Var{min(x, y), max(x, y)}
		if known[pair] == nil {
			known[pair] = relationOf(b, pair, of[pair], values)
		}
		return known[pair]
	}
	for _, v := range slices.Sorted(maps.Keys(partners)) {
		for _, w := range partners[v] {
			if w < v || done[[2]model.Var{v, w}] {
				continue
			}
			clique := []model.Var{v, w}
			for _, u := range partners[v] {
				if u > v && u != w && !b.Over(1) && slices.Contains(partners[u], w) && between(v, w).symmetric() &&
					!slices.ContainsFunc(clique, func(x model.Var) bool { return !slices.Equal(between(x, u), between(v, w)) }) {
					clique = append(clique, u)
				}
			}
			if len(clique) < 3 || subsets(b, clique) == 0 {
				continue
			}
			slices.Sort(clique)
			for i, x := range clique {
				for _, y := range clique[:i] {
					done[[2]model.Var{y, x}] = true
				}
			}
			postRelated(b, clique, between(v, w), domain)
		}
	}
}

// postRelated posts the sets of values of cells with a relation between each two of them.
func postRelated(b *space.Builder, cells []model.Var, r relation, domain model.Domain) {
	postSets(b, cells, func(values []int) bool {
		if len(values) == 0 {
			return true
		}
		last, _ := domain.Index(values[len(values)-1])
		return !slices.ContainsFunc(values[:len(values)-1], func(value int) bool {
			i, _ := domain.Index(value)
			return r[last]>>i&1 == 0
		})
	})
}
