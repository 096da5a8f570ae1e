package logic

import (
	"cmp"
	"fmt"
	"slices"

	"qmsat/internal/stop"
	"qmsat/model"
)

func init() {
	add := func(t *Technique, takes func(label string) bool) {
		t.Group, t.Score, t.Level, t.Rating = groupConstraints, 50, Medium, 2.6
		t.Of = func(c model.Constraint) bool { return c.Kind() == "rule" && takes(c.Label()) }
		t.find = func(f *finder) { rules(f, takes) }
		register(t)
	}
	var published []string
	for number := 1; number <= model.PruningRuleCount; number++ {
		label := fmt.Sprintf("pruning rule %d", number)
		published = append(published, label)
		add(&Technique{
			Name: fmt.Sprintf("pruning-rule-%d", number), Title: fmt.Sprintf("Pruning Rule %d", number), Order: 520 + number,
			Describe: single,
		}, func(name string) bool { return name == label })
	}
	add(&Technique{
		Name: "rule", Title: "Rule", Order: 540,
		Describe: func(b *Board, s *Step) string { return cmp.Or(s.Constraint.Label(), b.constraintText(s)) },
	}, func(name string) bool { return !slices.Contains(published, name) })
}

// rules finds values that would make a rule false whatever the other cells are. It tests each part of a rule separately, for the
// ten pruning rules of the paper by name, and for rules of model files.
func rules(f *finder, takes func(label string) bool) {
	for _, r := range f.rules {
		if !takes(r.rule.Name) {
			continue
		}
		step := &Step{Constraint: r.rule, Cells: r.rule.Scope()}
		for _, part := range r.parts {
			if f.over() {
				return
			}
			for _, v := range part.scope {
				for value := range bitsOf(f.candidates[v]) {
					if f.truth(part.formula, v, 1<<value) == never {
						step.Eliminations = append(step.Eliminations, Candidate{v, value})
					}
				}
			}
		}
		f.found(step)
	}
}

// boardRule is a rule as parts that must all be true.
type boardRule struct {
	rule  *model.Rule
	parts []rulePart
}

type rulePart struct {
	formula condition
	scope   []model.Var
}

// addRules splits the rules into parts.
func (b *Board) addRules(watch *stop.Watch) {
	for _, rule := range model.Each[*model.Rule](b.Model.Constraints) {
		if watch.Over(workPerConstraint) != nil {
			return
		}
		if !b.clued[rule] {
			b.rules = append(b.rules, b.ruleOf(rule))
		}
	}
}

func (b *Board) ruleOf(rule *model.Rule) boardRule {
	r := boardRule{rule: rule}
	for _, f := range model.Conjuncts(rule.Formula, true) {
		r.parts = append(r.parts, rulePart{b.condition(f), (&model.Rule{Formula: f}).Scope()})
	}
	return r
}

// condition is a formula as a count: from least to most of its parts are true. An atom has no parts, but a variable and values.
type condition struct {
	parts       []condition
	least, most int
	variable    model.Var
	values      uint64
}

func (b *Board) condition(f model.Formula) condition {
	if atom, is := model.AtomOf(f); is {
		c := condition{variable: atom.Var}
		for value, number := range b.numbers {
			if atom.Values.Contains(number) {
				c.values |= 1 << value
			}
		}
		return c
	}
	parts, least, most, _ := model.Tally(f)
	c := condition{variable: -1, least: least, most: most}
	for _, part := range parts {
		c.parts = append(c.parts, b.condition(part))
	}
	return c
}

// truth is a formula's truth value as far as the candidates decide it.
type truth int

const (
	never truth = iota
	maybe
	always
)

// truth returns the truth value of a condition if variable v has only the candidates in mask.
func (s *State) truth(c condition, v model.Var, mask uint64) truth {
	return c.truth(func(w model.Var) uint64 {
		if w == v {
			return mask
		}
		return s.mask(w)
	})
}

// truth returns the truth value of a condition with the candidates of each variable.
func (c *condition) truth(candidates func(model.Var) uint64) truth {
	if c.variable >= 0 {
		switch mask := candidates(c.variable); {
		case mask&c.values == 0:
			return never
		case mask&^c.values == 0:
			return always
		}
		return maybe
	}
	least, most := 0, 0
	for i := range c.parts {
		switch c.parts[i].truth(candidates) {
		case always:
			least++
			most++
		case maybe:
			most++
		}
	}
	switch {
	case most < c.least || least > c.most:
		return never
	case least >= c.least && most <= c.most:
		return always
	}
	return maybe
}
