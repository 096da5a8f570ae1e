package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/rules"
	"qmsat/compare/show"
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
	Seconds float64      `json:"seconds"` // of the checks
	None    effortRecord `json:"none"`    // without any rule
	All     effortRecord `json:"all"`     // with all rules
	Without effortRecord `json:"without"` // without this one
	Alone   effortRecord `json:"alone"`   // with this one alone
}

type effortRecord struct {
	Effort  int64   `json:"effort"`
	Seconds float64 `json:"seconds"`
}

func newEffortRecord(e rules.Effort) effortRecord { return effortRecord{e.Count, e.Time.Seconds()} }

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
		table := records[ruleRecord]{out: out, format: f.format}
		table.add(profileRecords(e.Name, f.order, len(cubes), profile)...)
		if f.format == "text" {
			first := table.all[0]
			out.line(fmt.Sprintf("%s, order %s, %d puzzles: no rule %d %s, %s; all rules %d %[5]s, %[8]s", first.Engine, first.Order, first.Puzzles,
				first.None.Effort, first.Measure, show.Seconds(first.None.Seconds), first.All.Effort, show.Seconds(first.All.Seconds)))
		}
		table.table(writeRulesProfile)
	}
	return nil
}

func profileRecords(name, order string, puzzles int, p *rules.RulesProfile) []ruleRecord {
	var records []ruleRecord
	for _, r := range p.Rules {
		records = append(records, ruleRecord{
			Engine: name, Order: order, Puzzles: puzzles, Measure: p.Measure, Rule: r.Number, Text: model.PruningRuleText(r.Number),
			Checks: r.Count.Checks, Prunes: r.Count.Prunes, Seconds: r.Count.Time.Seconds(),
			None: newEffortRecord(p.None), All: newEffortRecord(p.All),
			Without: newEffortRecord(r.Without), Alone: newEffortRecord(r.Alone),
		})
	}
	return records
}

func writeRulesProfile(w io.Writer, records []ruleRecord) string {
	fmt.Fprintf(w, "rule\tchecks\tprunes\ttime\twithout it: %s\ttime\talone: %[1]s\ttime\t\n", records[0].Measure)
	for _, r := range records {
		fmt.Fprintf(w, "%d\t%d\t%d\t%s\t%d\t%s\t%d\t%s\t\n", r.Rule, r.Checks, r.Prunes, show.Seconds(r.Seconds),
			r.Without.Effort, show.Seconds(r.Without.Seconds), r.Alone.Effort, show.Seconds(r.Alone.Seconds))
	}
	return ""
}
