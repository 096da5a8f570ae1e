package encode

import "qmsat/model"

// Plaisted and Greenbaum, A structure-preserving clause form translation, 1986.
func init() {
	RuleEncodings.Register("polarity", func(c *Compiler, rule *model.Rule) { c.assert(rule.Formula, true, forward) })
}

// Tseitin, On the complexity of derivation in propositional calculus, 1968.
func init() {
	RuleEncodings.Register("tseitin", func(c *Compiler, rule *model.Rule) { c.assert(rule.Formula, true, both) })
}
