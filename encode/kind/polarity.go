package kind

import (
	"qmsat/encode/formula"
	"qmsat/model"
)

// Plaisted and Greenbaum, A structure-preserving clause form translation, 1986.
func init() {
	formula.RuleEncodings.Register("polarity", formula.RuleEncoding{
		About: formula.About{
			Meaning: "a variable implies each part", Paper: "Plaisted, Greenbaum 1986",
			Clauses: "n", Variables: "1", Propagation: formula.OfTrees,
		},
		Write: func(c *formula.Compiler, rule *model.Rule) { assert(c, rule.Formula, true, formula.Forward) },
	})
}

// Tseitin, On the complexity of derivation in propositional calculus, 1968.
func init() {
	formula.RuleEncodings.Register("tseitin", formula.RuleEncoding{
		About: formula.About{
			Meaning: "a variable equal to each part of a rule", Paper: "Tseitin 1968",
			Clauses: "n + 1", Variables: "1", Propagation: formula.OfTrees,
		},
		Write: func(c *formula.Compiler, rule *model.Rule) { assert(c, rule.Formula, true, formula.Both) },
	})
}
