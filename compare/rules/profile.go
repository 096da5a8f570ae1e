package rules

import (
	"context"
	"fmt"
	"slices"

	"qmsat/compare"
	"qmsat/compare/table"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// ProfileOptions define a profile.
type ProfileOptions struct {
	Engine *engine.Engine
	// Options are the engine's settings. With them the engine must search in the same way with and without rules: they choose the
	// general search if an engine has tuned ones for some models.
	Options  engine.Options
	Cubes    []model.Cube // puzzles of quasi-magic Sudoku, Δ = 2
	Progress func()       // called after each puzzle; may be nil
}

// RulesProfile is the effect of the pruning rules in an engine's search, over all puzzles together.
type RulesProfile struct {
	Measure string // the name of effort, such as iterations
	None    Effort // with no rule
	All     Effort // with all of them
	Rules   []RuleProfile
}

// RuleProfile is the effect of one rule.
type RuleProfile struct {
	Number  int
	Count   engine.RuleCount // with all rules
	Without Effort           // with all but this one
	Alone   Effort           // with no other one
}

// Effort is the cost of searches.
type Effort struct {
	Count int64      `json:"effort"`
	Time  table.Time `json:"seconds"` // without opening the session
}

// Profile runs the puzzles with no rule, with all, with each alone and with all but each: 22 searches a puzzle, by
// [compare.Run], so that a change of the machine's speed meets all alike. What the rules do is counted in a further one, whose
// time is not part of any Effort. The rules follow from the model; a search that finds other than the others is a
// *[Disagreement].
//
// Roach, Jones, Perkins, Grimstead, ICAART 2009, ask for this in their last section.
func Profile(ctx context.Context, options ProfileOptions) (*RulesProfile, error) {
	m, err := model.QuasiMagic(3, model.PruningRuleDelta)
	if err != nil {
		return nil, err
	}
	all, err := PruningRules(m.Grid)
	if err != nil {
		return nil, err
	}
	counter, err := newRuleCounter(ctx, m, all, options)
	if err != nil {
		return nil, err
	}
	defer counter.Close()
	sets := []RuleSet{{Name: "none"}, {"all", all.Rules}}
	for i := range all.Rules {
		sets = append(sets, RuleSet{fmt.Sprintf("all but %d", i+1), slices.Delete(slices.Clone(all.Rules), i, i+1)},
			RuleSet{fmt.Sprint(i + 1), all.Rules[i : i+1]})
	}
	config := compare.Config{Model: m, Progress: options.Progress, Contenders: lists.Map(sets, func(set RuleSet) compare.Contender {
		return compare.Contender{Engine: Ruled(options.Engine, set), Options: options.Options}
	})}
	rows, err := run(ctx, config, sets, model.Puzzled(options.Cubes))
	if err != nil {
		return nil, err
	}
	for i, cube := range options.Cubes {
		if result, err := counter.Run(ctx, cube, 0, nil); err != nil {
			return nil, err
		} else if want := rows[0].Outcomes[i].Count; result.Complete() && result.Count.Cmp(want) != 0 {
			return nil, disagreef("%s, puzzle %d: %v solutions where rules are counted, %v before", options.Engine.Name, i+1, result.Count, want)
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	p := &RulesProfile{None: effortOf(rows[0]), All: effortOf(rows[1])}
	if len(rows[0].Effort) > 0 {
		p.Measure = rows[0].Effort[0].Name
	}
	for i, count := range counter.RuleCounts() {
		p.Rules = append(p.Rules, RuleProfile{i + 1, count, effortOf(rows[2+2*i]), effortOf(rows[3+2*i])})
	}
	return p, nil
}

// ruleCounter is a session that counts the effects of rules.
type ruleCounter interface {
	engine.Session
	engine.RuleCounter
}

func newRuleCounter(ctx context.Context, m *model.Model, set RuleSet, options ProfileOptions) (ruleCounter, error) {
	session, err := Ruled(options.Engine, set).Open(ctx, m, options.Options)
	if err != nil {
		return nil, err
	}
	counter, ok := session.(ruleCounter)
	if !ok {
		session.Close()
		return nil, engine.Unsupported(options.Engine.Name, "it does not measure the effect of rules")
	}
	counter.CountRules()
	return counter, nil
}

func effortOf(row compare.Row) Effort {
	e := Effort{Time: table.Time(row.Total())}
	if len(row.Effort) > 0 {
		e.Count = row.Effort[0].Value
	}
	return e
}
