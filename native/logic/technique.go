package logic

import (
	"cmp"
	"context"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/internal/registry"
	"qmsat/model"
)

// Technique is a way to find steps.
type Technique struct {
	Name   string // as in --techniques: naked-pair
	Title  string // as steps show it: Naked Pair
	Group  string // a name shared by several techniques, such as locked-candidates; may be empty
	Order  int    // HoDoKu's index; lower numbers are tried first
	Score  int    // added to a puzzle's score for each step
	Level  Level
	Rating float64                         // Sudoku Explainer's rating of the easiest step
	Rate   func(b *Board, s *Step) float64 // the rating of a step; nil if all steps have the same
	Unique bool                            // assumes that the puzzle has only one solution
	Chains bool                            // looks for chains or nets, which takes longer
	// Of reports whether the technique uses a constraint; nil: it uses all-different constraints.
	Of    func(c model.Constraint) bool
	clues bool            // uses clues as a whole
	find  func(f *finder) // finds the steps of a state without changing it
	// Describe writes a step's pattern, "3,7 in r2c15". Nil: values and cells, as in that example.
	Describe func(b *Board, s *Step) string
}

// MarshalText writes the name.
func (t Technique) MarshalText() ([]byte, error) { return []byte(t.Name), nil }

// Find yields the steps of a state, each with an effect, until yield returns false or soon after ctx ends. It does not change the
// state.
func (t *Technique) Find(ctx context.Context, s *State, yield func(*Step) bool) {
	t.find(&finder{State: s, technique: t, ctx: ctx, yield: yield})
}

// Level says how hard a technique is.
type Level int

// The levels.
const (
	Easy Level = iota
	Medium
	Hard
	Unfair
	Extreme
)

var levelNames = [...]string{"easy", "medium", "hard", "unfair", "extreme"}

// LevelNames returns the names of the levels, the easiest first.
func LevelNames() []string { return levelNames[:] }

// String returns the level in lower case.
func (l Level) String() string { return levelNames[l] }

// MarshalText writes the name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

var techniques = registry.New[*Technique]("technique")

// register adds a technique. It panics if the name is taken. Call it at start only.
func register(t *Technique) { techniques.Register(t.Name, t) }

// Techniques returns all techniques in order.
func Techniques() []*Technique {
	all := techniques.All()
	slices.SortStableFunc(all, func(a, b *Technique) int { return cmp.Compare(a.Order, b.Order) })
	return all
}

// Default returns the techniques that do not assume a single solution, in order.
func Default() []*Technique {
	return slices.DeleteFunc(Techniques(), func(t *Technique) bool { return t.Unique })
}

// The names of sets of techniques, in addition to groups.
const (
	setDefault = "default"
	setAll     = "all"
	setLocked  = "locked" // short for locked-candidates
)

// Names returns the words that --techniques accepts: names of techniques in order, of groups, and of sets.
func Names() []string {
	names := []string{setDefault, setAll, setLocked}
	for _, t := range Techniques() {
		if t.Group != "" && !slices.Contains(names, t.Group) {
			names = append(names, t.Group)
		}
	}
	for _, t := range Techniques() {
		names = append(names, t.Name)
	}
	return names
}

// Named returns the techniques for some names, in order, each once. Without names it returns [Default].
func Named(names []string) ([]*Technique, error) {
	if len(names) == 0 {
		return Default(), nil
	}
	wanted := map[string]bool{}
	for _, name := range names {
		if err := input.CheckName("technique", name, Names()); err != nil {
			return nil, err
		}
		if name == setLocked {
			name = groupLocked
		}
		wanted[name] = true
	}
	return slices.DeleteFunc(Techniques(), func(t *Technique) bool {
		return !(wanted[t.Name] || wanted[t.Group] || wanted[setAll] || wanted[setDefault] && !t.Unique)
	}), nil
}

// TechniqueNames returns the names of the techniques alone, in the order of trials.
func TechniqueNames() []string {
	return lists.Map(Techniques(), func(t *Technique) string { return t.Name })
}
