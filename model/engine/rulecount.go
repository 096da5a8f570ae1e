package engine

import (
	"slices"
	"time"

	"qmsat/model"
)

// RuleCounter is a session that can count the effect of its model's rules.
type RuleCounter interface {
	Session
	// CountRules starts counting. Call it before the first run. It makes all runs slower; without it counting costs nothing.
	CountRules()
	// RuleCounts returns the counts since CountRules, in the order of the model's rules.
	RuleCounts() []RuleCount
}

// RuleCount counts the effect of a rule of the model.
type RuleCount struct {
	Rule   *model.Rule
	Checks int64         // how often the rule was checked
	Prunes int64         // checks that removed a value or ended a branch
	Time   time.Duration // of all checks
}

// Add counts a check that began at start; pruned says whether it pruned.
func (c *RuleCount) Add(start time.Time, pruned bool) {
	c.Time += time.Since(start)
	c.Checks++
	if pruned {
		c.Prunes++
	}
}

// NewRuleCounts returns an empty count for each rule of a model, in order.
func NewRuleCounts(m *model.Model) []RuleCount {
	var counts []RuleCount
	for _, rule := range model.Each[*model.Rule](m.Constraints) {
		counts = append(counts, RuleCount{Rule: rule})
	}
	return counts
}

// WithoutClock subtracts the time taken by reading the clock.
func WithoutClock(counts []RuleCount) []RuleCount {
	clock := clockTime()
	counts = slices.Clone(counts)
	for i := range counts {
		c := &counts[i]
		// The clock may be slower now than during the run; that must not make times negative.
		c.Time = time.Duration(max(0, c.Time.Seconds()-clock*float64(c.Checks)) * float64(time.Second))
	}
	return counts
}

// clockTime returns the seconds between two successive readings of the clock: the mean of the least disturbed of several series.
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
