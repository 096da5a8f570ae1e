package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/rules"
	"qmsat/compare/table"
	"qmsat/model"
	"qmsat/model/engine"
)

var rulesProfileCommand = topic(command{
	name: "profile", args: "[FILE]...", summary: "what each pruning rule does in the search for the solutions of puzzles, Δ = 2",
	long: `Runs each engine on the puzzles of the files with no rule, with all, with each alone and with all but each.
For each rule it prints how often it was checked and how often that pruned, the time of the checks, and the effort and
time of the whole search without the rule and with it alone. Checks are counted in a run of their own.
` + defaultPuzzlesHelp,
	examples: []example{
		{"rules profile --puzzles 4 --engine native", "what the rules do for the general search"},
		{"rules profile --puzzles 2 --engine paper --order pressure", "the same for the published solver, in another cell order"},
	},
}, printRulesProfile, func(f *rulesFlags, flags *pflag.FlagSet) {
	addNames(flags, &f.engines, "engine", "paper,native", "engines `NAME,...` that count what rules do", "native", "paper")
	addSetting(flags, &f.order, orderSetting(), "fewest", "cell order, `NAME`", false)
}, (*rulesFlags).addPuzzles, addLimit("as a whole"))

// ruleRecord is the JSON object of a rule in an engine's profile. Times are in seconds, and like effort over all puzzles.
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

// printRulesProfile prints a table, or an object a rule, for each engine.
func printRulesProfile(ctx context.Context, streams streams, out *lines, f *rulesFlags, args []string) error {
	var engines []*engine.Engine
	for name := range strings.SplitSeq(f.engines, ",") {
		e, err := engine.Lookup(name)
		if err != nil {
			return usageErrorf("%w", err)
		}
		engines = append(engines, e)
	}
	t, err := ruleTask()
	if err != nil {
		return err
	}
	cubes, err := t.puzzlesOf(streams, args, f.puzzles)
	if err != nil {
		return err
	}
	ctx, cancel := limited(ctx, time.Now(), f.timeout)
	defer cancel()
	for _, e := range engines {
		bar := puzzleBar(streams.err, len(cubes))
		profile, err := rules.Profile(ctx, rules.ProfileOptions{
			Engine: e, Options: engine.Options{"order": f.order, "search": "general"}, Cubes: cubes, Progress: bar.step,
		})
		bar.clear()
		if wrong := new(rules.Disagreement); errors.As(err, &wrong) {
			return &exitError{statusCheck, err}
		} else if err != nil {
			return orStopped(ctx, err)
		}
		r := results[ruleRecord]{out: out, format: f.format}
		r.Heading = fmt.Sprintf("rule\tchecks\tprunes\ttime\twithout it: %s\ttime\talone: %[1]s\ttime", profile.Measure)
		r.Row = func(r ruleRecord) string {
			return fmt.Sprintf("%d\t%d\t%d\t%v\t%d\t%v\t%d\t%v", r.Rule, r.Checks, r.Prunes, r.Time, r.Without.Count, r.Without.Time, r.Alone.Count, r.Alone.Time)
		}
		if f.format == "text" {
			out.line(fmt.Sprintf("%s, order %s, %d puzzles: no rule %d %s, %s; all rules %d %[5]s, %[8]s", e.Name, f.order, len(cubes),
				profile.None.Count, profile.Measure, profile.None.Time, profile.All.Count, profile.All.Time))
		}
		for _, rule := range profile.Rules {
			r.add(ruleRecord{
				e.Name, f.order, len(cubes), profile.Measure, rule.Number, model.PruningRuleText(rule.Number),
				rule.Count.Checks, rule.Count.Prunes, table.Time(rule.Count.Time), profile.None, profile.All, rule.Without, rule.Alone,
			})
		}
		r.end("")
	}
	return nil
}
