package residual

import (
	"context"
	"fmt"
	"math"
	"slices"

	"qmsat/encode"
	"qmsat/internal/memory"
)

// literal numbers the literals of a formula: 2v for its variable v, which counts from 0, and 2v+1 for the negation.
type literal uint32

func literalOf(l encode.Literal) literal {
	if l < 0 {
		return literal(-l-1)<<1 | 1
	}
	return literal(l-1) << 1
}

// external returns the literal in the form of sinks and proofs.
func (l literal) external() encode.Literal {
	if l&1 != 0 {
		return -encode.Literal(l>>1) - 1
	}
	return encode.Literal(l>>1) + 1
}

func (l literal) not() literal { return l ^ 1 }

func (l literal) variable() int { return int(l >> 1) }

// clauseSet keeps clauses by length, without repeated literals and clauses that are always true. It is a sink.
type clauseSet struct {
	ctx       context.Context // of its compilation
	variables int
	empty     bool      // there is an empty clause
	units     []literal // clauses of one literal
	pairs     []literal // of two literals, two by two
	long      []literal // of three or more, each after its length
	clauses   int       // in long
	buffer    []literal
}

// maxLiterals limits a formula, since watches have 32-bit positions.
const maxLiterals = math.MaxInt32

// Err implements [encode.LimitedSink].
func (f *clauseSet) Err() error {
	if len(f.pairs)+len(f.long) > maxLiterals {
		return fmt.Errorf("the formula has more than %d literals, the limit of the engine", maxLiterals)
	}
	return nil
}

// Clause implements [encode.Sink].
func (f *clauseSet) Clause(clause []encode.Literal) {
	if f.Err() != nil {
		return
	}
	f.buffer = f.buffer[:0]
	for _, l := range clause {
		f.variables = max(f.variables, int(max(l, -l)))
		f.buffer = append(f.buffer, literalOf(l))
	}
	slices.Sort(f.buffer)
	f.buffer = slices.Compact(f.buffer)
	for i := 1; i < len(f.buffer); i++ {
		if f.buffer[i] == f.buffer[i-1].not() {
			return
		}
	}
	switch len(f.buffer) {
	case 0:
		f.empty = true
	case 1:
		f.units = append(f.units, f.buffer[0])
	case 2:
		f.pairs = memory.Append(f.ctx, "the clauses of two literals", f.pairs, f.buffer...)
	default:
		f.buffer = slices.Insert(f.buffer, 0, literal(len(f.buffer)))
		f.long = memory.Append(f.ctx, "the clauses", f.long, f.buffer...)
		f.clauses++
	}
}

// Pairs implements [formula.PairSink].
func (f *clauseSet) Pairs(others []encode.Literal, last encode.Literal) {
	for _, l := range others {
		f.Clause([]encode.Literal{l, last})
	}
}

// stepsPerPoll is the number of clauses between two checks of the context.
const stepsPerPoll = 1 << 14

// each calls visit with each clause of three or more literals, its number and its start, until the context ends.
func (f *clauseSet) each(ctx context.Context, visit func(number, start int, clause []literal)) error {
	number := 0
	for start := 0; start < len(f.long); number++ {
		if number%stepsPerPoll == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		end := start + 1 + int(f.long[start])
		visit(number, start, f.long[start+1:end:end])
		start = end
	}
	return nil
}

// implications lists, by literal, the consequences by clauses of two literals: implied[starts[l]:starts[l+1]] follows from l.
func (f *clauseSet) implications(ctx context.Context) (starts []int32, implied []literal, err error) {
	if err := memory.Ask(ctx, "the clauses of two literals", 4*int64(len(f.pairs)+2*f.variables)); err != nil {
		return nil, nil, err
	}
	starts = make([]int32, 2*f.variables+2)
	implied = make([]literal, len(f.pairs))
	for i, l := range f.pairs {
		if i%stepsPerPoll == 0 && ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		starts[l.not()+2]++
	}
	for i := 2; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	for i, l := range f.pairs {
		if i%stepsPerPoll == 0 && ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		from := l.not() + 1
		implied[starts[from]] = f.pairs[i^1]
		starts[from]++
	}
	return starts[:len(starts)-1], implied, nil
}
