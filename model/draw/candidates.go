package draw

import (
	"math"
	"strconv"
	"strings"

	"qmsat/internal/svg"
	"qmsat/model"
)

// Role says what a candidate does in the step that a picture shows.
type Role uint8

// The roles.
const (
	Pattern    Role = iota // belongs to the pattern of the step
	Second                 // belongs to the pattern's other half: the other colour of a colouring, the false candidates of a chain
	Fin                    // belongs to the pattern's exceptions
	Placed                 // is now the value of its cell
	Eliminated             // is removed
	roles
)

var roleNames = [roles]string{"pattern", "second", "fin", "placed", "eliminated"}

// RoleNames returns the names of the roles, in order.
func RoleNames() []string { return roleNames[:] }

// String returns the name of the role.
func (r Role) String() string { return roleNames[r] }

// The colours of strokes through candidates, and of links.
const struckColour, linkColour = "#b00000", "#6a3d9a"

// roleStyles says how each role is drawn and described in the notes.
var roleStyles = [roles]struct{ fill, stroke, note string }{
	Pattern:    {"#b6e3b6", "none", "green: what the step rests on"},
	Second:     {"#ffd98c", "none", "amber: its other half"},
	Fin:        {"#b5d3f5", "none", "blue: fins"},
	Placed:     {paper, "#1a7f1a", "ringed: placed"},
	Eliminated: {"#f7c1c1", "none", "red and struck: eliminated"},
}

// Mark is a candidate to highlight.
type Mark struct {
	model.Given
	Role Role
}

// Link is a line between two candidates. A strong link says that at least one holds; a weak one, that not both do.
type Link struct {
	From, To model.Given
	Strong   bool
}

// candidatePosition returns the middle of a candidate's place in its cell, and the size of a place. Each value has the same
// place in all cells with as much room.
func (d *drawing) candidatePosition(g model.Given) (x, y, size float64) {
	rows, index := d.candidateLanes(g.Var), 0
	if i, is := d.values.Index(g.Value); is {
		index = i
	}
	return rows[index/len(rows)].at(index % len(rows))
}

// drawCandidates writes the candidates of cells without a value, with their marks, and draws the links.
func (d *drawing) drawCandidates(w *svg.Writer, p Picture, cells []cellValue) {
	if p.Candidates == nil {
		return
	}
	for _, mark := range p.Marks {
		x, y, size := d.candidatePosition(mark.Given)
		style := roleStyles[mark.Role]
		w.Element("circle", "cx", x, "cy", y, "r", size/2-0.3, "fill", style.fill, "stroke", style.stroke, "stroke-width", 1.2)
	}
	w.Open("g", "text-anchor", "middle", "fill", candidateColour)
	for i, cell := range cells {
		if cell.text != "" {
			continue
		}
		rows := d.candidateLanes(model.Var(i))
		for value := range p.Candidates[i].All() {
			index, _ := d.values.Index(value)
			row, text := rows[index/len(rows)], strconv.Itoa(value)
			x, y, _ := row.at(index % len(rows))
			size := row.fontSize(text)
			w.Text(x, y+0.36*size, text, "font-size", size)
		}
	}
	w.Close()
	for _, mark := range p.Marks {
		if mark.Role == Eliminated {
			x, y, size := d.candidatePosition(mark.Given)
			w.Line(x-size/3, y+size/3, x+size/3, y-size/3, "stroke", struckColour, "stroke-width", 1)
		}
	}
	for _, link := range p.Links {
		d.drawLink(w, link)
	}
}

// drawLink draws a line between two candidates, from rim to rim: dashed if it is weak.
func (d *drawing) drawLink(w *svg.Writer, link Link) {
	x1, y1, size := d.candidatePosition(link.From)
	x2, y2, _ := d.candidatePosition(link.To)
	length := math.Hypot(x2-x1, y2-y1)
	if length <= size {
		return // they touch
	}
	dx, dy := (x2-x1)/length*size/2, (y2-y1)/length*size/2
	attributes := svg.Attributes{"stroke", linkColour, "stroke-width", 1, "stroke-opacity", "0.75"}
	if !link.Strong {
		attributes = append(attributes, "stroke-dasharray", "3 2")
	}
	w.Line(x1+dx, y1+dy, x2-dx, y2-dy, attributes...)
}

// markNotes says what the marks of the pictures mean.
func markNotes(pictures []Picture) []string {
	var used [roles]bool
	linked := false
	for _, p := range pictures {
		for _, mark := range p.Marks {
			used[mark.Role] = true
		}
		linked = linked || len(p.Links) > 0
	}
	var notes []string
	for role, style := range roleStyles {
		if used[role] {
			notes = append(notes, style.note)
		}
	}
	if linked {
		notes = append(notes, "lines: strong links, dashed weak ones")
	}
	if len(notes) == 0 {
		return nil
	}
	return []string{"Candidates: " + strings.Join(notes, "; ") + "."}
}
