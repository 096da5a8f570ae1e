package setter

import (
	"context"
	"fmt"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
)

// PartRecord is the JSON form of a part of a puzzle.
type PartRecord struct {
	Kind  string   `json:"kind"`
	Name  string   `json:"name,omitempty"`
	Entry string   `json:"entry,omitempty"` // of a clue: as in a model file
	Cells []string `json:"cells"`
	Value *int     `json:"value,omitempty"` // of a given
	Line  int      `json:"line,omitempty"`
}

// Record returns the JSON form of a part.
func (p Part) Record(m *model.Model) PartRecord {
	r := PartRecord{Kind: p.Kind, Name: p.Name, Entry: p.Entry, Line: p.Line, Cells: lists.Map(p.Cells, m.NameOf)}
	if p.IsGiven() {
		r.Value = &p.Given.Value
	}
	return r
}

// String writes the part on one line, with at most some of its cells.
func (r PartRecord) String() string {
	const most = 16
	switch {
	case r.Value != nil:
		return fmt.Sprintf("%s %s=%d", r.Kind, r.Cells[0], *r.Value)
	case r.Entry != "":
		return r.Entry
	}
	text := r.Kind
	if r.Name != "" {
		text += fmt.Sprintf(" %q", r.Name)
	}
	if r.Line > 0 {
		text += fmt.Sprintf(" in line %d", r.Line)
	}
	if len(r.Cells) == 0 {
		return text
	}
	if len(r.Cells) > most {
		r.Cells = append(r.Cells[:most-1:most-1], "…", r.Cells[len(r.Cells)-1])
	}
	return text + ": " + strings.Join(r.Cells, " ")
}

// Conflict is a set of parts without a solution.
type Conflict struct {
	Parts     []PartRecord `json:"parts"`
	Minimal   bool         `json:"minimal"`   // without any one of the parts there is a solution
	Smallest  bool         `json:"smallest"`  // of those that were not found before
	Confirmed bool         `json:"confirmed"` // native finds no solution
}

// Conflict returns what [Search.Next] finds, confirmed by native; nil after the last one. After an error there may be a conflict that
// is larger than needed or not confirmed. refuted says that native finds a solution of it.
func (s *Search) Conflict(ctx context.Context, smallest bool) (c *Conflict, refuted bool, err error) {
	set, err := s.Next(ctx, smallest)
	if set == nil {
		return nil, false, err
	}
	c = &Conflict{Minimal: s.Minimal(set), Smallest: smallest && err == nil}
	for i := range set.All() {
		c.Parts = append(c.Parts, s.Parts[i].Record(s.Model))
	}
	if err == nil {
		c.Confirmed, err = s.Confirm(ctx, set)
		refuted = err == nil && !c.Confirmed
	}
	return c, refuted, err
}
