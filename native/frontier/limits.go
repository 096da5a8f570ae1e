package frontier

// limits are the sizes at which the engine changes its method. The count does not depend on them. Only tests lower them: see
// [engine.Thresholds].
type limits struct {
	Alike           int `limit:"32 1 4"`         // states of a layer from which on symmetry is looked for, unless many may come of each
	Passed          int `limit:"4096 1 4"`       // states of a layer from which on searches look ahead and may skip cuts
	Once            int `limit:"80 0 30"`        // percent of new states among those reached, from which on a cut is skipped
	Neighbour       int `limit:"12 0 3"`         // variables of a group that constraints within it are joined to
	Distinct        int `limit:"62 2 4"`         // values of such a group
	Together        int `limit:"262144 1 12"`    // nodes of an automaton of several constraints before it is minimized
	SymmetricValues int `limit:"64 0 3"`         // values at a cut where symmetry is looked for
	SymmetricFields int `limit:"255 1 3"`        // fields at a cut where symmetry is looked for
	Searched        int `limit:"2000 1 4"`       // nodes of a search for a canonical form
	FirstStates     int `limit:"2048 1 8"`       // states that each order may see in the first round of a race
	Climbed         int `limit:"16777216 0 100"` // predicted cost from which on an order is improved
	Remembered      int `limit:"8388608 1 32"`   // words that a stretch of steps remembers
	Endings         int `limit:"4096 1 8"`       // words of one list of a stretch of steps
	Answers         int `limit:"524288 1 4"`     // answers that a look ahead remembers
	Asks            int `limit:"1024 0 4"`       // questions before a look ahead that hardly drops a state is given up
	Longest         int `limit:"16 1 3"`         // steps that are taken at once
	Ways            int `limit:"62 1 6"`         // bits of the number of paths through the steps that are taken at once
	WordBits        int `limit:"64 1 5"`         // bits of each word of a state that are used
}
