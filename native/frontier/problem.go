package frontier

import (
	"slices"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/frontier/machine"
)

// maxValues limits the values of a variable, so that a pass over all of them is quick.
const maxValues = 1 << 20

// problem is a model under a cube.
type problem struct {
	watch      *stop.Watch // over all work by one goroutine
	model      *model.Model
	values     [][]int // by variable, ascending: the values left by givens and all-different constraints
	groups     []group
	hidden     []bool // by variable: it is neither an output nor determined by the outputs
	impossible bool   // there is no solution
	checker    *checker
	limits     *limits
}

// group is a constraint with at least one variable, or several that are read together. The first one's scope contains the others'.
type group struct {
	constraints []model.Constraint
	scope       []model.Var
	guests      int // number of other groups that can join it
}

// work returns the work of reading the scope.
func (p group) work() int { return workPerLookup * len(p.scope) }

// differs reports whether a group is a single all-different constraint.
func (p group) differs() bool {
	return len(p.constraints) == 1 && p.constraints[0].Kind() == machine.AllDifferent
}

// newProblem returns the problem of a valid model under a cube whose variables the model has.
func newProblem(watch *stop.Watch, m *model.Model, cube model.Cube, sizes *limits) (*problem, error) {
	p := &problem{watch: watch, model: m, values: make([][]int, len(m.Variables)), checker: newChecker(m), limits: sizes}
	for v, variable := range stop.Each(watch, m.Variables, func(v model.Variable) int { return v.Domain.Size() }) {
		if size := variable.Domain.Size(); size <= 0 || size > maxValues { // size is 0 or less if it overflows an int
			return nil, engine.Unsupported(Name, "%s has the domain %v; expected no more than %d values", variable.Name, variable.Domain, maxValues)
		}
		p.values[v] = slices.AppendSeq(make([]int, 0, variable.Domain.Size()), variable.Domain.All())
	}
	for _, g := range stop.Each(watch, cube, func(g model.Given) int { return len(p.values[g.Var]) }) {
		p.values[g.Var] = slices.DeleteFunc(p.values[g.Var], func(value int) bool { return value != g.Value })
	}
	for c := range model.ConjunctsOf(m.Constraints) {
		if err := watch.Over(workPerLookup); err != nil {
			return nil, err
		}
		scope := c.Scope()
		if len(scope) > 0 {
			p.groups = append(p.groups, group{constraints: []model.Constraint{c}, scope: scope})
		} else if !c.Holds(nil) {
			p.impossible = true
		}
	}
	p.excludeFixed()
	if err := watch.Over(0); err != nil {
		return nil, err
	}
	for _, values := range p.values {
		p.impossible = p.impossible || len(values) == 0
	}
	if p.impossible {
		return p, nil
	}
	p.dropImplied()
	return p, watch.Over(0)
}

// excludeFixed removes the value of each fixed variable from all variables that must differ from it, until nothing changes.
func (p *problem) excludeFixed() {
	of := make([][]group, len(p.values))
	for _, g := range p.groups {
		if g.differs() {
			for _, v := range g.scope {
				of[v] = append(of[v], g)
			}
		}
	}
	var fixed []model.Var
	for v, values := range p.values {
		if len(values) == 1 {
			fixed = append(fixed, model.Var(v))
		}
	}
	for len(fixed) > 0 {
		v := fixed[len(fixed)-1]
		fixed = fixed[:len(fixed)-1]
		for _, different := range stop.Each(p.watch, of[v], group.work) {
			for _, other := range different.scope {
				if other == v {
					continue
				}
				if len(p.values[v]) == 0 {
					return
				}
				i, has := slices.BinarySearch(p.values[other], p.values[v][0])
				if !has {
					continue
				}
				p.values[other] = slices.Delete(p.values[other], i, i+1)
				if len(p.values[other]) == 1 {
					fixed = append(fixed, other)
				}
			}
		}
	}
}

// workPerLookup is the work of a lookup in a map or a long list.
const workPerLookup = 1 << 3

// dropImplied drops all-different constraints whose variables share no value, or that another one contains.
func (p *problem) dropImplied() {
	slices.SortStableFunc(p.groups, func(a, b group) int { return len(b.scope) - len(a.scope) })
	of := make([][][]model.Var, len(p.values)) // by variable: the kept all-different constraints, as sorted variables
	p.groups = slices.DeleteFunc(p.groups, func(candidate group) bool {
		if !candidate.differs() || p.watch.Over(candidate.work()) != nil {
			return false
		}
		rarest := slices.MinFunc(candidate.scope, func(a, b model.Var) int { return len(of[a]) - len(of[b]) })
		for _, larger := range stop.Each(p.watch, of[rarest], func([]model.Var) int { return candidate.work() }) {
			if within(candidate.scope, larger) {
				return true
			}
		}
		if distinct, all := p.countValues(candidate.scope); distinct == all {
			return true
		}
		sorted := slices.Sorted(slices.Values(candidate.scope))
		for _, v := range candidate.scope {
			of[v] = append(of[v], sorted)
		}
		return false
	})
}

// countValues returns how many different values the variables have together, and how many if repeats count.
func (p *problem) countValues(vars []model.Var) (distinct, all int) {
	var ranges []model.Range
	for _, v := range stop.Each(p.watch, vars, func(v model.Var) int { return workPerLookup + len(p.values[v]) }) {
		ranges = append(ranges, domainOf(p.values[v]).Ranges()...)
		all += len(p.values[v])
	}
	return model.NewDomain(ranges...).Size(), all
}

// domainOf returns ascending values as a domain.
func domainOf(values []int) model.Domain {
	if n := len(values); n > 0 && values[n-1]-values[0] == n-1 {
		return model.Interval(values[0], values[n-1])
	}
	return model.Values(values...)
}

func within(vars, sorted []model.Var) bool {
	return !slices.ContainsFunc(vars, func(v model.Var) bool {
		_, has := slices.BinarySearch(sorted, v)
		return !has
	})
}
