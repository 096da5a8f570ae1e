package variant

import "qmsat/model"

// Palindrome requires that a line reads the same both ways.
type Palindrome struct {
	model.Titled
	Line model.Cells `field:"line,repeat"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "palindrome", Group: Lines,
		Summary: "the line reads the same both ways",
		Example: "{kind: palindrome, line: r1c1-r1c5}",
		New:     func() model.Named { return &Palindrome{} },
	})
}

// Define equates each two cells at the same distance from the ends.
func (p *Palindrome) Define(d *model.Definition) {
	for _, two := range opposite(p.Line) {
		d.Add(equal(two[:1], two[1:])...)
	}
}

// opposite returns each two cells of a line that have the same distance from its ends, the ends first.
func opposite(line model.Cells) []model.Cells {
	var pairs []model.Cells
	for i, j := 0, len(line)-1; i < j; i, j = i+1, j-1 {
		pairs = append(pairs, model.Cells{line[i], line[j]})
	}
	return pairs
}
