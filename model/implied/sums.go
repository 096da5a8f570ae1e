package implied

import (
	"fmt"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// maxTerms is the largest number of terms of a sum that is kept. Of 6 to 9, native takes the least time with 8, and the fewest nodes
// with 8 or 9.
const maxTerms = 8

// maxUnions is the largest number of unions of rows, of columns and of regions each.
const maxUnions = 128

// shortSum is the largest number of terms of a sum that is used for further ones.
const shortSum = 2

// maxRounds is how often the sums are reduced; each round knows the short sums of the one before.
const maxRounds = 3

// findSums finds sums of few variables: it subtracts equalities from the sums of unions of houses (innies, outies, complements of
// cages) and from each other as long as that leaves fewer terms. Fixed variables are equalities too.
func (f *finder) findSums() {
	var sums []equation
	for i, c := range model.Each[*model.Linear](f.model.Constraints) {
		if e, ok := equationOf(c, i); ok && !f.known[e.key()] {
			f.known[e.key()] = true
			sums = append(sums, e)
		}
	}
	if len(sums) == 0 {
		return
	}
	f.clearPieces()
	for v := range f.model.Variables {
		if d := f.model.DomainOf(model.Var(v)); d.Size() == 1 {
			f.addPiece(equation{terms: plainTerms([]model.Var{model.Var(v)}), sum: d.Min()})
		}
	}
	first := len(f.pieces)
	for _, e := range sums {
		f.addPiece(e)
	}
	var open []reduction
	for i, e := range sums {
		open = append(open, reduction{e, []int{first + i}, "sums that overlap", true}, reduction{e, []int{first + i}, "sums that overlap", false})
	}
	for _, union := range f.unions(maxUnions) {
		e := f.sumOf(union)
		open = append(open, reduction{e, nil, "houses and sums", true}, reduction{e, nil, "houses and sums", false})
	}
	before := len(f.facts)
	for range maxRounds {
		for i := range open {
			if f.over(len(open[i].terms)) {
				break
			}
			open[i].equation = f.reduced(open[i].equation, open[i].leftOut, open[i].within)
			f.keep(open[i].equation, open[i].rule)
		}
		short := lists.Filter(f.kept, func(e equation) bool { return len(e.terms) <= shortSum })
		if len(short) == 0 || f.over(0) {
			break
		}
		for _, e := range short {
			f.addPiece(e)
			f.fixed[e.terms[0].Var] = f.fixed[e.terms[0].Var] || len(e.terms) == 1
		}
		f.kept = nil
	}
	f.dropFixed(before)
}

// reduction is an equation that is made shorter, round by round.
type reduction struct {
	equation
	leftOut []int // pieces that are not subtracted
	rule    string
	within  bool // only pieces without new variables are subtracted
}

// dropFixed drops the sums of several variables, from a fact on, with a variable that another fact fixes.
func (f *finder) dropFixed(from int) {
	sums := slices.DeleteFunc(f.facts[from:], func(fact Fact) bool {
		return fact.size > 1 && slices.ContainsFunc(fact.Constraint.Scope(), func(v model.Var) bool { return f.fixed[v] })
	})
	f.facts = f.facts[:from+len(sums)]
}

// keep makes a fact of an equation if it is short and new.
func (f *finder) keep(e equation, rule string) {
	n := len(e.terms)
	if n == 0 || n > maxTerms || f.known[e.key()] {
		return
	}
	f.known[e.key()] = true
	f.kept = append(f.kept, e)
	c := e.constraint()
	f.add(c, rule, e.from, func(m *model.Model) string { return fmt.Sprintf("%s = %d", m.SumText(c.Terms), c.Lo) })
}

// reduced returns the equation after subtracting pieces, each time the one that leaves fewest terms, while that makes it shorter.
// It leaves out some pieces. If within is set, no piece may bring in a new variable.
func (f *finder) reduced(e equation, leftOut []int, within bool) equation {
	e.terms, e.from = slices.Clone(e.terms), slices.Clone(e.from)
	for _, t := range e.terms {
		f.coefficients[t.Var] = t.Coefficient
	}
	for {
		best, sign, most := -1, 0, 0
		for _, i := range f.touching(e.terms) {
			if slices.Contains(leftOut, i) {
				continue
			}
			for _, s := range []int{1, -1} {
				if gain, ok := f.gain(&f.pieces[i], s, within); ok && (gain > most || gain == most && i < best) {
					best, sign, most = i, s, gain
				}
			}
		}
		if best < 0 {
			break
		}
		f.subtract(&e, &f.pieces[best], sign)
	}
	for _, t := range e.terms {
		f.coefficients[t.Var] = 0
	}
	slices.SortFunc(e.terms, func(a, b model.Term) int { return int(a.Var - b.Var) })
	slices.Sort(e.from)
	e.from = slices.Compact(e.from)
	return e
}

// touching returns the pieces that share a variable with the terms. It is valid until the next call.
func (f *finder) touching(terms []model.Term) []int {
	list := f.list[:0]
	for _, t := range terms {
		for _, i := range f.at[t.Var] {
			if !f.seen[i] {
				f.seen[i] = true
				list = append(list, i)
			}
		}
	}
	for _, i := range list {
		f.seen[i] = false
	}
	f.list = list
	return list
}

// gain returns how many terms fewer the current equation has after subtracting a piece times a sign. ok is false if that would
// leave a coefficient other than 1 and -1, or bring in a variable if within is set.
func (f *finder) gain(piece *equation, sign int, within bool) (gain int, ok bool) {
	if f.over(len(piece.terms)) {
		return 0, false
	}
	for _, t := range piece.terms {
		switch f.coefficients[t.Var] {
		case sign * t.Coefficient:
			gain++
		case 0:
			if gain--; within {
				return 0, false
			}
		default:
			return 0, false
		}
	}
	return gain, true
}

// subtract subtracts a piece times a sign from the current equation.
func (f *finder) subtract(e *equation, piece *equation, sign int) {
	for _, t := range piece.terms {
		if f.coefficients[t.Var] == 0 {
			e.terms = append(e.terms, model.Term{Var: t.Var})
		}
		f.coefficients[t.Var] -= sign * t.Coefficient
	}
	e.terms = slices.DeleteFunc(e.terms, func(t model.Term) bool { return f.coefficients[t.Var] == 0 })
	for i, t := range e.terms {
		e.terms[i].Coefficient = f.coefficients[t.Var]
	}
	e.sum -= sign * piece.sum
	e.from = append(e.from, piece.from...)
}

// clearPieces makes the finder ready for the pieces of a kind of reductions.
func (f *finder) clearPieces() {
	f.coefficients, f.at = make([]int, len(f.model.Variables)), make([][]int, len(f.model.Variables))
	f.pieces, f.seen = nil, nil
}

// addPiece adds an equation to those that are subtracted from others.
func (f *finder) addPiece(e equation) {
	for _, t := range e.terms {
		f.at[t.Var] = append(f.at[t.Var], len(f.pieces))
	}
	f.pieces = append(f.pieces, e)
	f.seen = append(f.seen, false)
}

// sumOf returns the sum of a union of houses.
func (f *finder) sumOf(union []int) (e equation) {
	for _, i := range union {
		part := f.houses[i].sum()
		e.terms, e.sum, e.from = append(e.terms, part.terms...), e.sum+part.sum, append(e.from, part.from...)
	}
	slices.SortFunc(e.terms, func(a, b model.Term) int { return int(a.Var - b.Var) })
	f.known[e.key()] = true
	return e
}
