package formula

import "qmsat/model/engine"

// About says what an encoding is, for help. Tests compare the sizes with the clauses written, and the propagation with all
// partial assignments of small constraints.
//
// A size is a formula in n, such as "n(n−1)/2", "≈ 3n²" if it is approximate, or "2√n + O(∜n)". n is the number of literals of an
// at-most-one, of values of a cell, of parts of a rule's conjunction; Sudoku has n×n cells, and a sum has three different cells.
type About struct {
	Meaning     string // half a line
	Paper       string // authors and year; empty for folklore
	Clauses     string
	Variables   string // auxiliary ones; empty for none
	Definitions string // of letters in the formulas besides n, such as "d = ⌈log₂ n⌉"
	From        int    // the least n of the formulas
	Propagation Propagation
}

// Propagation says what unit propagation finds: values that the variables cannot have, or a contradiction.
type Propagation string

// The kinds of propagation, for at-most-ones and sums from the strongest to the weakest.
const (
	OfBoxes     Propagation = "all consequences of a box"
	OfDifferent Propagation = "all consequences of a sum whose cells differ"
	Everything  Propagation = "all consequences"
	OfPairs     Propagation = AllButTwo + "; pairs of values that no box has"
	AllButTwo   Propagation = "all consequences once all cells but two have values"
	AllButOne   Propagation = "all consequences once all cells but one have values"
	WrongSums   Propagation = "wrong sums once all cells have values"

	NakedSingles     Propagation = "naked singles"
	FromExcluded     Propagation = "naked singles; a value leaves the cell's others open"
	HiddenSingles    Propagation = "naked and hidden singles"
	LockedCandidates Propagation = HiddenSingles + ", and locked candidates"

	OfTrees Propagation = "all consequences if no atom occurs twice"
)

// Described is what every registered encoding embeds: [About].
type Described interface {
	Describe() (about About, settings []*engine.Setting) // the settings are those in brackets after the name
}

// Describe implements [Described] for encodings without settings.
func (a About) Describe() (About, []*engine.Setting) { return a, nil }
