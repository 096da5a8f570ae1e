package propagate

import "qmsat/encode"

// With returns copies of the clauses of two or more literals that have a literal. Those that held without any decision when they
// were added are not among them, and literals that were false then are left out of the others.
func (p *Propagator) With(l encode.Literal) [][]encode.Literal {
	var list [][]encode.Literal
	for first, watches := range p.watches {
		for _, w := range watches {
			clause := p.arena[w.start:w.end]
			if clause[0] == 0 || index(clause[0]) != first { // removed, or listed under its first literal
				continue
			}
			for _, other := range clause {
				if other == l {
					list = append(list, append([]encode.Literal(nil), clause...))
					break
				}
			}
		}
	}
	return list
}
