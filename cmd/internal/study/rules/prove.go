package rules

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/compare/rules"
	"qmsat/internal/stop"
	"qmsat/model"
)

var proveTopic = &study.Topic{
	Name: "prove", Args: "[RULES]", Summary: "prove rules with a certificate, or refute them by a grid",
	Help: `Asks of each rule whether it follows from quasi-magic Sudoku for the Δ of --delta, or from plain Sudoku. RULES is a
list such as 1,2,8-10 (default: all). --rules FILE takes the rules of a YAML file. Prints a line a rule: number,
verdict, seconds.

  proved   gini finds no grid that breaks the rule, and gophersat wrote a
           certificate, which was verified
  refuted  a grid that breaks the rule was found and checked; it ends the line
  open     --timeout came first

native also tries, for ten seconds; JSON says whether it finished. --proof DIR keeps certificates and their models for
check-proof. If engines disagree or a rule is refuted the exit status is 1; if one is open, 3.`,
	Examples: [][2]string{{"rules prove --delta 2 1,8-10", "prove four of the rules for Δ = 2"}},
	New:      study.Of[proving],
}

type proving struct {
	spoken
	ruled
	proven
	perRule
}

// verdictRecord is a rule's verdict.
type verdictRecord struct {
	Rule    int           `json:"rule"`
	Text    string        `json:"text"`
	Delta   *int          `json:"delta"`
	Verdict rules.Verdict `json:"verdict"`
	Seconds float64       `json:"seconds"`
	// Solvers says what each engine said of a grid that breaks the rule: satisfiable, unsatisfiable or stopped.
	Solvers map[string]string `json:"solvers"`
	Cases   int               `json:"cases"`
	Grid    string            `json:"grid,omitempty"`
	Steps   int               `json:"steps,omitempty"` // of the certificate
	Proof   string            `json:"proof,omitempty"` // its file
}

// Answer prints a line, or an object, for each rule.
func (o *proving) Answer(ctx context.Context) error {
	m, known, numbers, err := o.questions()
	if err = cmp.Or(err, o.MakeFolder(o.Proof)); err != nil {
		return err
	}
	bar := o.Bar(1, "rules")
	verdicts := map[rules.Verdict]int{}
	for i, n := range numbers {
		bar.Share(i, len(numbers))
		r, err := o.ask(ctx, m, n, known[n-1])
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		verdicts[r.Verdict]++
		if err := o.print(r, fmt.Sprint(r.Rule, " "), r.Verdict, fmt.Sprintf("%.2f", r.Seconds), r.Grid); err != nil {
			return err
		}
	}
	if n := verdicts[rules.Refuted]; n > 0 {
		return study.Failed(fmt.Errorf("%d of %d rules refuted", n, len(numbers)))
	}
	if n := verdicts[rules.Open]; n > 0 {
		return study.Stopped("%d of %d rules left open by the timeout", n, len(numbers))
	}
	return nil
}

// questions returns the model, its rules, and the numbers of the rules that the flags and arguments select.
func (o *proving) questions() (m *model.Model, known []*model.Rule, numbers []int, err error) {
	if len(o.Args) > 1 {
		return nil, nil, nil, fmt.Errorf("rules prove: %d arguments, expected at most one list of rules such as 1,2,8-10", len(o.Args))
	}
	if o.Given("delta") {
		m, err = model.QuasiMagic(3, o.Delta)
	} else {
		m, err = model.Sudoku(3, 3)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	if known, err = o.known(m); err != nil {
		return nil, nil, nil, err
	}
	list := fmt.Sprintf("1-%d", len(known))
	if len(o.Args) > 0 && o.Args[0] != "all" {
		list = o.Args[0]
	}
	numbers, ok := study.ParseNumbers(list)
	if !ok {
		return nil, nil, nil, fmt.Errorf("rules %q, expected all or a list such as 1,2,8-10", list)
	}
	for _, n := range numbers {
		if n < 1 || n > len(known) {
			return nil, nil, nil, fmt.Errorf("rule %d, expected 1 to %d", n, len(known))
		}
	}
	return m, known, numbers, nil
}

// known returns the rules of the file, or the pruning rules.
func (o *proving) known(m *model.Model) ([]*model.Rule, error) {
	if o.Rules == "" {
		set, err := rules.PruningRules(m.Grid)
		return set.Rules, err
	}
	list, err := readFile(o.Rules, m)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("--rules %s: found no rules, expected at least one", o.Rules)
	}
	return list, err
}

// ask has one rule proved or refuted, and writes the certificate.
func (o *proving) ask(ctx context.Context, m *model.Model, number int, rule *model.Rule) (*verdictRecord, error) {
	limited, cancel := stop.Within(ctx, o.Timeout)
	defer cancel()
	question := rules.Question{Model: m, Rule: rule}
	start := time.Now()
	answer, err := rules.Prove(limited, question)
	if err != nil {
		return nil, fmt.Errorf("rule %d: %w", number, failed(err))
	}
	record := &verdictRecord{
		Rule: number, Text: rule.Name, Verdict: answer.Verdict, Seconds: time.Since(start).Seconds(), Solvers: answer.Solvers, Cases: answer.Cases,
	}
	if o.Rules == "" {
		record.Text = model.PruningRuleText(number)
	}
	if o.Given("delta") {
		record.Delta = &o.Delta
	}
	if answer.Grid != nil {
		record.Grid = m.Notation().FormatSolution(m, answer.Grid)
	}
	if answer.Proof != nil {
		record.Steps = answer.Steps
		record.Proof, err = o.writeCertificate(&o.Base, number, question, answer)
	}
	return record, err
}
