package rules

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"qmsat/compare/study"
	"qmsat/model"
)

// Topics are what can be asked about rules.
var Topics = []*study.Topic{proveTopic, mineTopic, effectTopic, profileTopic}

// DefaultPuzzles is the file of quasi-magic puzzles, in the folder of the repository.
const DefaultPuzzles = "testdata/quasimagic-180.txt"

// DefaultPuzzlesHelp says where they are asked.
const DefaultPuzzlesHelp = "Without a file the puzzles are those of " + DefaultPuzzles + "."

// options are what several topics take.
type options struct {
	study.Base
	delta   int
	rules   string // their file
	proof   string // the folder of certificates
	puzzles int
	perRule time.Duration
}

func (o *options) addDelta(f study.Flags) {
	f.IntVar(&o.delta, "delta", 0, "quasi-magic Sudoku with Δ = `N`")
}

func (o *options) addRules(f study.Flags) {
	f.StringVar(&o.rules, "rules", "", "take the rules of the YAML `FILE`")
}

func (o *options) addProof(f study.Flags) {
	f.StringVar(&o.proof, "proof", "", "write certificates to the folder `DIR`")
}

func (o *options) addPuzzles(f study.Flags) {
	f.Whole(&o.puzzles, "puzzles", 0, 0, "only `N` puzzles of each file, evenly spread")
}

func (o *options) addPerRule(f study.Flags) {
	f.Duration(&o.perRule, "timeout", 0, "give up on a rule after `D`, such as 10s")
	o.FormatFlag(f, "text", "json")
}

func (o *options) addLimit(f study.Flags) {
	o.TimeoutFlag(f, ", as a whole")
	o.FormatFlag(f, "text", "json")
}

// leastMined is the lowest Δ that can be mined: below there are no grids.
const leastMined = 2

// minable returns the model of a Δ whose rules can be mined.
func (o *options) minable(topic string) (*model.Model, error) {
	switch {
	case !o.Changed("delta"):
		return nil, fmt.Errorf("rules %s: no --delta, expected %d to %d", topic, leastMined, model.MaxDelta(3))
	case o.delta < leastMined || o.delta > model.MaxDelta(3):
		return nil, fmt.Errorf("rules %s: --delta %d, expected %d to %d", topic, o.delta, leastMined, model.MaxDelta(3))
	}
	return model.QuasiMagic(3, o.delta)
}

func readFile(name string, m *model.Model) ([]*model.Rule, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--rules: %w", err)
	}
	defer file.Close()
	return Read(name, file, m)
}

// writeCertificate writes a certificate, and the model that it is about, to the folder, where one is asked for. It returns the
// certificate's file.
func (o *options) writeCertificate(number int, q Question, answer *Answer) (file string, err error) {
	if o.proof == "" {
		return "", nil
	}
	name := filepath.Join(o.proof, fmt.Sprintf("rule-%d", number))
	if err := o.WriteFile(name+".yaml", func(w io.Writer) error { return q.Against().WriteYAML(w, nil) }); err != nil {
		return "", err
	}
	file = name + ".proof"
	return file, o.WriteFile(file, func(w io.Writer) error { _, err := w.Write(answer.Proof); return err })
}

// print prints an object, or a line: what comes before the verdict, the verdict in its colour, and what follows it. A grid ends it.
func (o *options) print(object any, before string, v Verdict, after, grid string) error {
	shown := map[Verdict]func(string) string{Proved: o.Good, Refuted: o.Bad}[v]
	if shown == nil {
		shown = o.Open
	}
	if grid != "" {
		after += " " + grid
	}
	o.Record(object, before+shown(string(v))+" "+after)
	return o.Flush()
}
