package document

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/variant"
)

// Write writes the document as YAML; [Read] reads it back to an equal one. The houses of a grid and what builders make are written
// in their short forms, anything else entry by entry. It refuses two givens for one variable, because a model file cannot express
// that.
func (d *Document) Write(w io.Writer) error {
	text, err := d.written(func(model.Constraint) bool { return true }, func(int) bool { return true })
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// Only returns a document of some of the constraints of houses and boxes and some of the entries. These mean what they meant: a clue
// that depends on others that are gone becomes its constraints. Variables that other entries add and that are outputs stay.
func (d *Document) Only(base func(model.Constraint) bool, entry func(int) bool) (*Document, error) {
	text, err := d.written(base, entry)
	if err != nil {
		return nil, err
	}
	only, err := Read(context.Background(), "", bytes.NewReader(text))
	if err == nil {
		only.Sheet = d.Sheet
	}
	return only, err
}

// written returns the document as YAML, with some of its base's constraints and some entries.
func (d *Document) written(base func(model.Constraint) bool, entry func(int) bool) ([]byte, error) {
	m := *d.Model
	m.Variables = slices.Clone(d.Model.Variables[:d.declared])
	for _, v := range d.late {
		m.Variables = append(m.Variables, d.Model.Variables[v])
	}
	m.Constraints = lists.Filter(d.base, base)
	left, auxiliary := make([]*variant.Meaning, len(d.Entries)), map[model.Var]bool{}
	for i := range d.Entries {
		if entry(i) {
			left[i] = d.meanings[i]
		}
	}
	var kept []model.Fields
	for i, e := range d.Entries {
		loose := left[i] != nil && left[i].Depends(left) // it means something else without the other entries
		for _, v := range d.Added(i) {
			hidden := variant.IsAuxiliary(d.Model, v)
			if auxiliary[v] = hidden && !loose; loose || !hidden && !entry(i) {
				m.Variables = append(m.Variables, d.Model.Variables[v])
			}
		}
		switch {
		case !entry(i):
		case loose:
			kept = append(kept, lists.Map(d.Meaning(i), d.Model.ConstraintFields)...)
		case e.Clue == nil && len(kept) == 0: // it may be a builder's
			m.Constraints = append(m.Constraints, e.Constraint)
		default:
			kept = append(kept, e.Written(d.Model))
		}
	}
	f := append(model.Fields{}.Name(m.Name), d.Sheet.fields(&m)...)
	family, rest := m.Recognise()
	if rest == len(m.Constraints) {
		if m.Grid != nil {
			houses := model.AllDifferentHouses(m.Grid.Houses())
			if len(houses) <= rest && reflect.DeepEqual(m.Constraints[:len(houses)], houses) {
				rest -= len(houses)
			}
			f = f.Add("grid", m.GridFields(rest == len(m.Constraints)))
		}
		f = append(f, m.VariableFields()...)
	} else {
		f = f.Add("grid", model.Fields{}.Add("boxes", fmt.Sprintf("%dx%d", family.BoxRows, family.BoxColumns)))
		f = append(f, m.VariableFields()...)
	}
	if outputs := d.Model.Outputs; !slices.Equal(outputs, shown(d.Model, auxiliary)) {
		f = f.Add("outputs", d.Model.NamesOf(outputs))
	}
	if family.QuasiMagic {
		f = f.Add("quasi-magic", family.Delta)
	}
	f = f.Some("pruning-rules", family.PruningRules)
	entries := lists.Map(m.Constraints[len(m.Constraints)-rest:], d.Model.ConstraintFields)
	f = append(f.Some("constraints", append(entries, kept...)), d.Model.ObjectiveFields()...)
	var givens model.Fields
	seen := map[model.Var]bool{}
	for _, g := range d.Givens {
		if seen[g.Var] {
			return nil, fmt.Errorf("givens: %s appears twice, expected once", m.NameOf(g.Var))
		}
		seen[g.Var] = true
		givens = givens.Add(d.Model.NameOf(g.Var), g.Value)
	}
	return f.Some("givens", givens).Text(), nil
}

// shown returns the outputs of a document that does not say any: nil if no clue adds auxiliary variables, otherwise all others.
func shown(m *model.Model, auxiliary map[model.Var]bool) []model.Var {
	all := lists.Numbers[model.Var](len(m.Variables))
	if left := lists.Filter(all, func(v model.Var) bool { return !auxiliary[v] }); len(left) < len(all) {
		return left
	}
	return nil
}
