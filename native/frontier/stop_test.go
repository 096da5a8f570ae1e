package frontier

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"qmsat/internal/cputime"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/kinds"
	"qmsat/model/modeltest"
)

// TestStopsInTime checks that a run ends soon after its context, at any point: while it reads domains, joins groups, makes
// automata, orders and plans, or takes steps. Without the end, most of these take far longer than the generous limit here.
func TestStopsInTime(t *testing.T) {
	modeltest.OnlyLong(t)
	const most = 5 * time.Second
	bare := func(n, lo, hi int) (*model.Model, []model.Var) {
		m := &model.Model{}
		var vars []model.Var
		for i := range n {
			vars = append(vars, m.AddVariable(fmt.Sprint("x", i), model.Interval(lo, hi)))
		}
		return m, vars
	}
	formula := func(n, clauses int) *model.Model {
		m, vars := bare(n, 0, 1)
		random := rand.New(rand.NewPCG(3, 1))
		for range clauses {
			var clause model.Or
			for range 3 {
				clause = append(clause, model.In{Var: vars[random.IntN(n)], Values: model.Values(random.IntN(2))})
			}
			m.Constraints = append(m.Constraints, &model.Rule{Formula: clause})
		}
		return m
	}
	sums, vars := bare(30, 0, 1_000_000)
	sums.Constraints = []model.Constraint{model.Sum("", 15_000_000, 15_000_000, vars...), model.Sum("", 9, 99, vars[:3]...)}
	circuit, vars := bare(400, 1, 400)
	circuit.Constraints = []model.Constraint{&kinds.Circuit{Next: vars}}
	wide, vars := bare(100_000, 0, 9)
	wide.Constraints = []model.Constraint{&model.AllDifferent{Vars: vars}}
	for name, m := range map[string]*model.Model{
		"a formula of 20,000 variables": formula(20_000, 200_000), "a formula of 5,000 variables": formula(5_000, 20_000),
		"sums of 30 variables": sums, "a circuit of 400": circuit, "100,000 variables": wide,
	} {
		t.Run(name, func(t *testing.T) {
			if err := m.Validate(); err != nil {
				t.Fatal(err)
			}
			e, err := engine.Lookup(Name)
			if err != nil {
				t.Fatal(err)
			}
			for _, after := range []time.Duration{0, 100 * time.Millisecond, time.Second} {
				ctx, cancel := context.WithTimeout(t.Context(), after)
				session, err := e.Open(ctx, m, nil)
				if err != nil && after == 0 && errors.Is(err, context.Cause(ctx)) {
					cancel()
					continue // nothing is opened without time
				}
				if err != nil {
					t.Fatal(err)
				}
				began := cputime.Self()
				result, err := session.Run(ctx, nil, 0, nil)
				deadline, _ := ctx.Deadline()
				if late := min(time.Since(deadline), cputime.Self()-began); late > most {
					t.Errorf("ended %v after its context", late)
				}
				if !result.Complete() && ctx.Err() == nil && !errors.As(err, new(*engine.UnsupportedError)) {
					t.Errorf("incomplete before the end, error %v", err)
				}
				cancel()
			}
		})
	}
}
