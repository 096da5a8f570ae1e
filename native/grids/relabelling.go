package grids

// relabelling is a permutation of the digits; entry d−1 is the image of the digit d.
type relabelling [digits]uint8

var identity = relabelling{1, 2, 3, 4, 5, 6, 7, 8, 9}

func (r relabelling) digit(d uint8) uint8 { return r[d-1] }

func (r relabelling) set(s digitSet) digitSet {
	var image digitSet
	for ; s != 0; s &= s - 1 {
		image |= setOf(r.digit(s.least()))
	}
	return image
}

func (r relabelling) partition(p partition) partition {
	return newPartition(r.set(p.middle), r.set(p.outer), r.set(p.other))
}

// compose returns the relabelling that applies r first, then next.
func (r relabelling) compose(next relabelling) relabelling {
	for i, d := range r {
		r[i] = next.digit(d)
	}
	return r
}

// relabellings returns generators of the group of relabellings that keep the set of allowed triples, and the group's order. They
// form a strong generating set: for each digit d, and each e that d can become while the digits below d stay, one of them does
// that. The order is the product of the numbers of these e.
func (b bound) relabellings() (generators []relabelling, order int) {
	order = 1
	for d := uint8(1); d <= digits; d++ {
		images := 1
		for e := d + 1; e <= digits; e++ {
			r := identity
			r[d-1] = e
			if r, ok := b.extend(r, int(d), setOf(identity[:d-1]...)|setOf(e)); ok {
				generators = append(generators, r)
				images++
			}
		}
		order *= images
	}
	return generators, order
}

// extend completes a relabelling: its first known entries, with the given images, stay.
func (b bound) extend(r relabelling, known int, images digitSet) (relabelling, bool) {
	if !b.keeps(r, known) {
		return r, false
	}
	if known == digits {
		return r, true
	}
	for e := uint8(1); e <= digits; e++ {
		if images&setOf(e) == 0 {
			r[known] = e
			if full, ok := b.extend(r, known+1, images|setOf(e)); ok {
				return full, true
			}
		}
	}
	return r, false
}

// keeps reports whether r preserves which triples are allowed, among the triples of digits up to known that contain known.
func (b bound) keeps(r relabelling, known int) bool {
	for x := 1; x < known; x++ {
		for y := x + 1; y < known; y++ {
			if b.allows(x+y+known) != b.allows(int(r[x-1]+r[y-1]+r[known-1])) {
				return false
			}
		}
	}
	return true
}
