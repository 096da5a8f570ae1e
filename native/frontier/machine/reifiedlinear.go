package machine

import "qmsat/model"

func init() { register(newReified) }

// reified remembers a partial sum, or whether it will be within its bounds, and the condition.
type reified struct {
	*sum
	constraint *model.ReifiedLinear
	Numbered[reifiedState, reifiedState]
}

type reifiedState struct {
	sum       int
	met       truth // whether the sum is as the constraint requires
	condition truth
}

// truth is the known truth value of a statement.
type truth int8

const (
	isOpen truth = iota
	isTrue
	isFalse
)

func truthIs(t bool) truth {
	if t {
		return isTrue
	}
	return isFalse
}

func newReified(c *model.ReifiedLinear, values [][]int) Machine {
	m := &reified{sum: newSum(c.Terms, c.Lo, c.Hi, values), constraint: c}
	first := reifiedState{}
	if c.If == nil {
		first.condition = isTrue
	}
	m.keep(0, first)
	return m
}

// keep returns the number of a state before a position, reduced to what still matters.
func (m *reified) keep(position int, s reifiedState) int {
	switch lo, hi := s.sum+m.least[position], s.sum+m.most[position]; {
	case s.met != isOpen:
	case m.lo <= lo && hi <= m.hi:
		s.met = truthIs(!m.constraint.Outside)
	case hi < m.lo || lo > m.hi:
		s.met = truthIs(m.constraint.Outside)
	}
	if m.constraint.Half && s.condition == isFalse {
		s.met = isTrue // or false, which makes no difference
	}
	if s.met != isOpen {
		s.sum = 0
	}
	return m.Number(s, s)
}

// allowed reports whether the truth of a sum and of a condition are compatible; an unknown one is compatible with everything.
func (m *reified) allowed(met, condition truth) bool {
	return met == condition || met == isOpen || condition == isOpen || m.constraint.Half && met == isTrue
}

func (m *reified) Start() int { return m.Numbered.Start() }

func (m *reified) Next(position, state, value int) (int, bool) {
	s := m.States[state]
	if c := m.constraint.If; c != nil && int(c.Var) == position {
		s.condition = truthIs(c.Values.Contains(value))
	} else if s.met == isOpen {
		s.sum += m.coefficients[position] * value
	}
	n := m.keep(position+1, s)
	return n, m.allowed(m.States[n].met, s.condition)
}
