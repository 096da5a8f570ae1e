package variant

import (
	"cmp"

	"qmsat/model"
)

// Modular requires different residues of neighbours on a line.
type Modular struct {
	model.Titled
	Line    model.Cells `field:"line,repeat"`
	Modulus int         `field:"modulus,optional"` // 0: 3
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "modular", Group: Lines,
		Summary: "any m cells in a row have different residues modulo the modulus m (default 3)",
		Example: "{kind: modular, line: r1c1-r1c5, modulus: 4}",
		Also:    []string{"modular-line"},
		New:     func() model.Named { return &Modular{} },
	})
}

// Define lets each m cells in a row have each residue at most once.
func (m *Modular) Define(d *model.Definition) {
	modulus := cmp.Or(m.Modulus, 3)
	if modulus < 1 {
		d.Failf("found the modulus %d, expected at least 1", modulus)
		return
	}
	alternate(d, m.Line, modulus, func(value int) int { return (value%modulus + modulus) % modulus })
}

// alternate adds that any m cells in a row, or all if there are fewer, are of different classes, which count from 0 to m-1.
func alternate(d *model.Definition, line model.Cells, m int, class func(value int) int) {
	domains := make([]model.Domain, m)
	for value := range values(d).All() {
		domains[class(value)] = domains[class(value)].Union(model.Values(value))
	}
	kind, size := model.Exactly, min(m, len(line))
	if size < m {
		kind = model.AtMost
	}
	for i := range len(line) - size + 1 {
		for _, domain := range domains {
			d.Add(count(kind, 1, of(line[i:i+size], domain)))
		}
	}
}
