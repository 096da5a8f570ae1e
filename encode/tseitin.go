package encode

import "qmsat/model"

// Tseitin, On the complexity of derivation in propositional calculus, 1968.
func init() {
	RegisterRules("tseitin", func(c *Compiler, rule *model.Rule) { c.assert(rule.Formula, true, both) })
}
