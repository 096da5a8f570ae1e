package draw

import (
	"strconv"

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

func init() {
	encage("", func(n *variant.Killer) []cage { return numbered(n.Cells, n.Sum) })
}
