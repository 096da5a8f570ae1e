package native

import (
	"slices"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// ruleCounter counts the checks of one rule.
type ruleCounter struct {
	rule   *model.Rule
	checks int64
	prunes int64
	time   time.Duration // with that of the clock
}

// count counts a check that began at start, and whether it pruned.
func (c *ruleCounter) count(start time.Time, pruned bool) {
	c.time += time.Since(start)
	c.checks++
	if pruned {
		c.prunes++
	}
}

// newRuleCounters returns a counter for each rule of a model, in their order.
func newRuleCounters(m *model.Model) []*ruleCounter {
	var counters []*ruleCounter
	for _, c := range m.Constraints {
		if rule, ok := c.(*model.Rule); ok {
			counters = append(counters, &ruleCounter{rule: rule})
		}
	}
	return counters
}

// ruleCounts takes off the counted times what the clock itself reads.
func ruleCounts(counters []*ruleCounter) []engine.RuleCount {
	clock := clockTime()
	var counts []engine.RuleCount
	for _, c := range counters {
		// A clock that takes longer now than it did then must not make times negative.
		spent := max(0, c.time.Seconds()-clock*float64(c.checks))
		counts = append(counts, engine.RuleCount{
			Rule: c.rule, Checks: c.checks, Prunes: c.prunes, Time: time.Duration(spent * float64(time.Second)),
		})
	}
	return counts
}

// clockTime returns what the clock reads, in seconds, between two looks with nothing between them: the mean of the least
// disturbed of several series.
func clockTime() float64 {
	const series, looks = 32, 1024
	least := time.Duration(0)
	for i := range series {
		sum := time.Duration(0)
		for range looks {
			start := time.Now()
			sum += time.Since(start)
		}
		if i == 0 || sum < least {
			least = sum
		}
	}
	return least.Seconds() / looks
}

// countedRule is a rule whose calls are counted.
type countedRule struct {
	rule    *rule
	counter *ruleCounter
	before  []uint64 // the state before a call
}

func (p *countedRule) propagate(s *space) bool {
	p.before = append(p.before[:0], s.state...)
	start := time.Now()
	possible := p.rule.propagate(s)
	p.counter.count(start, false)
	if !possible || !slices.Equal(p.before, s.state) {
		p.counter.prunes++
	}
	return possible
}

// CountRules implements [engine.RuleCounter]. A rule is several propagators, one for each part of a conjunction; each of
// their calls is a check. What needs one call only, such as a value that a cell may never have, is checked once a session.
func (s *session) CountRules() {
	s.counters = newRuleCounters(s.model)
	for i, p := range s.space.propagators {
		r, ok := p.(*rule)
		if !ok {
			continue
		}
		of := slices.IndexFunc(s.counters, func(c *ruleCounter) bool { return c.rule == r.source })
		s.space.propagators[i] = &countedRule{rule: r, counter: s.counters[of]}
	}
}

// RuleCounts implements [engine.RuleCounter].
func (s *session) RuleCounts() []engine.RuleCount { return ruleCounts(s.counters) }
