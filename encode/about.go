package encode

import (
	"fmt"
	"strings"

	"qmsat/internal/lists"
	"qmsat/internal/page"
	"qmsat/internal/registry"
	"qmsat/model/engine"
)

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

func (a About) about() About { return a }

func (About) settings() []*engine.Setting { return nil }

// described is what every registered encoding embeds: [About].
type described interface {
	about() About
	settings() []*engine.Setting // in brackets after the name
}

// lines describes an encoding in lines of help: its meaning, the settings if any, its size, and its propagation.
func (a About) lines(name string, settings []*engine.Setting) string {
	paper, size := "", "no new variables"
	if a.Paper != "" {
		paper = " (" + a.Paper + ")"
	}
	switch a.Variables {
	case "":
	case "1":
		size = "a new variable"
	default:
		size = a.Variables + " new variables"
	}
	size = a.Clauses + " clauses, " + size
	if a.Definitions != "" {
		size += "; " + a.Definitions
	}
	if a.From > 1 {
		size += fmt.Sprintf("; n ≥ %d", a.From)
	}
	text := page.Entry(name, a.Meaning+paper)
	for _, s := range settings {
		text += page.Entry("", "["+s.Name+"=N] "+s.Usage+" (default "+s.Default+")")
	}
	if a.Clauses != "" {
		text += page.Entry("", size)
	}
	return text + page.Entry("", "propagates "+string(a.Propagation))
}

// Describe lists the encodings of a registry for help.
func Describe[T described](r *registry.Registry[T]) string {
	return strings.Join(lists.Map(r.Names(), func(name string) string {
		entry := r.Entries[name]
		return entry.about().lines(name, entry.settings())
	}), "")
}
