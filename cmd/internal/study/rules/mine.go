package rules

import (
	"cmp"
	"context"
	"fmt"

	"qmsat/cmd/internal/study"
	"qmsat/compare/rules"
	"qmsat/internal/input"
)

var mineTopic = &study.Topic{
	Name: "mine", Args: "[FAMILY]...", Summary: "find rules for this Δ, prove them, and refute stronger ones",
	Words: rules.FamilyNames,
	Help: `Finds rules of quasi-magic Sudoku for the Δ of --delta: which digits a centre, corner or edge can hold; which digits
never share a line of a box; which centres never meet; how many boxes have a given centre. Arguments name families of
questions (default: all). Rules that stronger ones imply are left out. Prints a line a statement: verdict, seconds,
what the verdict rests on, the statement.

  proved    with a certificate, about one box or band if that is enough
  refuted   a grid breaks it; the proved rules cannot be made stronger
  searched  no certificate in time, but native finds no counterexample
  open      neither ended within --timeout

-o FILE writes the proved rules as YAML, --proof DIR the certificates. If a statement is open the exit status is 3.`,
	Examples: [][2]string{{"rules mine --delta 2 edges-around-a-corner", "which digits two neighbouring edge cells of a box never have"}},
	New:      study.Of[mining],
}

type mining struct {
	spoken
	proven
	Output string `flag:"output" letter:"o" usage:"write the rules to <FILE>"`
	perRule
	mined rules.Mined
}

// findingRecord is a statement.
type findingRecord struct {
	Delta     int           `json:"delta"`
	Verdict   rules.Verdict `json:"verdict"`
	Rule      int           `json:"rule,omitempty"` // if proved: its number in the file, counting from 1
	Family    string        `json:"family"`
	Condition string        `json:"condition,omitempty"`
	Statement string        `json:"statement"`
	Seconds   float64       `json:"seconds"`
	RestsOn   rules.Extent  `json:"rests_on,omitempty"`
	// Solvers has each engine's answer about a grid that breaks the rule, if the rule is proved.
	Solvers map[string]string `json:"solvers,omitempty"`
	Steps   int               `json:"steps,omitempty"` // of the certificate
	Proof   string            `json:"proof,omitempty"` // its file
	Grid    string            `json:"grid,omitempty"`
}

// Answer prints a line, or an object, for each statement, and writes the rules to a file.
func (o *mining) Answer(ctx context.Context) error {
	m, err := o.minable(&o.Base, "mine")
	if err != nil {
		return err
	}
	for _, name := range o.Args {
		if err := input.CheckName("family", name, rules.FamilyNames()); err != nil {
			return fmt.Errorf("rules mine: %w", err)
		}
	}
	if err := o.MakeFolder(o.Proof); err != nil {
		return err
	}
	o.mined = rules.Mined{Model: m, Delta: o.Delta, Timeout: o.Timeout, Families: o.Files()}
	err = failed(rules.Mine(ctx, rules.MineOptions{Model: m, Timeout: o.Timeout, Families: o.mined.Families, Report: o.report, Progress: o.Bar(1, "statements").Share}))
	o.EndBar()
	if err != nil && ctx.Err() == nil {
		return err
	}
	o.mined.Stopped = err != nil
	if o.Output != "" {
		err = cmp.Or(o.WriteFile(o.Output, o.mined.Write), err)
	}
	if n := o.mined.Verdicts[rules.Open]; n > 0 && err == nil {
		err = study.Stopped("%d statements left open by the timeout", n)
	}
	return err
}

func (o *mining) report(finding *rules.Finding) error {
	o.mined.Add(finding)
	r := &findingRecord{
		Delta: o.Delta, Verdict: finding.Verdict, Family: finding.Statement.Family(), Condition: finding.Statement.Condition(),
		Statement: finding.Statement.Text(), Seconds: finding.Time.Seconds(), RestsOn: finding.Part,
	}
	if finding.Grid != nil {
		r.Grid = o.mined.Model.Notation().FormatSolution(o.mined.Model, finding.Grid)
	}
	if finding.Verdict == rules.Proved {
		r.Rule, r.Steps, r.Solvers = len(o.mined.Rules), finding.Answer.Steps, finding.Answer.Solvers
		var err error
		if r.Proof, err = o.writeCertificate(&o.Base, r.Rule, finding.Question, finding.Answer); err != nil {
			return err
		}
	}
	return o.print(r, "", r.Verdict, fmt.Sprintf("%.2f %s %s", r.Seconds, r.RestsOn, r.Statement), r.Grid)
}
