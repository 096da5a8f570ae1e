package draw

import (
	"strconv"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/variant"
)

// numbered returns one cage with a number if there is one.
func numbered(cells model.Cells, number *int) []cage {
	c := cage{cells: cells}
	if number != nil {
		c.text = strconv.Itoa(*number)
	}
	return []cage{c}
}

// marked returns cages with the same text.
func marked(sets []model.Cells, text string) []cage {
	return lists.Map(sets, func(cells model.Cells) cage { return cage{cells: cells, text: text} })
}

func init() {
	encage("", func(n *variant.Killer) []cage { return numbered(n.Cells, n.Sum) })
	encage("cages marked =", func(n *variant.EqualSums) []cage { return marked(n.Sets, "=") })
}
