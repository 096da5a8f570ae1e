package residual

import (
	"context"
	"fmt"
	"slices"

	"qmsat/encode"
	"qmsat/encode/residual/cdcl"
	"qmsat/internal/memory"
)

type literal = cdcl.Literal

// clauseSet keeps clauses by length, without repeated literals and clauses that are always true. It is a sink.
type clauseSet struct {
	cdcl.Formula
	ctx    context.Context // of its compilation
	buffer []literal
}

// Err implements [encode.LimitedSink].
func (f *clauseSet) Err() error {
	if len(f.Binary)+len(f.Long) > cdcl.MaxLiterals {
		return fmt.Errorf("the formula has more than %d literals, the limit of the engine", cdcl.MaxLiterals)
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
		f.Variables = max(f.Variables, int(max(l, -l)))
		f.buffer = append(f.buffer, cdcl.LiteralOf(l))
	}
	slices.Sort(f.buffer)
	f.buffer = slices.Compact(f.buffer)
	for i := 1; i < len(f.buffer); i++ {
		if f.buffer[i] == f.buffer[i-1].Not() {
			return
		}
	}
	switch len(f.buffer) {
	case 0:
		f.Empty = true
	case 1:
		f.Units = append(f.Units, f.buffer[0])
	case 2:
		f.Binary = memory.Append(f.ctx, "the clauses of two literals", f.Binary, f.buffer...)
	default:
		f.buffer = slices.Insert(f.buffer, 0, literal(len(f.buffer)))
		f.Long = memory.Append(f.ctx, "the clauses", f.Long, f.buffer...)
		f.Clauses++
	}
}

// Pairs implements [formula.PairSink].
func (f *clauseSet) Pairs(others []encode.Literal, last encode.Literal) {
	for _, l := range others {
		f.Clause([]encode.Literal{l, last})
	}
}

// stepsPerPoll is the number of clauses between two checks of the context.
const stepsPerPoll = 1 << 11

// each calls visit with each clause of three or more literals, its number and its start, until the context ends.
func (f *clauseSet) each(ctx context.Context, visit func(number, start int, clause []literal)) error {
	number := 0
	for start := 0; start < len(f.Long); number++ {
		if number%stepsPerPoll == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		end := start + 1 + int(f.Long[start])
		visit(number, start, f.Long[start+1:end:end])
		start = end
	}
	return nil
}

// implications lists, by literal, the consequences by clauses of two literals: implied[starts[l]:starts[l+1]] follows from l.
func (f *clauseSet) implications(ctx context.Context) (starts []int32, implied []literal, err error) {
	if err := memory.Ask(ctx, "the clauses of two literals", 4*int64(len(f.Binary)+2*f.Variables)); err != nil {
		return nil, nil, err
	}
	starts = make([]int32, 2*f.Variables+2)
	implied = make([]literal, len(f.Binary))
	for i, l := range f.Binary {
		if i%stepsPerPoll == 0 && ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		starts[l.Not()+2]++
	}
	for i := 2; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	for i, l := range f.Binary {
		if i%stepsPerPoll == 0 && ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		from := l.Not() + 1
		implied[starts[from]] = f.Binary[i^1]
		starts[from]++
	}
	return starts[:len(starts)-1], implied, nil
}
