package encode

import "qmsat/model"

func init() {
	RegisterRules(RuleEncoding{
		Name:    "polarity",
		Summary: "as tseitin, each variable tied to its part only in the direction that the rule needs; counting needs projection",
		Source:  "Plaisted and Greenbaum, A structure-preserving clause form translation, 1986",
		Rule:    func(c *Compiler, rule *model.Rule) { c.assert(rule.Formula, true, forward) },
	})
}
