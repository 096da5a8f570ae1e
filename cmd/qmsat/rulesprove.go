package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"qmsat/compare/rules"
	"qmsat/model"
)

var rulesProveCommand = topic(command{
	name: "prove", args: "[RULES]", summary: "whether rules follow from a model: proved with a certificate, or refuted by a grid",
	long: `Asks of each of the RULES (all, or a list such as 1,2,8-10; left out: all) whether it follows from quasi-magic Sudoku
with the Δ of --delta, or from plain Sudoku without it. With --rules FILE the rules are those of a YAML file, numbered in their
order. It prints a line a rule: number, verdict, seconds. "proved": gini finds no grid that breaks the rule, and gophersat a
certificate that there is none, which was verified. "refuted": a grid that breaks the rule was found and checked; it ends the
line. "open": --timeout came first. gini and gophersat read the same clauses. native, which is unrelated, is asked too, for up to ten
seconds; JSON says under solvers whether it ended. An engine that contradicts another ends the command with exit status 1. --proof DIR writes each certificate to DIR/rule-N.proof, and the model that it is about, with
the rule's negation, to DIR/rule-N.yaml: qmsat check-proof --model DIR/rule-N.yaml DIR/rule-N.proof verifies it again. The exit
status is 1 where a rule is refuted, else 3 where one is open.`,
	examples: []example{{"rules prove --delta 2 1,8-10", "that four of the rules follow for Δ = 2"}},
}, printRulesProve, (*rulesFlags).addDelta, (*rulesFlags).addRules, (*rulesFlags).addProof, addLimit("per rule"))

// verdictRecord is the JSON object of a rule's verdict.
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

// printRulesProve prints a line, or an object, for each rule.
func printRulesProve(ctx context.Context, streams streams, out *lines, f *rulesFlags, args []string) error {
	m, known, numbers, err := f.questions(args)
	if err != nil {
		return err
	}
	if err := makeReportFolder(f.proof); err != nil {
		return err
	}
	bar := newBar(streams.err, 1, "rules")
	defer bar.clear()
	verdicts := map[rules.Verdict]int{}
	for i, n := range numbers {
		bar.share(i, len(numbers))
		record, err := f.ask(ctx, m, n, known[n-1])
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		verdicts[record.Verdict]++
		out.record(f.format, record, record.line(out.paint))
		if err := out.flush(); err != nil {
			return err
		}
	}
	return verdictError(verdicts, len(numbers))
}

// verdictError gives the verdicts their exit status.
func verdictError(verdicts map[rules.Verdict]int, asked int) error {
	if n := verdicts[rules.Refuted]; n > 0 {
		return &exitError{statusCheck, fmt.Errorf("%d of %d rules refuted", n, asked)}
	}
	if n := verdicts[rules.Open]; n > 0 {
		return &exitError{statusStopped, fmt.Errorf("%d of %d rules left open by the timeout", n, asked)}
	}
	return nil
}

// questions returns the model, its rules and the numbers of those that the flags and arguments ask about.
func (f *rulesFlags) questions(args []string) (m *model.Model, known []*model.Rule, numbers []int, err error) {
	if len(args) > 1 {
		return nil, nil, nil, usageErrorf("rules prove: %d arguments, expected at most one list of rules such as 1,2,8-10", len(args))
	}
	if f.set.Changed("delta") {
		m, err = model.QuasiMagic(3, f.delta)
	} else {
		m, err = model.Sudoku(3, 3)
	}
	if err != nil {
		return nil, nil, nil, inputError(err)
	}
	if known, err = f.knownRules(m); err != nil {
		return nil, nil, nil, err
	}
	list := fmt.Sprintf("1-%d", len(known))
	if len(args) > 0 && args[0] != allNames {
		list = args[0]
	}
	numbers, ok := parseNumbers(list)
	if !ok {
		return nil, nil, nil, usageErrorf("rules %q, expected all or a list such as 1,2,8-10", list)
	}
	for _, n := range numbers {
		if n < 1 || n > len(known) {
			return nil, nil, nil, usageErrorf("rule %d, expected 1 to %d", n, len(known))
		}
	}
	return m, known, numbers, nil
}

// knownRules returns the rules of the file, or the pruning rules.
func (f *rulesFlags) knownRules(m *model.Model) ([]*model.Rule, error) {
	if f.rules == "" {
		set, err := rules.PruningRules(m.Grid)
		return set.Rules, err
	}
	list, err := readRuleFile(f.rules, m)
	if err == nil && len(list) == 0 {
		err = usageErrorf("--rules %s: no rules", f.rules)
	}
	return list, err
}

func readRuleFile(name string, m *model.Model) ([]*model.Rule, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, usageErrorf("--rules: %v", err)
	}
	defer file.Close()
	list, err := rules.Read(name, file, m)
	return list, inputError(err)
}

// ask has one rule proved or refuted, and writes the certificate.
func (f *rulesFlags) ask(ctx context.Context, m *model.Model, number int, rule *model.Rule) (*verdictRecord, error) {
	limited, cancel := limited(ctx, time.Now(), f.timeout)
	defer cancel()
	question := rules.Question{Model: m, Rule: rule}
	start := time.Now()
	answer, err := rules.Prove(limited, question)
	if disagreement := new(rules.Disagreement); errors.As(err, &disagreement) {
		return nil, checkFailed(fmt.Errorf("rule %d: %w", number, err))
	} else if err != nil {
		return nil, err
	}
	record := &verdictRecord{
		Rule: number, Text: rule.Name, Verdict: answer.Verdict, Seconds: time.Since(start).Seconds(), Solvers: answer.Solvers, Cases: answer.Cases,
	}
	if f.rules == "" {
		record.Text = model.PruningRuleText(number)
	}
	if f.set.Changed("delta") {
		record.Delta = &f.delta
	}
	if answer.Grid != nil {
		record.Grid = m.Notation().FormatSolution(m, answer.Grid)
	}
	if answer.Proof != nil {
		record.Steps = answer.Steps
		record.Proof, err = writeCertificate(f.proof, number, question, answer)
	}
	return record, err
}

// writeCertificate writes a certificate, and the model that it is about, to the folder, where one is asked for. It returns the
// certificate's file.
func writeCertificate(dir string, number int, q rules.Question, answer *rules.Answer) (file string, err error) {
	if dir == "" {
		return "", nil
	}
	name := filepath.Join(dir, fmt.Sprintf("rule-%d", number))
	file = name + ".proof"
	return file, outputError(firstError(
		writeFile(name+".yaml", nil, func(w io.Writer) error { return q.Against().WriteYAML(w, nil) }),
		writeFile(file, nil, func(w io.Writer) error {
			_, err := w.Write(answer.Proof)
			return err
		})))
}

func showVerdict(p paint, v rules.Verdict) string {
	switch v {
	case rules.Proved:
		return p.good(string(v))
	case rules.Refuted:
		return p.bad(string(v))
	}
	return p.open(string(v))
}

func (r *verdictRecord) line(p paint) string {
	text := fmt.Sprintf("%d %s %.2f", r.Rule, showVerdict(p, r.Verdict), r.Seconds)
	if r.Grid != "" {
		text += " " + r.Grid
	}
	return text
}
