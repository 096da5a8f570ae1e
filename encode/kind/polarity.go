package kind

import (
	"qmsat/encode/formula"
	"qmsat/model"
)

// Plaisted and Greenbaum, A structure-preserving clause form translation, 1986.
func init() {
	formula.RuleEncodings.Register("polarity", formula.RuleEncoding{About: formula.About{
		Meaning: "a variable implies each part", Paper: "Plaisted, Greenbaum 1986",
		Clauses: "n", Variables: "1", Propagation: formula.OfTrees,
	}, Write: func(c *formula.Compiler, rule *model.Rule) { assert(c, rule.Formula, true, formula.Forward) }})
}

// Tseitin, On the complexity of derivation in propositional calculus, 1968.
//
// This default makes each solution exactly one model of the formula, at the cost of a twentieth of the time. On the 180
// puzzles with all pruning rules, tseitin has 24,259 clauses and polarity 23,895. The time of polarity divided by that of
// tseitin, in five runs of bench --delta 2 --rules all --rule-encoding all:
//
//	gini       0.93  0.94  0.94  0.95  0.95
//	gophersat  0.86  0.90  0.94  0.95  0.97
func init() {
	formula.RuleEncodings.Register("tseitin", formula.RuleEncoding{About: formula.About{
		Meaning: "a variable equal to each part of a rule", Paper: "Tseitin 1968",
		Clauses: "n + 1", Variables: "1", Propagation: formula.OfTrees,
	}, Write: func(c *formula.Compiler, rule *model.Rule) { assert(c, rule.Formula, true, formula.Both) }})
}
