package proof

import (
	"encoding/binary"
	"math"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

func init() { register((*remainder).linear) }

const tagLinear = 'b'

// reach is the set of sums that open terms may have.
type reach struct {
	sums        []int // ascending; nil if there are too many
	least, most int
}

// mostSums limits the number of sums; it bounds the work per term.
const mostSums = 1 << 16

func (r *remainder) reachOf(terms []model.Term) *reach {
	to := &reach{sums: []int{0}}
	for _, t := range terms {
		d := r.domains[t.Var]
		if r.at[t.Var] < r.fixed || len(d) == 0 {
			continue
		}
		a, b := t.Coefficient*r.values[d[0]], t.Coefficient*r.values[d[len(d)-1]]
		to.least, to.most = to.least+min(a, b), to.most+max(a, b)
		if len(to.sums)*len(d) > mostSums {
			to.sums = nil
		}
		var next []int
		for _, sum := range to.sums {
			next = append(next, lists.Map(d, func(value int) int { return sum + t.Coefficient*r.values[value] })...)
		}
		slices.Sort(next)
		to.sums = slices.Compact(next)
	}
	return to
}

// cut returns the tightest bounds that exclude the same sums.
func (to reach) cut(lo, hi int) (int, int) {
	if to.sums == nil {
		return max(lo, to.least), min(hi, to.most)
	}
	from, _ := slices.BinarySearch(to.sums, lo)
	end, has := slices.BinarySearch(to.sums, hi)
	if has {
		end++
	}
	if from >= end {
		return math.MaxInt, math.MinInt
	}
	return to.sums[from], to.sums[end-1]
}

// linear returns the rest of a linear constraint: the open terms, and the bounds less the sum of the fixed terms.
func (r *remainder) linear(c *model.Linear, p *partLeft, prefix []int32, w *witness) ([]byte, error) {
	open, lo, hi := r.open(c.Terms, c.Lo, c.Hi, p, prefix)
	switch {
	case lo > hi:
		return nil, errRefuted
	case lo == p.reach.least && hi == p.reach.most:
		return nil, nil
	}
	return r.sum([]byte{tagLinear}, open, lo, hi, w)
}

// open returns the open terms of a sum and its bounds less the sum of the fixed terms, as tight as possible.
func (r *remainder) open(terms []model.Term, lo, hi int, p *partLeft, prefix []int32) (open []model.Term, newLo, newHi int) {
	sum := 0
	for _, t := range terms {
		if r.at[t.Var] < r.fixed {
			sum += t.Coefficient * r.values[prefix[r.at[t.Var]]]
		} else {
			open = append(open, t)
		}
	}
	if p.reach == nil {
		p.reach = r.reachOf(terms)
	}
	newLo, newHi = p.reach.least, p.reach.most
	if lo != model.NoLower {
		newLo = lo - sum
	}
	if hi != model.NoUpper {
		newHi = hi - sum
	}
	newLo, newHi = p.reach.cut(newLo, newHi)
	return open, newLo, newHi
}

// sum appends terms, at least one, and the bounds of their sum. A witness must keep or reverse the values of each variable.
func (r *remainder) sum(text []byte, open []model.Term, lo, hi int, w *witness) ([]byte, error) {
	for i, t := range open {
		turned, total, ok := r.turns(t.Var, w)
		if !ok {
			return nil, errUnmapped
		}
		if turned {
			lo, hi = lo-t.Coefficient*total, hi-t.Coefficient*total
			t.Coefficient = -t.Coefficient
		}
		open[i] = model.Term{Coefficient: t.Coefficient, Var: model.Var(w.variable(t.Var))}
	}
	slices.SortFunc(open, func(a, b model.Term) int { return int(a.Var - b.Var) })
	sign := 1
	if open[0].Coefficient < 0 {
		sign, lo, hi = -1, -hi, -lo
	}
	text = binary.AppendVarint(binary.AppendVarint(text, int64(lo)), int64(hi))
	for _, t := range open {
		text = binary.AppendVarint(binary.AppendVarint(text, int64(t.Var)), int64(sign*t.Coefficient))
	}
	return text, nil
}

// turns reports whether a witness maps each value x of a variable to total-x. ok is false if it neither does that nor keeps all
// values.
func (r *remainder) turns(v model.Var, w *witness) (turned bool, total int, ok bool) {
	d := r.domains[v]
	same := true
	for _, value := range d {
		same = same && w.value(value) == value
	}
	if same {
		return false, 0, true
	}
	total = r.values[d[0]] + r.values[w.value(d[0])]
	for _, value := range d {
		if r.values[value]+r.values[w.value(value)] != total {
			return false, 0, false
		}
	}
	return true, total, true
}
