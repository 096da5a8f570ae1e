package main

import "qmsat/encode"

// cellsPage describes the encodings of cells and rules.
func cellsPage() string {
	return `An encoding is chosen part by part. compare, bench and export take lists of names, or "all", and run every combination: qmsat bench ` +
		`--engine gini --amo all FILE. The other parts are in qmsat help amo, sum and enumerate. CONTRIBUTING.md says how to add an encoding.

"propagates" says what unit propagation finds. Sizes are those of an n×n Sudoku with the pairwise at-most-one, and of a rule's part that is a ` +
		`conjunction of n atoms.

--encoding NAME: values of cells, and all-different (default auto)
  auto  in files of puzzles with givens, optimized-lines for grids of 8,192 literals or more without sums, otherwise optimized-fixpoint; in gini and gophersat optimized-fixpoint for such grids, with or without sums, if a third of the cells is given; everywhere else extended
` + encode.Describe(encode.CellEncodings) + `
--rule-encoding NAME: rules (default tseitin)
` + encode.Describe(encode.RuleEncodings) + `
--implied on: what the model implies, besides its constraints (default auto: only native uses it)
  qmsat analyze lists it. Sums of more than 4 cells are left out, because their clauses cost more than they save. Certificates cannot prove it.
`
}

// amoPage describes the at-most-one encodings.
func amoPage() string {
	return `At most one of n literals is true. "propagates" says what unit propagation finds.

--amo NAME: at most one of several literals (default auto)
  auto  commander if all-different variables have too few values, product if they are 30 or more beside sums; otherwise pairwise
` + encode.Describe(encode.AtMostOnes) + `
Settings follow a name in brackets: --amo 'commander[group=4]', or within the settings of an engine: --engine 'gini[amo=commander[group=4]]'. ` +
		`Sizes are those of the defaults.`
}

// sumPage describes the encodings of sums.
func sumPage() string {
	return `Sizes are those of a sum of three different cells with n values; ≈ is within a quarter. "propagates" says what unit propagation finds.

--sum NAME: linear constraints, such as the lines of boxes (default auto; with --encoding auto it is order for differences of two variables, and for sums of up to four terms with 65,536 tuples or more, in files for solvers and for gini in grids of 4,096 literals or more)
` + encode.Describe(encode.LinearEncodings)
}
