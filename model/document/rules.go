package document

import (
	"fmt"
	"io"
	"qmsat/model"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// ReadRules reads a file of rules for a model. The file is a mapping with two keys. rules
// is a list of constraints of kind rule; the key kind may be omitted. quasi-magic is the Δ for which they were proved; it must be
// the model's. Without it, the rules apply to any model.
func ReadRules(file string, r io.Reader, m *model.Model) (rules []model.Constraint, err error) {
	d := decoder(file, m)
	root, err := d.Document(r)
	if err != nil {
		return nil, err
	}
	f := d.Mapping(root)
	f.If("quasi-magic", func(n *node) {
		delta := d.Int(n)
		switch family, _ := m.Recognise(); {
		case !family.QuasiMagic:
			d.Failf(n, "found rules proved for Δ = %d, but the model is not quasi-magic", delta)
		case family.Delta != delta:
			d.Failf(n, "found rules proved for Δ = %d, expected the model's Δ = %d", delta, family.Delta)
		}
	})
	for _, item := range d.Sequence(f.Required("rules")) {
		rule := d.Mapping(item)
		rule.If("kind", func(kind *node) {
			if d.Text(kind) != "rule" {
				d.Failf(kind, "found %s, expected rule", input.Describe(kind))
			}
		})
		name := rule.OptionalText("name")
		rules = append(rules, d.Valid(item, &model.Rule{Name: name, Formula: d.Formula(rule.Rest())}))
	}
	f.Done()
	return rules, d.Err()
}

// WriteRules writes a file of rules that [ReadRules] reads for the model: one rule a line, after lines of comment. If the model
// is quasi-magic, the file states its Δ.
func WriteRules(w io.Writer, m *model.Model, comment []string, rules []*model.Rule) error {
	list := lists.Map(rules, func(rule *model.Rule) model.Fields { return rule.Fields(m) })
	var f model.Fields
	if family, _ := m.Recognise(); family.QuasiMagic {
		f = f.Add("quasi-magic", family.Delta)
	}
	text := f.Add("rules", list).Text()
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
