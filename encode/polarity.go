package encode

import "qmsat/model"

// Plaisted and Greenbaum, A structure-preserving clause form translation, 1986.
func init() {
	RuleEncodings.Register("polarity", RuleEncoding{
		About: About{
			Meaning: "a variable implies each part", Paper: "Plaisted, Greenbaum 1986",
			Clauses: "n", Variables: "1", Propagation: OfTrees,
		},
		Write: func(c *Compiler, rule *model.Rule) { c.assert(rule.Formula, true, forward) },
	})
}

// Tseitin, On the complexity of derivation in propositional calculus, 1968.
func init() {
	RuleEncodings.Register("tseitin", RuleEncoding{
		About: About{
			Meaning: "a variable equal to each part of a rule", Paper: "Tseitin 1968",
			Clauses: "n + 1", Variables: "1", Propagation: OfTrees,
		},
		Write: func(c *Compiler, rule *model.Rule) { c.assert(rule.Formula, true, both) },
	})
}
