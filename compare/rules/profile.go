package rules

import (
	"context"
	"fmt"
	"slices"

	"qmsat/compare"
	"qmsat/compare/table"
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
	Count int64      `json:"effort"`
	Time  table.Time `json:"seconds"` // without opening the session
}

// Profile runs the puzzles with no rule, with all, with each alone and with all but each: 22 searches a puzzle, by [compare.Run], so
// that a change of the machine's speed meets all alike. What the rules do is counted in a further one, whose time is not part of any
// Effort. The rules follow from the model; a search that finds other than the others is a *[Disagreement].
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
	config := compare.Config{Model: m, Progress: options.Progress}
	for _, set := range sets {
		config.Contenders = append(config.Contenders, compare.Contender{Engine: Ruled(options.Engine, set), Options: options.Options})
	}
	puzzles := make([]model.Puzzle, len(options.Cubes))
	for i, cube := range options.Cubes {
		puzzles[i].Cube = cube
	}
	rows, err := run(ctx, config, sets, puzzles)
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

// ruleCounter is a session that counts what rules do.
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
		return nil, engine.Unsupported(options.Engine.Name, "does not count what rules do")
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
