package formula

import "qmsat/model/engine"

// Limits are the sizes at which the encoding changes. Only tests and comparisons lower them: see [engine.Thresholds].
type Limits struct {
	// BlockSteps limits the search for what the constraints of a block have in common to some tenths of a second.
	BlockSteps int `limit:"16777216 1 100"`
	// PairChoices limits the values of all variables of a block; in a larger block every pair of them is assumed to occur.
	PairChoices int `limit:"2048 1 8"`
	// ListedPairs is the most fillings that are listed for the pairs in them. In more of them most pairs occur, and a search for each
	// missing pair is faster.
	ListedPairs int `limit:"4096 1 4"`
	// ListedFillings limits the fillings of a block that get a selector each; a block with more falls back to support.
	ListedFillings int `limit:"16384 1 4"`
	SetValues      int `limit:"64 1 3"` // of variables whose sets of values are told apart
	// FewTuples is the most tuples of a sum outside blocks that is written by them, and FewTuplesTogether of each of several sums of a
	// block, and of a sum of two terms: see package sum.
	FewTuples         int `limit:"8192 1 12"`
	FewTuplesTogether int `limit:"65536 1 30"`
	DiagramEdges      int `limit:"131072 1 20"` // up to which a sum is written by a decision diagram; beyond, by adders
	ProductPairs      int `limit:"1048576 1 6"` // of values of the operands of a product or a quotient that may be a table
	ProductTuples     int `limit:"16384 1 4"`   // of such a table within the domains
	FactTerms         int `limit:"4 1 2"`       // of an implied sum that is written
}

// Thresholds are the settings that lower [Limits].
var Thresholds = engine.Thresholds[Limits]()

// standard has no limit lowered.
var standard = engine.LimitsOf[Limits](nil)
