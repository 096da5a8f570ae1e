package native

import (
	"time"

	"qmsat/model/engine"
)

// CountRules implements [engine.RuleCounter]. Rules 1 and 2 are checked once for each cell that they speak of, before the
// search; the others whenever a cell that they touch was fixed.
func (s *paperSession) CountRules() {
	s.counters = newRuleCounters(s.model)
	byNumber := map[int]*ruleCounter{}
	for i, number := range s.layout.pruningRules {
		byNumber[number] = s.counters[i]
	}
	rules := &s.layout.rules
	rules.counters = byNumber
	for _, values := range rules.checks {
		for _, checks := range values {
			for i := range checks {
				checks[i].holds = countedCheck(byNumber[checks[i].rule], checks[i].holds)
			}
		}
	}
}

// RuleCounts implements [engine.RuleCounter].
func (s *paperSession) RuleCounts() []engine.RuleCount { return ruleCounts(s.counters) }

func countedCheck(counter *ruleCounter, holds paperCheck) paperCheck {
	return func(s *paperState, cell, value int) bool {
		start := time.Now()
		ok := holds(s, cell, value)
		counter.count(start, !ok)
		return ok
	}
}

// removeCounted is remove for rule 1 or 2, counted.
func (s *paperState) removeCounted(cell int, values uint64) bool {
	number := 2
	if cell == s.layout.rules.centres[s.layout.boxOf[cell]] {
		number = 1
	}
	prunes := s.candidates[cell]&values != 0
	start := time.Now()
	ok := s.remove(cell, values)
	s.layout.rules.counters[number].count(start, prunes)
	return ok
}
