package encode

import (
	"qmsat/internal/lists"
	"qmsat/model"
)

func init() { registerKind("either", encodeEither) }

// encodeEither writes each branch under the condition that it is chosen; one is. Several branches may hold, and the auxiliary
// variables of a branch that is not chosen are open, so counting needs projection.
func encodeEither(c *Compiler, constraint *model.Either) error {
	chosen := []Literal{True}
	if n := len(constraint.Of); n > 1 {
		chosen = lists.Make(n, func(int) Literal { return c.NewFreeVariable() })
	}
	c.AddSimplified(chosen)
	for i, branch := range constraint.Of {
		if err := c.under(chosen[i], branch); err != nil {
			return err
		}
	}
	return nil
}
