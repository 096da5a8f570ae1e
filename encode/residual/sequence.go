package residual

import (
	"context"
	"slices"
)

// The values of the setting sequence.
const (
	sequenceAuto  = "auto"
	sequenceGiven = "given"
	sequenceCut   = "cut"
)

// byCuts returns the outputs in an order in which few clauses cross the cuts: after the first one, each is the one that has
// most clauses in common with those before it, less those that it has with the others. Of several it is the first.
func byCuts(ctx context.Context, f *formula, outputs [][]literal) ([][]literal, error) {
	shared, err := sharedClauses(ctx, f, outputs)
	if err != nil {
		return nil, err
	}
	gain, left := make([]int, len(outputs)), make([]int, len(outputs))
	for i := range outputs {
		left[i] = i
		for _, clauses := range shared[i] {
			gain[i] -= clauses
		}
	}
	var ordered [][]literal
	for next := 0; len(left) > 0; {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		chosen := left[next]
		left = slices.Delete(left, next, next+1)
		ordered = append(ordered, outputs[chosen])
		for other, clauses := range shared[chosen] {
			gain[other] += 2 * clauses
		}
		next = 0
		for i, o := range left {
			if gain[o] > gain[left[next]] {
				next = i
			}
		}
	}
	return ordered, nil
}

// sharedClauses returns, by output and other output, how many pairs of literals of both are in one clause.
func sharedClauses(ctx context.Context, f *formula, outputs [][]literal) ([]map[int32]int, error) {
	of := make([]int32, f.variables) // by variable: its output, counting from 1, or 0
	shared := make([]map[int32]int, len(outputs))
	for i, output := range outputs {
		shared[i] = map[int32]int{}
		for _, l := range output {
			of[l.variable()] = int32(i) + 1
		}
	}
	note := func(clause []literal) {
		for i, l := range clause {
			for _, other := range clause[:i] {
				a, b := of[l.variable()]-1, of[other.variable()]-1
				if a >= 0 && b >= 0 && a != b {
					shared[a][b]++
					shared[b][a]++
				}
			}
		}
	}
	for i := 0; i < len(f.pairs); i += 2 {
		if i%stepsPerPoll == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		note(f.pairs[i : i+2])
	}
	return shared, f.each(ctx, func(_, _ int, clause []literal) { note(clause) })
}
