package frontier

import (
	"slices"
)

// permutation holds, by active field of a cut, its image.
type permutation []uint8

// chain holds, for each active field in order, automorphisms that fix all fields before it: at most one for each image of the
// field, nil for others. All products of one of each level are the known automorphisms, as permutations of fields.
//
// Source: Sims, "Computational methods in the study of permutation groups", 1970, stabilizer chains.
type chain []level

type level []permutation

// trivialChain has the identity only.
func trivialChain(fields int) chain {
	identity := make(permutation, fields)
	for i := range identity {
		identity[i] = uint8(i)
	}
	c := make(chain, fields)
	for i := range c {
		c[i] = make(level, fields)
		c[i][i] = identity
	}
	return c
}

// chain looks for automorphisms of the residual.
func (s *structure) chain() chain {
	c := trivialChain(len(s.active))
	if s.over(0) { // in the midst of the structure
		return c
	}
	fixed := [][]uint64{s.colours} // once the fields before it are in their places
	for i, j := range s.active {
		next := slices.Clone(fixed[i])
		next[s.vertex[j]] = hash([]uint64{next[s.vertex[j]], uint64(i)})
		fixed = append(fixed, next)
	}
	var generators []permutation
	for i := len(c) - 1; i >= 0; i-- {
		c[i].spread(i, generators)
		colours := slices.Clone(fixed[i])
		s.refined(colours, slices.Clone(colours))
		v := s.vertex[s.active[i]]
		for other := i + 1; other < len(c); other++ {
			image := s.vertex[s.active[other]]
			if c[i][other] != nil || colours[v] != colours[image] {
				continue
			}
			tries := 0
			if images := s.findWith(colours, colours, v, image, &tries); images != nil {
				generators = append(generators, s.onFields(images))
				s.check(mapping{"automorphism", images[:len(s.open)], func(j int) int { return s.imageOf(images, j) }, itself, nil})
				c[i].spread(i, generators)
			}
		}
	}
	return c
}

// onFields returns what an automorphism does with the active fields.
func (s *structure) onFields(images []int) permutation {
	g := make(permutation, len(s.active))
	for i, j := range s.active {
		g[i] = uint8(slices.Index(s.active, s.imageOf(images, j)))
	}
	return g
}

// imageOf returns the field that an automorphism takes another one to.
func (s *structure) imageOf(images []int, j int) int {
	return s.fields[images[s.vertex[j]]-len(s.open)]
}

// spread adds, for a field, products of generators for the places that they take it to.
func (l level) spread(field int, generators []permutation) {
	reached := []int{}
	for u, t := range l {
		if t != nil {
			reached = append(reached, u)
		}
	}
	for len(reached) > 0 {
		u := reached[0]
		reached = reached[1:]
		for _, g := range generators {
			if to := int(g[u]); l[to] == nil {
				l[to] = g.after(l[u])
				reached = append(reached, to)
			}
		}
	}
}

// after returns the permutation that is f and then g.
func (g permutation) after(f permutation) permutation {
	product := make(permutation, len(f))
	for i, image := range f {
		product[i] = g[image]
	}
	return product
}

// inverse returns the permutation that takes everything back.
func (g permutation) inverse() permutation {
	inverse := make(permutation, len(g))
	for i, image := range g {
		inverse[image] = uint8(i)
	}
	return inverse
}

// has reports whether a permutation is a product of one of each level.
func (c chain) has(g permutation) bool {
	for i := range c {
		if int(g[i]) == i {
			continue // the level has the identity there
		}
		t := c[i][g[i]]
		if t == nil {
			return false
		}
		g = t.inverse().after(g)
	}
	return true
}

// order returns the number of automorphisms in the chain, as the factors of each level.
func (c chain) order() (sizes []int) {
	for _, level := range c {
		n := 0
		for _, t := range level {
			if t != nil {
				n++
			}
		}
		if n > 1 {
			sizes = append(sizes, n)
		}
	}
	return sizes
}
