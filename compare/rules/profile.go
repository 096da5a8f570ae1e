package rules

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// ProfileOptions say what is profiled.
type ProfileOptions struct {
	Engine *engine.Engine
	// Options are the engine's. They must have it search alike with and without rules: an engine that has tuned searches for
	// some models is asked for its general one.
	Options  engine.Options
	Cubes    []model.Cube // puzzles of quasi-magic Sudoku, Δ = 2
	Progress func()       // called after each puzzle; may be nil
}

// RulesProfile is what the pruning rules do in an engine's search, in all puzzles together.
type RulesProfile struct {
	Measure string // what effort is called, such as iterations
	None    Effort // with no rule
	All     Effort // with all of them
	Rules   []RuleProfile
}

// RuleProfile is what one rule does.
type RuleProfile struct {
	Number  int
	Count   engine.RuleCount // with all rules
	Without Effort           // with all but this one
	Alone   Effort           // with no other one
}

// Effort is what searches took.
type Effort struct {
	Count int64
	Time  time.Duration // without opening the session
}

// Profile runs the puzzles with no rule, with all, with each alone and with all but each: 22 searches a puzzle, one after
// the other, so that a change of the machine's speed meets all alike. What the rules do is counted in a further one, whose
// time is not part of any Effort. The rules follow from the model; a search that finds other than the one without rules is an
// error.
//
// Roach, Jones, Perkins, Grimstead, ICAART 2009, ask for this in their last section.
func Profile(ctx context.Context, options ProfileOptions) (*RulesProfile, error) {
	p := &RulesProfile{Rules: make([]RuleProfile, model.PruningRuleCount)}
	var all []int
	for i := range p.Rules {
		p.Rules[i].Number = i + 1
		all = append(all, i+1)
	}
	contestants := []*contestant{{name: "no rule", effort: &p.None}, {name: "all rules", rules: all, effort: &p.All}}
	for i := range p.Rules {
		without := slices.Delete(slices.Clone(all), i, i+1)
		contestants = append(contestants,
			&contestant{name: fmt.Sprintf("all rules but %d", i+1), rules: without, effort: &p.Rules[i].Without},
			&contestant{name: fmt.Sprintf("rule %d alone", i+1), rules: all[i : i+1], effort: &p.Rules[i].Alone})
	}
	for _, c := range contestants {
		if err := c.open(ctx, options); err != nil {
			return nil, err
		}
		defer c.session.Close()
	}
	counting := &contestant{name: "all rules, counted", rules: all, effort: &Effort{}}
	if err := counting.open(ctx, options); err != nil {
		return nil, err
	}
	defer counting.session.Close()
	counter, ok := counting.session.(engine.RuleCounter)
	if !ok {
		return nil, engine.Unsupported(options.Engine.Name, "does not count what rules do")
	}
	counter.CountRules()
	for number, cube := range options.Cubes {
		for _, c := range append(contestants, counting) {
			if err := c.run(ctx, cube); err != nil {
				return nil, fmt.Errorf("engine %s, puzzle %d, %s: %w", options.Engine.Name, number+1, c.name, err)
			}
			if want := contestants[0].found; c.found.Cmp(want) != 0 {
				return nil, &WrongCount{options.Engine.Name, number + 1, c.name, c.found, want}
			}
		}
		if options.Progress != nil {
			options.Progress()
		}
	}
	p.Measure = contestants[0].measure
	for i, count := range counter.RuleCounts() {
		p.Rules[i].Count = count
	}
	return p, nil
}

// WrongCount says that rules changed what an engine finds.
type WrongCount struct {
	Engine string
	Puzzle int    // counting from 1
	Rules  string // which rules
	Found  *big.Int
	Want   *big.Int // without rules
}

// Error says what is wrong.
func (e *WrongCount) Error() string {
	return fmt.Sprintf("engine %s, puzzle %d, %s: %v solutions, without rules %v", e.Engine, e.Puzzle, e.Rules, e.Found, e.Want)
}

// contestant is a session with some of the rules.
type contestant struct {
	name    string
	rules   []int
	session engine.Session
	effort  *Effort
	measure string
	found   *big.Int // in the last puzzle
}

func (c *contestant) open(ctx context.Context, options ProfileOptions) error {
	m, err := model.QuasiMagic(3, model.PruningRuleDelta)
	if err != nil {
		return err
	}
	if err := model.AddPruningRules(m, c.rules); err != nil {
		return err
	}
	c.session, err = options.Engine.Open(ctx, m, options.Options)
	return err
}

// run searches a puzzle to the end.
func (c *contestant) run(ctx context.Context, cube model.Cube) error {
	start := time.Now()
	result, err := c.session.Run(ctx, cube, 0, nil)
	c.effort.Time += time.Since(start)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case !result.Complete() || len(result.Effort) == 0:
		return fmt.Errorf("not exhausted, or without a measure of effort")
	}
	c.measure, c.found = result.Effort[0].Name, result.Count
	c.effort.Count += result.Effort[0].Value
	return nil
}
