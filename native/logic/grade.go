package logic

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
)

// Grade says how hard a puzzle is for people.
type Grade struct {
	Solved  bool      `json:"solved"`
	Broken  bool      `json:"-"`       // the puzzle was found to have no solution
	Score   int       `json:"score"`   // the sum of the steps' scores, as in HoDoKu
	Level   Level     `json:"level"`   // as in HoDoKu, by the hardest technique and the score; [Extreme] if not solved
	Rating  *float64  `json:"rating"`  // Sudoku Explainer's, if [Solver.Rate] was called and solved the puzzle
	Hardest Technique `json:"hardest"` // of the highest level and, within it, the highest score; without a name if there was no step
	Steps   int       `json:"steps"`
	// Solutions is the number of solutions of an unsolved puzzle if the caller knows it: "none", "1" or [SeveralSolutions].
	Solutions string   `json:"solutions,omitempty"`
	Unused    []string `json:"unused,omitempty"` // of an unsolved puzzle: clues and constraints that no technique used
}

// SeveralSolutions says that a puzzle has more than one solution, so no technique can solve it.
const SeveralSolutions = "2 or more"

// String writes the grade in one line.
func (g Grade) String() string {
	state, level, rating, unused := "solved", g.Level.String(), "-", ""
	if g.Broken {
		state = "no solution"
	} else if !g.Solved {
		state = "unsolved"
	}
	switch g.Solutions {
	case SeveralSolutions:
		level = SeveralSolutions + " solutions"
	case "none":
		state = "no solution"
	}
	if len(g.Unused) > 0 {
		unused = "; no technique knows: " + strings.Join(g.Unused, ", ")
	}
	if g.Rating != nil {
		rating = fmt.Sprintf("%.1f", *g.Rating)
	}
	return fmt.Sprintf("%s, %s, score %d, rating %s, steps %d, hardest %s%s", state, level, g.Score, rating, g.Steps, cmp.Or(g.Hardest.Title, "-"), unused)
}

// mostScores has the highest score of a puzzle of each level, as in HoDoKu.
var mostScores = [Extreme]int{Easy: 800, Medium: 1000, Hard: 1600, Unfair: 1800}

// Add counts a step.
func (g *Grade) Add(step *Step) {
	g.Steps++
	g.Score += step.Technique.Score
	g.Level = max(g.Level, step.Technique.Level)
	for g.Level < Extreme && g.Score > mostScores[g.Level] {
		g.Level++
	}
	if cmp.Or(cmp.Compare(step.Technique.Level, g.Hardest.Level), cmp.Compare(step.Technique.Score, g.Hardest.Score)) > 0 {
		g.Hardest = *step.Technique
	}
}

// Grade solves the puzzle of a cube and returns its grade, without the rating. visit, if not nil, gets each step with the state
// before it; if it returns an error, solving ends with that. Any other error is the context's cause.
func (s *Solver) Grade(ctx context.Context, b *Board, cube model.Cube, visit func(*State, *Step) error) (Grade, error) {
	var g Grade
	var failed error
	state := NewState(b, cube)
	s.Solve(ctx, state, func(step *Step) bool {
		g.Add(step)
		if visit != nil {
			failed = visit(state, step)
		}
		return failed == nil
	})
	g.Broken = state.Broken()
	if _, g.Solved = state.Solution(); !g.Solved {
		if g.Level = Extreme; ctx.Err() == nil {
			g.Unused = s.unused(state)
		}
	}
	return g, cmp.Or(failed, context.Cause(ctx))
}

// unused returns the names of clues and constraints that no technique knows, or that are too large for those that do.
func (s *Solver) unused(state *State) []string {
	var names []string
	for _, g := range state.groups {
		known := slices.ContainsFunc(s.Techniques, func(t *Technique) bool {
			return t.Of != nil && (t.clues || !g.clue) && slices.ContainsFunc(g.constraints, t.Of)
		})
		if state.openIn(g.cells) > 0 && (!known || g.clue && (state.openIn(g.cells) > mostTried || g.filters == nil)) {
			names = append(names, g.name)
		}
	}
	return lists.Distinct(names)
}

// Rate solves the puzzle of a cube with techniques in the order of their ratings. If that succeeds, the grade gets the rating of
// the hardest step. The error is the context's cause.
func (s *Solver) Rate(ctx context.Context, b *Board, cube model.Cube, g *Grade) error {
	rating := 0.0
	byRating := Solver{
		slices.SortedStableFunc(slices.Values(s.Techniques), func(a, b *Technique) int { return cmp.Compare(a.Rating, b.Rating) }), true,
	}
	state := NewState(b, cube)
	byRating.Solve(ctx, state, func(step *Step) bool {
		rating = max(rating, step.Rating(b))
		return true
	})
	if state.Solved() && rating > 0 {
		g.Rating = &rating
	}
	return context.Cause(ctx)
}
