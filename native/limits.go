package native

// limits are the sizes at which the search changes its method. Only tests lower them: see [engine.Thresholds].
type limits struct {
	// Beyond these limits (wider scopes, more values of all variables together, more tuples, or a longer search for them) a joint costs more
	// than it saves; then the group keeps its own propagators. With them Open spends some milliseconds on a group.
	JointVariables int `limit:"16 2 4"`
	JointValues    int `limit:"512 6 24"`
	JointTuples    int `limit:"2048 1 12"`
	JointNodes     int `limit:"8192 4 40"`
	// QuickNodes is the number of nodes after which a run needs all propagators.
	QuickNodes int `limit:"500 1 8"`
	// Small is the number of variables up to which a plain grid is searched in the order of the fewest values.
	Small int `limit:"100 1 9"`
	// Restart is the number of failures before the first restart. Each restart allows half as many again. Of 10, 20, 30 and 50, 20 takes the
	// fewest nodes on random 25×25 grids; on puzzles of Interactive Sudoku Solver it takes 0.97 of those of 100.
	Restart int `limit:"20 1 3"`
	// LateShaving is how many nodes for each value a search for wanted values takes before its first state is shaved.
	LateShaving int `limit:"1 0"`
	// Fillings is the largest number of fillings of a box that are listed. With more, a search by bands with tables of the lines is faster:
	// for quasi-magic Sudoku from Δ = 5 (57,216 fillings).
	Fillings int `limit:"32768 1 2000"`
	// VectorBits is the width of the processor's vectors up to which the search for plain 9×9 Sudoku uses them.
	VectorBits int `limit:"512 0 256"`
	// Kept is how many solutions are remembered until one breaks a rule that is only checked. After more, the run goes on as it began.
	Kept int `limit:"4096 0 3"`
}
