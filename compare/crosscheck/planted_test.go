package crosscheck

import (
	"context"
	"testing"
	"time"

	"qmsat/compare"
	_ "qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/engine/enginetest"
	_ "qmsat/native"
)

func lookup(t testing.TB, name string) *engine.Engine {
	t.Helper()
	e, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// The planted faults. Each is one that back ends have had, or could have.

// droppedTuple loses the last tuple of long tables of allowed tuples.
func droppedTuple(c model.Constraint) model.Constraint {
	if table, ok := c.(*model.Table); ok && !table.Forbidden && len(table.Tuples) == 8 {
		return &model.Table{Vars: table.Vars, Tuples: table.Tuples[:7]}
	}
	return c
}

// offByOne takes "exactly 3" for "at least 3".
func offByOne(c model.Constraint) model.Constraint {
	if rule, ok := c.(*model.Rule); ok {
		return &model.Rule{Formula: exactlyThree(rule.Formula)}
	}
	return c
}

func exactlyThree(f model.Formula) model.Formula {
	var parts []model.Formula
	for _, part := range partsOf(f) {
		parts = append(parts, exactlyThree(part))
	}
	if exactly, ok := f.(model.Exactly); ok && exactly.K == 2 {
		return model.AtLeast{K: 2, Of: parts}
	}
	return withParts(f, parts)
}

// strictBound loses solutions in which a sum is at its upper bound and a variable with a negative coefficient at the end of
// its domain.
func strictBound(m *model.Model, a model.Assignment) bool {
	for _, c := range m.Constraints {
		linear, ok := c.(*model.Linear)
		if !ok {
			continue
		}
		sum, atEnd := 0, false
		for _, t := range linear.Terms {
			sum += t.Coefficient * a[t.Var]
			atEnd = atEnd || t.Coefficient < 0 && a[t.Var] == m.DomainOf(t.Var).Max()
		}
		if atEnd && sum == linear.Hi {
			return true
		}
	}
	return false
}

func TestRates(t *testing.T) {
	native := lookup(t, "native")
	for _, e := range []*engine.Engine{
		enginetest.Miscompiling("tuple", native, droppedTuple),
		enginetest.Miscompiling("rule", native, offByOne),
		enginetest.Losing("bound", native, strictBound),
		enginetest.Stale("stale", native),
	} {
		start := time.Now()
		n := 0
		config := Config{Seed: 1, Models: 5000, Engines: []*engine.Engine{native, e}, BruteForce: lookup(t, bruteforce.Name)}
		Run(context.Background(), config, func(found Found) bool {
			n++
			if n < 4 {
				before := time.Now()
				s := Shrink(context.Background(), found.Case, time.Second)
				t.Logf("%d: %d vars %d constraints %d cubes %d tries, %v, %v %v", found.Number, len(s.Case.Model.Variables), len(s.Case.Model.Constraints), len(s.Case.Cubes), s.Tries, time.Since(before), s.Fault, s.Case.Cubes)
			}
			return true
		})
		t.Logf("%s: %d of 5000 in %v", e.Name, n, time.Since(start))
	}
	_ = compare.Confidence
}
