package engine

import (
	"slices"
	"time"

	"qmsat/model"
)

// RuleCounter is a session that can count what the rules of its model do.
type RuleCounter interface {
	Session
	// CountRules starts to count. It is called before the first run, and makes all runs slower; a session on which it is not
	// called pays nothing for it.
	CountRules()
	// RuleCounts returns what was counted since, in the order of the model's rules.
	RuleCounts() []RuleCount
}

// RuleCount is what a rule of the model did.
type RuleCount struct {
	Rule   *model.Rule
	Checks int64         // how often it was looked at
	Prunes int64         // checks that removed a value or ended a branch
	Time   time.Duration // of all checks
}

// Add counts a check that began at start, and whether it pruned.
func (c *RuleCount) Add(start time.Time, pruned bool) {
	c.Time += time.Since(start)
	c.Checks++
	if pruned {
		c.Prunes++
	}
}

// NewRuleCounts returns a count, of nothing yet, for each rule of a model, in their order.
func NewRuleCounts(m *model.Model) []RuleCount {
	var counts []RuleCount
	for _, rule := range model.Each[*model.Rule](m.Constraints) {
		counts = append(counts, RuleCount{Rule: rule})
	}
	return counts
}

// WithoutClock returns counts less the time that the clock itself took.
func WithoutClock(counts []RuleCount) []RuleCount {
	clock := clockTime()
	counts = slices.Clone(counts)
	for i := range counts {
		c := &counts[i]
		// A clock that takes longer now than it did then must not make times negative.
		c.Time = time.Duration(max(0, c.Time.Seconds()-clock*float64(c.Checks)) * float64(time.Second))
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
