package logic

import (
	"context"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// joint is some groups together, whose cells differ where they see each other.
type joint struct {
	vars   []model.Var
	parts  []filterPart // with places in vars
	apart  [][]int      // by place: the places that it sees
	groups []*group
}

// join returns groups together, with further cells.
func (b *Board) join(cells []model.Var, groups ...*group) *joint {
	j := &joint{vars: cells, groups: groups}
	for _, g := range groups {
		j.vars = union(j.vars, g.vars)
	}
	place := make(map[model.Var]int, len(j.vars))
	for i, v := range j.vars {
		place[v] = i
	}
	for _, v := range j.vars {
		var apart []int
		for _, w := range b.seen[v] {
			if k, in := place[w]; in {
				apart = append(apart, k)
			}
		}
		j.apart = append(j.apart, apart)
	}
	for _, g := range groups {
		for _, part := range g.filters {
			at := make([]int, len(part.at))
			for i, k := range part.at {
				at[i] = place[g.vars[k]]
			}
			j.parts = append(j.parts, filterPart{part.filter, at})
		}
	}
	return j
}

// filling searches the ways to fill the variables of a joint.
type filling struct {
	*joint
	masks  [][]uint64 // by depth
	buffer []uint64
	nodes  int
	most   int             // the most nodes
	ctx    context.Context // ends the search
}

// Bounds of the search for a value's filling: its nodes, and the open cells of what is searched, and of what is only propagated. A value
// without a filling after that may still have one.
const (
	mostNodes = 300
	mostOpen  = 12
	mostTried = 36
)

// fill returns a search from the state's candidates.
func (s *State) fill(ctx context.Context, j *joint) *filling {
	f := &filling{joint: j, ctx: ctx, buffer: make([]uint64, len(j.vars))}
	copy(f.level(0), s.masksOf(j.vars))
	if s.openIn(j.vars) <= mostOpen {
		f.most = mostNodes
	}
	return f
}

// masksOf returns the masks of variables.
func (s *State) masksOf(vars []model.Var) []uint64 { return lists.Map(vars, s.mask) }

// level returns the masks at a depth.
func (f *filling) level(depth int) []uint64 {
	for len(f.masks) <= depth {
		f.masks = append(f.masks, make([]uint64, len(f.vars)))
	}
	return f.masks[depth]
}

// propagate removes values until nothing changes. It reports false if some variable has none left.
func (f *filling) propagate(masks []uint64) bool {
	for changed := true; changed; {
		changed = false
		for i, mask := range masks {
			if mask == 0 {
				return false
			}
			if mask&(mask-1) != 0 {
				continue
			}
			for _, k := range f.apart[i] {
				if masks[k]&mask != 0 {
					masks[k] &^= mask
					changed = true
				}
			}
		}
		for _, part := range f.parts {
			own := f.buffer[:len(part.at)]
			for i, k := range part.at {
				own[i] = masks[k]
			}
			if slices.Contains(own, 0) || !part.filter(own) {
				return false
			}
			for i, k := range part.at {
				changed = changed || masks[k] != own[i]
				masks[k] = own[i]
			}
		}
	}
	return true
}

// possible reports whether the variables can be filled with the masks at a depth, which then hold a filling. It also reports true
// if the search takes too long; known is then false.
func (f *filling) possible(depth int) (found, known bool) {
	masks := f.level(depth)
	if !f.propagate(masks) {
		return false, true
	}
	best := -1
	for i, mask := range masks {
		if n := count(mask); n > 1 && (best < 0 || n < count(masks[best])) {
			best = i
		}
	}
	if best < 0 {
		return true, true
	}
	if f.nodes++; f.nodes > f.most || f.ctx.Err() != nil {
		return true, false
	}
	for value := range bitsOf(masks[best]) {
		below := f.level(depth + 1)
		copy(below, masks)
		below[best] = 1 << value
		if found, known := f.possible(depth + 1); found {
			copy(masks, below)
			return true, known
		}
	}
	return false, true
}

// without reports whether the variables can surely not be filled if some values are removed first.
func (f *filling) without(remove func(i int) uint64) bool {
	below := f.level(1)
	for i, mask := range f.masks[0] {
		below[i] = mask &^ remove(i)
	}
	f.nodes = 0
	found, _ := f.possible(1)
	return !found
}

// refuted returns the candidates of open cells that no filling has; fewer if ctx ends.
func (f *filling) refuted(s *State) (list []Candidate) {
	start, kept := slices.Clone(f.level(0)), make([]uint64, len(f.vars))
	propagated := f.propagate(f.level(0))
	for i, v := range f.vars {
		if s.isAuxiliary(v) || s.values[v] >= 0 {
			continue
		}
		if f.ctx.Err() != nil {
			break
		}
		for value := range bitsOf(start[i]) {
			if kept[i]>>value&1 != 0 {
				continue
			}
			below := f.level(1)
			copy(below, f.masks[0])
			below[i] &= 1 << value
			f.nodes = 0
			found, known := false, true
			if propagated && below[i] != 0 {
				found, known = f.possible(1)
			}
			switch {
			case !found:
				list = append(list, Candidate{v, value})
			case known:
				for k, mask := range below {
					kept[k] |= mask
				}
			}
		}
	}
	return list
}
