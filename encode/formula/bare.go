package formula

import (
	"cmp"
	"slices"
)

// bareSink takes formulas of propositional models, in which the literals 2n−1 and 2n say that variable n is 0 or 1. It passes on
// the same clauses over the literals −n and n, as a CNF file of the model has them. Clauses that this makes true are left out.
type bareSink struct {
	sink      Sink
	variables int             // of the model; the auxiliary ones follow
	once      map[string]bool // clauses passed on, if each is wanted once; otherwise nil
}

// Bare returns a sink that passes clauses of a propositional model on over the model's own variables; see [Options].
func Bare(sink Sink, variables int) Sink { return &bareSink{sink: sink, variables: variables} }

// literal returns what a literal is over the model's variables.
func (b *bareSink) literal(l Literal) Literal {
	n, sign := max(l, -l), Literal(1)
	if l < 0 {
		sign = -1
	}
	if n > Literal(2*b.variables) {
		return sign * (n - Literal(b.variables))
	}
	if n%2 == 1 {
		sign = -sign
	}
	return sign * ((n + 1) / 2)
}

// Clause implements [Sink].
func (b *bareSink) Clause(clause []Literal) {
	bare := make([]Literal, len(clause))
	for i, l := range clause {
		bare[i] = b.literal(l)
	}
	simple, valid := simplify(bare)
	if valid {
		return
	}
	if b.once != nil {
		key := KeyOf(simple)
		if b.once[key] {
			return
		}
		b.once[key] = true
	}
	b.sink.Clause(simple)
}

// Constraint implements [PBSink] if the sink below does. A negated variable counts as 1 minus the variable.
func (b *bareSink) Constraint(terms []Term, relation Relation, bound int) error {
	var bare []Term
	for _, t := range terms {
		l := b.literal(t.Literal)
		if l < 0 {
			bound -= t.Weight
			l, t.Weight = -l, -t.Weight
		}
		bare = append(bare, Term{t.Weight, l})
	}
	slices.SortStableFunc(bare, func(x, y Term) int { return cmp.Compare(x.Literal, y.Literal) })
	sum := bare[:0]
	for _, t := range bare {
		if n := len(sum); n > 0 && sum[n-1].Literal == t.Literal {
			sum[n-1].Weight += t.Weight
		} else {
			sum = append(sum, t)
		}
	}
	sum = slices.DeleteFunc(sum, func(t Term) bool { return t.Weight == 0 })
	if len(sum) > 0 {
		return b.sink.(PBSink).Constraint(sum, relation, bound)
	}
	if bound > 0 || bound < 0 && relation == Equal {
		b.sink.Clause(nil)
	}
	return nil
}

// Err implements [LimitedSink].
func (b *bareSink) Err() error {
	if limited, ok := b.sink.(LimitedSink); ok {
		return limited.Err()
	}
	return nil
}
