package native

import (
	"slices"
	"time"

	"qmsat/model/engine"
	"qmsat/native/space"
)

// countedRule is a rule whose calls are counted.
type countedRule struct {
	rule   *space.Rule
	count  *engine.RuleCount
	before []uint64 // the state before a call
}

func (p *countedRule) Propagate(s *space.Space) bool {
	p.before = append(p.before[:0], s.State...)
	start := time.Now()
	possible := p.rule.Propagate(s)
	p.count.Add(start, false)
	if !possible || !slices.Equal(p.before, s.State) {
		p.count.Prunes++
	}
	return possible
}

// CountRules implements [engine.RuleCounter]. A rule is several propagators, one for each part of a conjunction; each of their
// calls counts as a check. A part that needs only one call, such as a value that a cell may never have, is checked once a
// session.
func (s *session) CountRules() {
	s.ruleCounts = engine.NewRuleCounts(s.model)
	for i, p := range s.space.Propagators {
		r, ok := p.(*space.Rule)
		if !ok {
			continue
		}
		of := slices.IndexFunc(s.ruleCounts, func(c engine.RuleCount) bool { return c.Rule == r.Source })
		if of >= 0 { // implied rules are not the model's
			s.space.Propagators[i] = &countedRule{rule: r, count: &s.ruleCounts[of]}
		}
	}
}

// RuleCounts implements [engine.RuleCounter].
func (s *session) RuleCounts() []engine.RuleCount { return engine.WithoutClock(s.ruleCounts) }
