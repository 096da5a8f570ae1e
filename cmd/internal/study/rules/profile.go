package rules

import (
	"context"
	"fmt"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/compare/rules"
	"qmsat/compare/table"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/order"
)

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
	Engine  string       `json:"engine"`
	Order   string       `json:"order"`
	Puzzles int          `json:"puzzles"`
	Measure string       `json:"measure"` // what effort counts
	Rule    int          `json:"rule"`
	Text    string       `json:"text"`
	Checks  int64        `json:"checks"`
	Prunes  int64        `json:"prunes"`
	Time    table.Time   `json:"seconds"` // of the checks
	None    rules.Effort `json:"none"`    // without any rule
	All     rules.Effort `json:"all"`     // with all rules
	Without rules.Effort `json:"without"` // without this one
	Alone   rules.Effort `json:"alone"`   // with this one alone
}

// Answer prints a table, or an object a rule, for each engine.
func (o *profile) Answer(ctx context.Context) error {
	m, err := model.QuasiMagic(3, model.PruningRuleDelta)
	if err != nil {
		return err
	}
	puzzles, err := o.Puzzles(m).Some(o.Most, o.Files(study.DefaultPuzzles)...)
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(o.Engines, ",") {
		e, err := engine.Lookup(name)
		if err != nil {
			return err
		}
		p, err := rules.Profile(ctx, rules.ProfileOptions{
			Engine: e, Options: engine.Options{"order": o.Order.Value, "search": "general"}, Cubes: study.Cubes(puzzles), Progress: o.Bar(len(puzzles), "puzzles").Step,
		})
		if err != nil {
			return failed(err)
		}
		r := study.NewResults[ruleRecord](&o.Base)
		o.EndBar()
		if o.Format == "text" {
			o.Line(fmt.Sprintf("%s, order %s, %d puzzles: no rule %d %s, %s; all rules %d %[5]s, %[8]s", e.Name, o.Order.Value, len(puzzles),
				p.None.Count, p.Measure, p.None.Time, p.All.Count, p.All.Time))
		}
		lines := []string{fmt.Sprintf("rule\tchecks\tprunes\ttime\twithout it: %s\ttime\talone: %[1]s\ttime", p.Measure)}
		for _, rule := range p.Rules {
			lines = append(lines, fmt.Sprintf("%d\t%d\t%d\t%v\t%d\t%v\t%d\t%v", rule.Number, rule.Count.Checks, rule.Count.Prunes, table.Time(rule.Count.Time),
				rule.Without.Count, rule.Without.Time, rule.Alone.Count, rule.Alone.Time))
			r.Add(ruleRecord{
				e.Name, o.Order.Value, len(puzzles), p.Measure, rule.Number, model.PruningRuleText(rule.Number),
				rule.Count.Checks, rule.Count.Prunes, table.Time(rule.Count.Time), p.None, p.All, rule.Without, rule.Alone,
			})
		}
		if err := r.Layout(lines, "", ""); err != nil {
			return err
		}
	}
	return nil
}
