package rules

import (
	"context"
	"errors"
	"time"

	"qmsat/model"
	_ "qmsat/native" // registers the confirmer
)

// confirmer is the engine that is asked beside the solvers. It knows nothing of formulas.
const confirmer = "native"

// confirmTime is how long it is asked. Where it needs longer, the answer stands without it.
const confirmTime = 10 * time.Second

// confirm has the confirmer look for a solution of the model in the cases, which are to cover all of them, or anywhere where
// there are none. The answer must be the given one, unless the time is over.
func confirm(ctx context.Context, against *model.Model, cases []model.Cube, answer *Answer, want string) error {
	limited, cancel := context.WithTimeout(ctx, confirmTime)
	defer cancel()
	said, err := searchCases(limited, against, cases)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil
	}
	if err != nil {
		return err
	}
	if said != want {
		return disagreef("%s says that a grid that breaks the rule is %s, the solvers that it is %s", confirmer, said, want)
	}
	answer.Solvers[confirmer] = said
	return nil
}

// searchCases tells whether there is a solution in one of the cases.
func searchCases(ctx context.Context, against *model.Model, cases []model.Cube) (said string, err error) {
	session, err := openEngine(ctx, against, confirmer, choice)
	if err != nil {
		return "", err
	}
	defer session.Close()
	if len(cases) == 0 {
		cases = []model.Cube{nil}
	}
	for _, cube := range cases {
		found, err := first(ctx, session, cube)
		if err != nil {
			return "", err
		}
		if found == nil {
			continue
		}
		if err := against.Check(found); err != nil {
			return "", disagreef("%s found a grid that is none: %v", confirmer, err)
		}
		return satisfiable, nil
	}
	return unsatisfiable, nil
}
