package rules

import (
	"context"
	"errors"
	"time"

	"qmsat/model"
	_ "qmsat/native" // registers the confirmer
)

// confirmer is the engine that confirms the solvers. It does not use formulas.
const confirmer = "native"

// confirmTime is its time limit. If it needs longer, the answer stays unconfirmed.
const confirmTime = 10 * time.Second

// confirm lets the confirmer search for a solution of the model, in the cases if there are any. The cases must cover all
// solutions. The answer must be the given one, unless the time is over.
func confirm(ctx context.Context, against *model.Model, cases []model.Cube, answer *Answer, want string) error {
	limited, cancel := context.WithTimeout(ctx, confirmTime)
	defer cancel()
	if len(cases) == 0 {
		cases = []model.Cube{nil}
	}
	found, _, err := searchCases(limited, against, confirmer, cases)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil
	}
	if err != nil {
		return err
	}
	said := unsatisfiable
	if found != nil {
		said = satisfiable
	}
	if said != want {
		return disagreef("%s says that a grid that breaks the rule is %s, the solvers that it is %s", confirmer, said, want)
	}
	answer.Solvers[confirmer] = said
	return nil
}
