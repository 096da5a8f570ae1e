package model

import (
	"fmt"
	"io"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// ReadRules reads a file of rules for the model and appends them to its constraints. The file is a mapping with two keys. rules
// is a list of constraints of kind rule; the key kind may be omitted. quasi-magic is the Δ for which they were proved; it must be
// the model's. Without it, the rules apply to any model. After an error the model is as it was.
func ReadRules(file string, r io.Reader, m *Model) error {
	d := newDecoder(file, m)
	root, err := d.Document(r)
	if err != nil {
		return err
	}
	f := d.Mapping(root)
	f.If("quasi-magic", func(n *node) {
		delta := d.Int(n)
		switch family, _ := m.recognise(); {
		case !family.QuasiMagic:
			d.Failf(n, "found rules proved for Δ = %d, but the model is not quasi-magic", delta)
		case family.Delta != delta:
			d.Failf(n, "found rules proved for Δ = %d, expected the model's Δ = %d", delta, family.Delta)
		}
	})
	var rules []Constraint
	for _, item := range d.Sequence(f.Required("rules")) {
		rule := d.Mapping(item)
		rule.If("kind", func(kind *node) {
			if d.Text(kind) != "rule" {
				d.Failf(kind, "found %s, expected rule", input.Describe(kind))
			}
		})
		name := rule.OptionalText("name")
		rules = append(rules, d.valid(m, item, &Rule{Name: name, Formula: d.formula(rule.Rest())}))
	}
	f.Done()
	if d.Err() == nil {
		m.Constraints = append(m.Constraints, rules...)
	}
	return d.Err()
}

// WriteRules writes a file of rules that [ReadRules] reads for the model: one rule a line, after lines of comment. If the model
// is quasi-magic, the file states its Δ.
func WriteRules(w io.Writer, m *Model, comment []string, rules []*Rule) error {
	list := lists.Map(rules, func(rule *Rule) fields { return rule.fields(m) })
	var f fields
	if family, _ := m.recognise(); family.QuasiMagic {
		f = f.add("quasi-magic", family.Delta)
	}
	text := dump(f.add("rules", list))
	for _, line := range comment {
		if strings.ContainsAny(line, "\r\n") {
			return fmt.Errorf("comment %q, expected lines", line)
		}
		if _, err := io.WriteString(w, strings.TrimSpace("# "+line)+"\n"); err != nil {
			return err
		}
	}
	_, err := w.Write(text)
	return err
}
