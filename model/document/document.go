package document

import (
	"errors"
	"fmt"
	_ "qmsat/model/kinds" // all kinds of constraints
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/variant"
)

// Document is a puzzle as people write it: a model without entries, and entries in the order of writing, with what is told or drawn
// beside them.
type Document struct {
	Model   *model.Model    // what the document compiles to; the origins of its constraints are clues
	Entries []variant.Entry // as written; Add adds some
	Givens  model.Cube
	Sheet   *Sheet // nil if there is nothing

	base     []model.Constraint // those of no entry
	declared int                // variables of no entry that come first
	late     []model.Var        // other variables of no entry
	meanings []*variant.Meaning // by entry; nil for constraints
	asks     bool               // a clue asks for others
}

// New returns a document of a model without entries. It does not change the model.
func New(base *model.Model) *Document {
	d := &Document{Model: base, base: base.Constraints, declared: len(base.Variables)}
	d.own()
	return d
}

// own gives the document a model of its own, which it may extend.
func (d *Document) own() {
	m := *d.Model
	m.Variables, m.Outputs = slices.Clip(m.Variables), slices.Clip(m.Outputs)
	m.Constraints, m.Origins = slices.Clip(m.Constraints), slices.Clip(m.Origins)
	d.Model = &m
}

// Add adds entries and what they mean. An error says what was found in the first malformed clue; the document is then of no further
// use.
func (d *Document) Add(entries ...variant.Entry) error {
	var early []variant.Entry
	for _, e := range entries {
		if err := d.compile(e); errors.Is(err, variant.ErrEarly) {
			early = append(early, e)
		} else if err != nil {
			return err
		}
	}
	for _, e := range early {
		if err := d.compile(e); err != nil {
			return err
		}
	}
	return d.complete()
}

// AddClues adds clues as [Document.Add] does.
func (d *Document) AddClues(clues ...variant.Clue) error { return d.Add(variant.Entries(clues...)...) }

// AddConstraints adds constraints as entries.
func (d *Document) AddConstraints(constraints ...model.Constraint) error {
	return d.Add(lists.Map(constraints, func(c model.Constraint) variant.Entry { return variant.Entry{Constraint: c} })...)
}

// compile adds an entry and what it means. Clues that ask for others get their final meaning by complete. After an error the model is
// as before; if that is [variant.ErrEarly], the clue may be added after others.
func (d *Document) compile(e variant.Entry) error {
	var meaning *variant.Meaning
	if e.Clue != nil {
		var err error
		variables, outputs := len(d.Model.Variables), d.Model.Outputs
		if meaning, err = variant.Define(d.Model, e.Clue, d.meanings); err != nil {
			d.Model.Variables, d.Model.Outputs = d.Model.Variables[:variables], outputs
			return fmt.Errorf("%s: %w", e.Kind(), err)
		}
		d.asks = d.asks || meaning.Asks()
	}
	d.Entries, d.meanings = append(d.Entries, e), append(d.meanings, meaning)
	d.append(meaning, e.Constraint)
	return nil
}

// append appends the constraints of a clue's meaning, with their origin, or the constraint of another entry.
func (d *Document) append(meaning *variant.Meaning, constraint model.Constraint) {
	m := d.Model
	if meaning == nil {
		m.Constraints = append(m.Constraints, constraint)
		return
	}
	for range len(m.Constraints) - len(m.Origins) {
		m.Origins = append(m.Origins, nil)
	}
	m.Constraints = append(m.Constraints, meaning.Constraints...)
	for range meaning.Constraints {
		m.Origins = append(m.Origins, meaning)
	}
}

// complete is the second pass: it defines clues again that asked for others, if these have changed.
func (d *Document) complete() error {
	if !d.asks {
		return nil
	}
	changed := false
	meanings := slices.Clone(d.meanings)
	for i, old := range d.meanings {
		if old == nil {
			continue
		}
		again, err := old.Again(d.Model, d.meanings)
		if err != nil {
			return fmt.Errorf("%s: %w", old.Kind(), err)
		}
		meanings[i], changed = again, changed || again != old
	}
	if !changed {
		return nil
	}
	d.meanings = meanings
	d.Model.Constraints, d.Model.Origins = slices.Clip(d.base), nil
	for i, e := range d.Entries {
		d.append(d.meanings[i], e.Constraint)
	}
	return nil
}

// Meaning returns the constraints that an entry means.
func (d *Document) Meaning(entry int) []model.Constraint {
	if m := d.meanings[entry]; m != nil {
		return m.Constraints
	}
	return []model.Constraint{d.Entries[entry].Constraint}
}

// Added returns the variables that an entry adds to the model.
func (d *Document) Added(entry int) []model.Var {
	if m := d.meanings[entry]; m != nil {
		return m.Variables
	}
	return nil
}

// Declare adds a variable of no entry.
func (d *Document) Declare(name string, domain model.Domain) model.Var {
	v := d.Model.AddVariable(name, domain)
	if int(v) == d.declared {
		d.declared++
	} else {
		d.late = append(d.late, v)
	}
	return v
}

// Declared returns how many variables there are without those that entries add.
func (d *Document) Declared() int { return d.declared + len(d.late) }

// Clues returns the entries that are clues.
func (d *Document) Clues() (clues []variant.Clue) {
	for _, e := range d.Entries {
		if e.Clue != nil {
			clues = append(clues, e.Clue)
		}
	}
	return clues
}

// Plain returns the constraints that are no clue's: those of the houses and boxes, and entries that are constraints.
func (d *Document) Plain() []model.Constraint {
	plain := slices.Clone(d.base)
	for _, e := range d.Entries {
		if e.Clue == nil {
			plain = append(plain, e.Constraint)
		}
	}
	return plain
}

// Base returns the constraints that are no entries: those of the houses and boxes.
func (d *Document) Base() []model.Constraint { return d.base }

// With returns the document with further clues.
func (d *Document) With(clues ...variant.Clue) (*Document, error) {
	with := *d
	with.Entries, with.meanings = slices.Clip(d.Entries), slices.Clip(d.meanings)
	with.own()
	return &with, with.AddClues(clues...)
}

// Narrowed returns the document with other domains of its variables, which are parts of its own.
func (d *Document) Narrowed(variables []model.Variable) *Document {
	narrow := *d
	narrow.own()
	narrow.Model.Variables = variables
	return &narrow
}

// Bare returns the document without its objective: itself, if it has none.
func (d *Document) Bare() *Document {
	if d.Model.Objective == nil {
		return d
	}
	bare := *d
	bare.own()
	bare.Model.Objective = nil
	return &bare
}

// WithGivens returns the document with other givens.
func (d *Document) WithGivens(givens model.Cube) *Document {
	with := *d
	with.Givens = givens
	return &with
}
