package propagate

import (
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/native/space"
)

// either propagates each branch apart, in a space of its own variables. A branch that fails is dropped, and a value that no other
// branch has left is removed: constructive disjunction. If one branch is left, all that it requires is kept. It stops as soon as
// no further branch can change anything, so most calls propagate one or two branches.
//
// Source: Van Hentenryck, Saraswat and Deville, "Design, implementation, and evaluation of the constraint language cc(FD)", 1998.
type either struct {
	scope    []model.Var
	branches []*branch  // the one that stopped the last call comes first
	open     []int      // positions in the scope whose values may be removed; this list and the following one during a call only
	left     [][]uint64 // by position: the domain, as the branches leave it
}

// branch is one of the lists of constraints.
type branch struct {
	*space.Space
	at  []model.Var // by position in the scope: the branch's own variable, or -1
	all []int32     // the propagators
}

func init() { space.RegisterKind("either", eitherValues, postEither) }

// eitherValues declares what the parts need.
func eitherValues(m *model.Model, c *kinds.Either, limits *space.Limits) (values []model.Var) {
	for _, parts := range c.Of {
		for _, part := range parts {
			if k := space.Kinds.Entries[part.Kind()]; k != nil {
				values = append(values, k.Values(m, part, limits)...)
			}
		}
	}
	return values
}

func postEither(b *space.Builder, c *kinds.Either) {
	p := &either{scope: c.Scope()}
	for _, parts := range c.Of {
		own, err := newBranch(b, parts, p.scope)
		if err != nil {
			b.Err = err
			return
		}
		p.branches = append(p.branches, own)
	}
	p.left = lists.Map(p.scope, func(v model.Var) []uint64 { return make([]uint64, len(b.Space.Bits(v))) })
	b.PostSlow(p, space.AskBounds, p.scope)
}

// newBranch builds constraints over a model of their own variables.
func newBranch(b *space.Builder, parts []model.Constraint, scope []model.Var) (*branch, error) {
	own, m := (&kinds.Either{Of: [][]model.Constraint{parts}}).Scope(), &model.Model{}
	at, wide := map[model.Var]model.Var{}, make([]bool, len(own))
	for i, v := range own {
		at[v] = m.AddVariable(b.Model.NameOf(v), b.Model.DomainOf(v))
		wide[i] = b.IsWide(v)
	}
	inside := space.NewBuilder(b.Ctx, m, wide, b.Limits)
	inside.Apartness = b.Exclusions().Among(own)
	for _, part := range parts {
		m.Constraints = append(m.Constraints, part.Substitute(model.Substitution{
			Var: func(v model.Var) (model.Var, bool) { return at[v], true },
		}))
	}
	if err := inside.Finish(m.Constraints); err != nil {
		return nil, err
	}
	places := lists.Map(scope, func(v model.Var) model.Var {
		if own, is := at[v]; is {
			return own
		}
		return -1
	})
	return &branch{inside.Space, places, lists.Numbers[int32](len(inside.Propagators))}, nil
}

func (p *either) Propagate(s *space.Space) bool {
	p.open = p.open[:0]
	possible := false
	for i, b := range p.branches {
		if !b.holds(s, p.scope) {
			if s.Stopped {
				return false
			}
			continue
		}
		if p.join(s, b, !possible); len(p.open) == 0 {
			p.branches[0], p.branches[i] = p.branches[i], p.branches[0]
			return true
		}
		possible = true
	}
	if !possible {
		return false
	}
	for _, position := range p.open {
		if !p.keep(s, position) {
			return false
		}
	}
	return true
}

// holds propagates the branch in the current domains, and reports whether it may hold.
func (b *branch) holds(s *space.Space, scope []model.Var) bool {
	for position, v := range scope {
		if at := b.at[position]; at >= 0 {
			copy(b.Bits(at), s.Bits(v))
		}
	}
	b.Done, b.Stopped = s.Done, false
	b.Due.Clear()
	b.Due.Push(b.all)
	possible := b.Propagate()
	s.Stopped = s.Stopped || b.Stopped
	return possible
}

// join adds the values of a branch to those left, and closes the positions at which all values are left. The first branch opens
// its variables.
func (p *either) join(s *space.Space, b *branch, first bool) {
	if first {
		for position, at := range b.at {
			if at >= 0 {
				clear(p.left[position])
				p.open = append(p.open, position)
			}
		}
	}
	open := p.open[:0]
	for _, position := range p.open {
		if at := b.at[position]; at >= 0 && !p.add(s, position, b.Bits(at), first) {
			open = append(open, position)
		}
	}
	p.open = open
}

// add adds a branch's domain at a position, and reports whether all values are left now.
func (p *either) add(s *space.Space, position int, domain []uint64, first bool) bool {
	v, left := p.scope[position], p.left[position]
	wide, all := s.IsWide(v), true
	if wide && !first {
		left[0], left[1] = min(left[0], domain[0]), max(left[1], domain[1])
	}
	for i, word := range s.Bits(v) {
		if first {
			left[i] = domain[i]
		} else if !wide {
			left[i] |= domain[i]
		}
		all = all && left[i] == word
	}
	return all
}

// keep removes what no branch left.
func (p *either) keep(s *space.Space, position int) bool {
	v, left := p.scope[position], p.left[position]
	if s.IsWide(v) {
		return s.KeepBetween(v, int(left[0]), int(left[1]))
	}
	return s.Keep(v, left)
}
