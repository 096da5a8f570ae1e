package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"qmsat/compare"
	"qmsat/compare/study"
	"qmsat/compare/table"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/order"
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
	rows, err := run(ctx, config, sets, study.Puzzled(options.Cubes))
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

var profileTopic = &study.Topic{
	Name: "profile", Args: "[FILE]...", Summary: "how much each pruning rule helps a search, for Δ = 2",
	Help: `Runs each engine without rules, with all rules, with each rule alone, and with all rules but one. Prints for each rule how often
it was checked, how often it pruned, the time of the checks, and effort and time of the whole search. The default
puzzles are testdata/quasimagic-180.txt.`,
	Examples: [][2]string{
		{"rules profile --puzzles 4 --engine native", "what the rules do for the general search"},
		{"rules profile --puzzles 2 --engine paper --order pressure", "the same for the published solver, in another cell order"},
	},
	New: func() study.Study {
		return &profile{Order: study.Chosen{Setting: order.Setting, Value: "fewest", Usage: "cell order, <NAME>"}}
	},
}

type profile struct {
	Engines string `flag:"engine" value:"paper,native" lists:"native,paper" usage:"engines <NAME,...>"`
	Order   study.Chosen
	study.Some
	whole
}

// ruleRecord is a rule in an engine's profile. Times are in seconds, and like effort over all puzzles.
type ruleRecord struct {
	Engine  string     `json:"engine"`
	Order   string     `json:"order"`
	Puzzles int        `json:"puzzles"`
	Measure string     `json:"measure"` // what effort counts
	Rule    int        `json:"rule"`
	Text    string     `json:"text"`
	Checks  int64      `json:"checks"`
	Prunes  int64      `json:"prunes"`
	Time    table.Time `json:"seconds"` // of the checks
	None    Effort     `json:"none"`    // without any rule
	All     Effort     `json:"all"`     // with all rules
	Without Effort     `json:"without"` // without this one
	Alone   Effort     `json:"alone"`   // with this one alone
}

// Run prints a table, or an object a rule, for each engine.
func (o *profile) Run(ctx context.Context) error {
	m, err := model.QuasiMagic(3, model.PruningRuleDelta)
	if err != nil {
		return err
	}
	puzzles, err := o.Puzzles(m).Some(o.Most, o.Files(DefaultPuzzles)...)
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(o.Engines, ",") {
		e, err := engine.Lookup(name)
		if err != nil {
			return err
		}
		p, err := Profile(ctx, ProfileOptions{
			Engine: e, Options: engine.Options{"order": o.Order.Value, "search": "general"}, Cubes: study.Cubes(puzzles), Progress: o.Bar(len(puzzles), "puzzles").Step,
		})
		if err != nil {
			return err
		}
		r := study.NewResults[ruleRecord](&o.Base)
		r.Heading = fmt.Sprintf("rule\tchecks\tprunes\ttime\twithout it: %s\ttime\talone: %[1]s\ttime", p.Measure)
		r.Row = func(r ruleRecord) string {
			return fmt.Sprintf("%d\t%d\t%d\t%v\t%d\t%v\t%d\t%v", r.Rule, r.Checks, r.Prunes, r.Time, r.Without.Count, r.Without.Time, r.Alone.Count, r.Alone.Time)
		}
		o.EndBar()
		if o.Format == "text" {
			o.Line(fmt.Sprintf("%s, order %s, %d puzzles: no rule %d %s, %s; all rules %d %[5]s, %[8]s", e.Name, o.Order.Value, len(puzzles),
				p.None.Count, p.Measure, p.None.Time, p.All.Count, p.All.Time))
		}
		for _, rule := range p.Rules {
			r.Add(ruleRecord{
				e.Name, o.Order.Value, len(puzzles), p.Measure, rule.Number, model.PruningRuleText(rule.Number),
				rule.Count.Checks, rule.Count.Prunes, table.Time(rule.Count.Time), p.None, p.All, rule.Without, rule.Alone,
			})
		}
		if err := r.End("", ""); err != nil {
			return err
		}
	}
	return nil
}
