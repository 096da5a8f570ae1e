package rules

import (
	"fmt"
	"io"
	"time"

	"qmsat/model"
	"qmsat/model/document"
)

// Mined collects the findings of [Mine], and writes the rules among them to a file.
type Mined struct {
	Model    *model.Model
	Delta    int
	Timeout  time.Duration // a statement; 0: none
	Families []string      // those that were asked; nil: all
	Rules    []*model.Rule // what was proved, in the order found
	Verdicts map[Verdict]int
	Stopped  bool // the search was interrupted
}

// Add takes a finding.
func (r *Mined) Add(f *Finding) {
	if r.Verdicts == nil {
		r.Verdicts = map[Verdict]int{}
	}
	r.Verdicts[f.Verdict]++
	if f.Verdict == Proved {
		r.Rules = append(r.Rules, f.Statement.Rule(r.Model.Grid))
	}
}

// Write writes the rules for [document.ReadRules], after a comment on how they were found.
func (r *Mined) Write(w io.Writer) error {
	command := fmt.Sprintf("qmsat rules mine --delta %d", r.Delta)
	if r.Timeout > 0 && r.Verdicts[Open]+r.Verdicts[Searched] > 0 { // otherwise it makes no difference
		command += " --timeout " + r.Timeout.String()
	}
	for _, name := range r.Families {
		command += " " + name
	}
	comment := []string{
		fmt.Sprintf("Rules of quasi-magic Sudoku 9×9 with Δ = %d, each proved with a certificate that was verified, as found by", r.Delta),
		command,
		fmt.Sprintf("%d rules; %d others refuted, %d true by search but without certificate, %d left open.",
			len(r.Rules), r.Verdicts[Refuted], r.Verdicts[Searched], r.Verdicts[Open]),
	}
	if r.Stopped {
		comment = append(comment, "The search was interrupted before its end.")
	}
	return document.WriteRules(w, r.Model, comment, r.Rules)
}
