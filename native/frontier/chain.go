package frontier

import (
	"slices"
)

// permutation holds, by active field of a cut, the field's image.
type permutation []uint8

// chain holds, for each active field in order, automorphisms that fix each field before it: at most one for each image of the
// field, nil for the other fields. The known automorphisms are the products of one entry of each level, as permutations of
// fields.
//
// Source: Sims, "Computational methods in the study of permutation groups", 1970, stabilizer chains.
type chain []level

type level []permutation

// trivialChain returns the chain with only the identity.
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

// chain looks for automorphisms of the remainder.
func (s *structure) chain() chain {
	c := trivialChain(len(s.active))
	if s.over(0) { // the structure may be incomplete
		return c
	}
	fixed := [][]uint64{s.colours} // after the earlier fields are fixed
	for i, j := range s.active {
		next := slices.Clone(fixed[i])
		next[s.vertex[j]] = hash([]uint64{next[s.vertex[j]], uint64(i)})
		fixed = append(fixed, next)
	}
	var generators []permutation
	for i := len(c) - 1; i >= 0; i-- {
		c[i].spread(generators)
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
				c[i].spread(generators)
			}
		}
	}
	return c
}

// onFields returns the permutation of the active fields by an automorphism.
func (s *structure) onFields(images []int) permutation {
	g := make(permutation, len(s.active))
	for i, j := range s.active {
		g[i] = uint8(slices.Index(s.active, s.imageOf(images, j)))
	}
	return g
}

// imageOf returns the field to which an automorphism maps another one.
func (s *structure) imageOf(images []int, j int) int {
	return s.fields[images[s.vertex[j]]-len(s.open)]
}

// spread adds products of generators: one for each place that they can reach.
func (l level) spread(generators []permutation) {
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

// after returns the permutation that applies f, then g.
func (g permutation) after(f permutation) permutation {
	product := make(permutation, len(f))
	for i, image := range f {
		product[i] = g[image]
	}
	return product
}

// inverse returns the inverse permutation.
func (g permutation) inverse() permutation {
	inverse := make(permutation, len(g))
	for i, image := range g {
		inverse[image] = uint8(i)
	}
	return inverse
}

// has reports whether a permutation is a product of one entry of each level.
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

// order returns the number of automorphisms in the chain, as one factor for each level.
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
