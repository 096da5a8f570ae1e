package logic

import "context"

// Solver applies techniques; each time it takes the first one that finds a step.
type Solver struct {
	Techniques []*Technique // in the order in which they are tried
	Easiest    bool         // take the single with the lowest rating
}

// Next returns the first step that a technique finds, or nil if none does or ctx ends.
func (s *Solver) Next(ctx context.Context, state *State) (step *Step) {
	for _, t := range s.Techniques {
		if ctx.Err() != nil {
			return nil
		}
		every := s.Easiest && t.Level == Easy && t.Rate != nil
		t.Find(ctx, state, func(found *Step) bool {
			if step == nil || found.Rating(state.Board) < step.Rating(state.Board) {
				step = found
			}
			return every
		})
		if step != nil {
			return step
		}
	}
	return nil
}

// Solve takes steps until the puzzle is solved or broken, no step is found, visit returns false or ctx ends. visit, if not nil,
// gets each step before it is applied.
func (s *Solver) Solve(ctx context.Context, state *State, visit func(*Step) bool) {
	for !state.Solved() && !state.Broken() {
		step := s.Next(ctx, state)
		if step == nil || visit != nil && !visit(step) {
			return
		}
		state.Apply(step)
	}
}
