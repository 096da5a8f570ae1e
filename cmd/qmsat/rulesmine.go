package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/rules"
	"qmsat/internal/document"
	"qmsat/model"
)

var rulesMineCommand = topic(command{
	name: "mine", args: "[FAMILY]...", summary: "facts that hold in every quasi-magic grid for this Δ, each proved, and the stronger ones refuted",
	words: func([]string) []string { return rules.FamilyNames() },
	long: `Finds rules of quasi-magic Sudoku with the Δ of --delta, 2 to 9: which digits a centre, corner or edge cell can
have; which two or three digits never share an outer or middle row or column, or a diagonal, of a box, or never in some
order; which two digits never lie to each other like two cells of a box; which centres do not meet, or only in a band or
stack; how many boxes of a band, a stack, the grid have a given centre; and much of that where no centre, or some centre, is
one of some digits. What stronger rules imply is left out, and so is what the sum of one line does; two digits that share no
line are told all the same. Arguments name the families that are asked, all where there are none:
` + listed(rules.FamilyNames()) + `.
It prints a line a statement: verdict, seconds, what the verdict rests on, the statement. "proved": a rule, with a certificate as of
prove, about one box or band where that is enough, else about the grid. "refuted": a grid breaks it, which ends the line. So
each rule is shown to be tight: those that say more are refuted. "searched": --timeout came before the certificate, but native,
for as long again, finds no grid that breaks it. "open": nor did native end. -o FILE writes what is proved as YAML for --rules,
--proof DIR the certificates as prove does. The exit status is 3 where a statement is open.`,
	examples: []example{{"rules mine --delta 2 edges-around-a-corner", "which digits two neighbouring edge cells of a box never have"}},
}, printRulesMine, (*rulesFlags).addDelta, (*rulesFlags).addProof, func(f *rulesFlags, flags *pflag.FlagSet) {
	flags.StringVarP(&f.output, "output", "o", "", "write the rules to `FILE`")
}, addLimit("per rule"))

// leastMined is the lowest Δ that can be mined: below there are no grids.
const leastMined = 2

// findingRecord is the JSON object of a statement.
type findingRecord struct {
	Delta     int           `json:"delta"`
	Verdict   rules.Verdict `json:"verdict"`
	Rule      int           `json:"rule,omitempty"` // where it is proved: its place in the file, counting from 1
	Family    string        `json:"family"`
	Condition string        `json:"condition,omitempty"`
	Statement string        `json:"statement"`
	Seconds   float64       `json:"seconds"`
	RestsOn   rules.Part    `json:"rests_on,omitempty"`
	// Solvers says what each engine said of a grid that breaks the rule, where it is proved.
	Solvers map[string]string `json:"solvers,omitempty"`
	Steps   int               `json:"steps,omitempty"` // of the certificate
	Proof   string            `json:"proof,omitempty"` // its file
	Grid    string            `json:"grid,omitempty"`
}

// mining is a run of rules mine.
type mining struct {
	*rulesFlags
	rules.Mined
	out *lines
}

// printRulesMine prints a line, or an object, for each statement, and writes the rules to a file.
func printRulesMine(ctx context.Context, streams streams, out *lines, f *rulesFlags, args []string) error {
	if err := f.checkMined("mine"); err != nil {
		return err
	}
	families, err := mineFamilies(args)
	if err != nil {
		return err
	}
	m, err := model.QuasiMagic(3, f.delta)
	if err != nil {
		return inputError(err)
	}
	if err := makeReportFolder(f.proof); err != nil {
		return err
	}
	r := &mining{f, rules.Mined{Model: m, Delta: f.delta, Timeout: f.timeout, Families: families}, out}
	bar := newBar(streams.err, 1, "statements")
	err = rules.Mine(ctx, rules.MineOptions{
		Model: m, Timeout: f.timeout, Families: families, Report: r.report, Progress: bar.share,
	})
	bar.clear()
	if disagreement := new(rules.Disagreement); errors.As(err, &disagreement) {
		return &exitError{statusCheck, err}
	}
	if err != nil && ctx.Err() == nil {
		return err
	}
	r.Stopped = err != nil
	if f.output != "" {
		err = firstError(outputError(writeFile(f.output, nil, r.Write)), err)
	}
	if n := r.Verdicts[rules.Open]; n > 0 && err == nil {
		err = &exitError{statusStopped, fmt.Errorf("%d statements left open by the timeout", n)}
	}
	return err
}

// checkMined reports flags that a topic about mined rules does not take.
func (f *rulesFlags) checkMined(topic string) error {
	switch {
	case !f.set.Changed("delta"):
		return usageErrorf("rules %s: no --delta, expected %d to %d", topic, leastMined, model.MaxDelta(3))
	case f.delta < leastMined || f.delta > model.MaxDelta(3):
		return usageErrorf("rules %s: --delta %d, expected %d to %d", topic, f.delta, leastMined, model.MaxDelta(3))
	}
	return nil
}

// mineFamilies returns the families to ask, or nil for all.
func mineFamilies(args []string) ([]string, error) {
	names := rules.FamilyNames()
	for _, name := range args {
		if err := document.CheckName("family", name, names); err != nil {
			return nil, usageErrorf("rules mine: %w", err)
		}
	}
	if len(args) == 0 {
		return nil, nil
	}
	return args, nil
}

func (r *mining) report(finding *rules.Finding) error {
	r.Add(finding)
	record := &findingRecord{
		Delta: r.delta, Verdict: finding.Verdict, Family: finding.Statement.Family(), Condition: finding.Statement.Condition(),
		Statement: finding.Statement.Text(), Seconds: finding.Time.Seconds(), RestsOn: finding.Part,
	}
	if finding.Grid != nil {
		record.Grid = r.Model.Notation().FormatSolution(r.Model, finding.Grid)
	}
	if finding.Verdict == rules.Proved {
		record.Rule, record.Steps, record.Solvers = len(r.Rules), finding.Answer.Steps, finding.Answer.Solvers
		var err error
		if record.Proof, err = writeCertificate(r.proof, record.Rule, finding.Question, finding.Answer); err != nil {
			return err
		}
	}
	r.out.record(r.format, record, record.line(r.out.paint))
	return r.out.flush()
}

func (r *findingRecord) line(p paint) string {
	text := fmt.Sprintf("%s %.2f %s %s", showVerdict(p, r.Verdict), r.Seconds, r.RestsOn, r.Statement)
	if r.Grid != "" {
		text += " " + r.Grid
	}
	return text
}

// listed lists names on lines of seven.
func listed(names []string) string {
	lines := slices.Collect(slices.Chunk(names, 7))
	return strings.Join(each(lines, func(line []string) string { return strings.Join(line, ", ") }), ",\n")
}
