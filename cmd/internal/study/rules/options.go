package rules

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/compare/rules"
	"qmsat/internal/namedfile"
	"qmsat/model"
	"qmsat/model/document"
)

// Topics are the questions about rules.
var Topics = []*study.Topic{proveTopic, mineTopic, effectTopic, profileTopic}

// Options that several topics take.
type (
	spoken struct {
		Delta int `flag:"delta" usage:"quasi-magic Sudoku with Δ = <N>"`
	}
	ruled struct {
		Rules string `flag:"rules" usage:"take the rules of the YAML <FILE>"`
	}
	// proven are of topics that ask of rule after rule.
	proven struct {
		Proof string `flag:"proof" usage:"write certificates to the folder <DIR>"`
	}
	perRule struct {
		Timeout time.Duration  `flag:"timeout" usage:"give up on a rule after <D>, such as 10s"`
		_       study.BaseFlag `flag:"format" names:"text,json" usage:"output <FORMAT>"`
		study.Base
	}
	whole struct {
		_ study.BaseFlag `flag:"timeout" usage:"stop after <D>, such as 10s, as a whole"`
		_ study.BaseFlag `flag:"format" names:"text,json" usage:"output <FORMAT>"`
		study.Base
	}
)

// leastMined is the lowest Δ that can be mined: below there are no grids.
const leastMined = 2

// minable returns the model of a Δ whose rules can be mined.
func (o *spoken) minable(b *study.Base, topic string) (*model.Model, error) {
	switch {
	case !b.Given("delta"):
		return nil, fmt.Errorf("rules %s: no --delta, expected %d to %d", topic, leastMined, model.MaxDelta(3))
	case o.Delta < leastMined || o.Delta > model.MaxDelta(3):
		return nil, fmt.Errorf("rules %s: --delta %d, expected %d to %d", topic, o.Delta, leastMined, model.MaxDelta(3))
	}
	return model.QuasiMagic(3, o.Delta)
}

func readFile(name string, m *model.Model) ([]*model.Rule, error) {
	file, err := namedfile.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--rules: %w", err)
	}
	defer file.Close()
	return rules.Read(name, file, m)
}

// writeCertificate writes a certificate and its model to the folder, if one is requested. It returns the certificate's file.
func (o *proven) writeCertificate(b *study.Base, number int, q rules.Question, answer *rules.Answer) (file string, err error) {
	if o.Proof == "" {
		return "", nil
	}
	name := filepath.Join(o.Proof, fmt.Sprintf("rule-%d", number))
	if err := b.WriteFile(name+".yaml", func(w io.Writer) error { return document.New(q.Against()).Write(w) }); err != nil {
		return "", err
	}
	file = name + ".proof"
	return file, b.WriteFile(file, func(w io.Writer) error { _, err := w.Write(answer.Proof); return err })
}

// failed gives a contradiction of solvers the status of a failed check.
func failed(err error) error {
	if errors.As(err, new(*rules.Disagreement)) {
		return study.Failed(err)
	}
	return err
}

// print prints an object, or a line: the text before the verdict, the verdict in its colour, and the text after it. A grid comes
// last.
func (o *perRule) print(object any, before string, v rules.Verdict, after, grid string) error {
	shown := map[rules.Verdict]func(string) string{rules.Proved: o.Good, rules.Refuted: o.Bad}[v]
	if shown == nil {
		shown = o.Open
	}
	if grid != "" {
		after += " " + grid
	}
	o.Record(object, before+shown(string(v))+" "+after)
	return o.Flush()
}
