package engine

import (
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
	Time   time.Duration // of all checks, without that of the clock
}
