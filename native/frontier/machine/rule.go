package machine

import "qmsat/model"

func init() { register(newResidue) }

// reduced remembers what the values read leave of a formula.
type reduced struct {
	Numbered[string, model.Formula]
}

func newResidue(c *model.Rule, _ [][]int) Machine {
	m := &reduced{}
	m.keep(model.Restrict(c.Formula, func(atom model.In) model.Formula { return atom }))
	return m
}

func (m *reduced) keep(f model.Formula) int {
	return m.Number(string(model.AppendCanonicalFormula(nil, f)), f)
}

func (m *reduced) Next(position, state, value int) (int, bool) {
	f := model.Restrict(m.States[state], func(atom model.In) model.Formula {
		switch {
		case int(atom.Var) != position:
			return atom
		case atom.Values.Contains(value):
			return model.And{}
		default:
			return model.Or{}
		}
	})
	truth, constant := model.Constant(f)
	return m.keep(f), truth || !constant
}
