package frontier

import (
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// maxValues bounds the values of a variable, so that a look at all of them is quick.
const maxValues = 1 << 20

// problem is a model under a cube.
type problem struct {
	model      *model.Model
	values     [][]int // by variable, ascending: those that givens and all-different constraints leave
	parts      []part
	hidden     []bool // by variable: neither an output nor determined by the outputs
	impossible bool   // there is no solution
}

// part is a constraint with at least one variable; more than one are several that are looked at together, the first one's scope being
// that of all.
type part struct {
	constraints []model.Constraint
	scope       []model.Var
}

// differs returns the constraint of a part that is a single all-different, or nil.
func (p part) differs() *model.AllDifferent {
	if len(p.constraints) > 1 {
		return nil
	}
	different, _ := p.constraints[0].(*model.AllDifferent)
	return different
}

// newProblem returns the problem of a valid model under a cube whose variables the model has.
func newProblem(m *model.Model, cube model.Cube) (*problem, error) {
	p := &problem{model: m, values: make([][]int, len(m.Variables))}
	for v, variable := range m.Variables {
		if size := variable.Domain.Size(); size <= 0 || size > maxValues { // what is not positive is what int cannot hold
			return nil, engine.Unsupported(Name, "%s has the domain %v; expected no more than %d values", variable.Name, variable.Domain, maxValues)
		}
		p.values[v] = slices.AppendSeq(make([]int, 0, variable.Domain.Size()), variable.Domain.All())
	}
	for _, g := range cube {
		p.values[g.Var] = slices.DeleteFunc(p.values[g.Var], func(value int) bool { return value != g.Value })
	}
	for _, c := range m.Constraints {
		p.add(c)
	}
	p.excludeFixed()
	for _, values := range p.values {
		p.impossible = p.impossible || len(values) == 0
	}
	if p.impossible {
		return p, nil
	}
	p.dropImplied()
	return p, nil
}

// add adds a constraint, a conjunction as its conjuncts.
func (p *problem) add(c model.Constraint) {
	if rule, is := c.(*model.Rule); is {
		if and, is := rule.Formula.(model.And); is {
			for _, formula := range and {
				p.add(&model.Rule{Name: rule.Name, Formula: formula})
			}
			return
		}
	}
	scope := c.Scope()
	if len(scope) == 0 {
		p.impossible = p.impossible || !c.Holds(nil)
		return
	}
	p.parts = append(p.parts, part{[]model.Constraint{c}, scope})
}

// excludeFixed takes the value of a variable that has one only from all that have to differ from it, until nothing changes.
func (p *problem) excludeFixed() {
	of := make([][]*model.AllDifferent, len(p.values))
	for _, part := range p.parts {
		if different := part.differs(); different != nil {
			for _, v := range different.Vars {
				of[v] = append(of[v], different)
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
		for _, different := range of[v] {
			for _, other := range different.Vars {
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

// dropImplied leaves out all-different constraints whose variables share no value, or that another one contains.
func (p *problem) dropImplied() {
	slices.SortStableFunc(p.parts, func(a, b part) int { return len(b.scope) - len(a.scope) })
	var kept []part
	for _, candidate := range p.parts {
		if different := candidate.differs(); different != nil {
			contained := slices.ContainsFunc(kept, func(larger part) bool {
				return larger.differs() != nil && within(different.Vars, larger.scope)
			})
			if contained || p.apart(different.Vars) {
				continue
			}
		}
		kept = append(kept, candidate)
	}
	p.parts = kept
}

// apart reports whether no value is one of two of the variables.
func (p *problem) apart(vars []model.Var) bool {
	seen := map[int]bool{}
	for _, v := range vars {
		for _, value := range p.values[v] {
			if seen[value] {
				return false
			}
			seen[value] = true
		}
	}
	return true
}

func within(vars, scope []model.Var) bool {
	return !slices.ContainsFunc(vars, func(v model.Var) bool { return !slices.Contains(scope, v) })
}
