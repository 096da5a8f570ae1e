package encode

import "qmsat/model"

func init() {
	RegisterRules(RuleEncoding{
		Name:    "tseitin",
		Summary: "a variable for each part of a rule, true just where the part is",
		Source:  "Tseitin, On the complexity of derivation in propositional calculus, 1968",
		Rule:    func(c *Compiler, rule *model.Rule) { c.assert(rule.Formula, true, both) },
	})
}
