package kind

import (
	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/model/kinds"
)

func init() { formula.RegisterKind("either", encodeEither) }

// encodeEither writes each branch under the condition that it is chosen; one is. Several branches may hold, and the auxiliary
// variables of a branch that is not chosen are open, so counting needs projection.
func encodeEither(c *formula.Compiler, constraint *kinds.Either) error {
	chosen := []formula.Literal{formula.True}
	if n := len(constraint.Of); n > 1 {
		chosen = lists.Make(n, func(int) formula.Literal { return c.NewFreeVariable() })
	}
	c.AddSimplified(chosen)
	for i, branch := range constraint.Of {
		if err := c.Under(chosen[i], branch); err != nil {
			return err
		}
	}
	return nil
}
