package model

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sack returns a model with an objective over three variables 0..4.
func sack(maximize bool) *Model {
	m := three(Sum("", NoLower, 6, 0, 1, 2))
	m.Objective = &Objective{Terms: []Term{{3, 0}, {-1, 2}}, Maximize: maximize}
	return m
}

func TestObjectiveBounds(t *testing.T) {
	for _, c := range []struct {
		maximize bool
		value    int
		better   bool // the domains allow better values
		least    Assignment
		most     Assignment
	}{
		{false, -4, false, nil, nil},
		{false, -3, true, Assignment{0, 0, 4}, Assignment{0, 0, 4}},
		{true, 12, false, nil, nil},
		{true, 11, true, Assignment{4, 0, 0}, Assignment{4, 2, 0}},
	} {
		m := sack(c.maximize)
		better, ok := m.BetterThan(c.value)
		if ok != c.better {
			t.Errorf("maximize %t: better than %d: %t", c.maximize, c.value, ok)
		}
		if !ok {
			continue
		}
		if err := better.Validate(); err != nil || better.Objective != nil || len(m.Constraints) != 1 {
			t.Errorf("maximize %t: better than %d: %v, %+v", c.maximize, c.value, err, better)
		}
		for _, a := range []Assignment{c.least, c.most} {
			if err := better.Check(a); err != nil {
				t.Errorf("maximize %t: better than %d: %v", c.maximize, c.value, err)
			}
			if better.Check(Assignment{0, 0, 3}) == nil {
				t.Errorf("maximize %t: better than %d: as good is taken", c.maximize, c.value)
			}
		}
	}
	if same := sack(true).WithValue(5); same.Check(Assignment{2, 0, 1}) != nil || same.Check(Assignment{2, 0, 0}) == nil {
		t.Error("WithValue(5) does not tell 5 from 6")
	}
}

// TestValidSumsDoNotOverflow checks that sums of valid models stay far below the limits of int, for any coefficients and domains.
func TestValidSumsDoNotOverflow(t *testing.T) {
	small := rapid.IntRange(-3, 3)
	any := rapid.OneOf(rapid.Int(), small, rapid.SampledFrom([]int{
		math.MinInt, math.MinInt + 1, -1 << 53, -MaxNumber, MaxNumber, MaxNumber - 1, 1 << 31, 1 << 62, math.MaxInt,
	}))
	valid := 0
	rapid.Check(t, func(t *rapid.T) {
		edge := any
		if rapid.Bool().Draw(t, "small") {
			edge = small
		}
		m := &Model{}
		c := &Linear{Lo: NoLower, Hi: edge.Draw(t, "bound")}
		least, most := new(big.Int), new(big.Int)
		for i := range rapid.IntRange(1, 3).Draw(t, "terms") {
			a, b, coefficient := edge.Draw(t, "value"), edge.Draw(t, "value"), edge.Draw(t, "coefficient")
			v := m.AddVariable(string("abc"[i]), Interval(min(a, b), max(a, b)))
			c.Terms = append(c.Terms, Term{coefficient, v})
			low, high := product(coefficient, min(a, b)), product(coefficient, max(a, b))
			if low.Cmp(high) > 0 {
				low, high = high, low
			}
			least.Add(least, low)
			most.Add(most, high)
		}
		m.Constraints = []Constraint{c}
		m.Objective = &Objective{Terms: c.Terms}
		if err := m.Validate(); err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q, expected one line", err)
			}
			return
		}
		valid++
		lo, hi := m.rangeOf(c.Terms)
		if big.NewInt(int64(lo)).Cmp(least) != 0 || big.NewInt(int64(hi)).Cmp(most) != 0 {
			t.Fatalf("%d..%d, expected %d..%d", lo, hi, least, most)
		}
		for _, d := range []*big.Int{least, most} {
			if d.CmpAbs(big.NewInt(MaxNumber)) > 0 {
				t.Fatalf("the sum reaches %d", d)
			}
		}
	})
	if valid == 0 {
		t.Error("no model is valid")
	}
}

func product(a, b int) *big.Int { return new(big.Int).Mul(big.NewInt(int64(a)), big.NewInt(int64(b))) }

func TestObjectiveOfAnUnknownVariable(t *testing.T) {
	bad := sack(false)
	bad.Objective.Terms[1].Var = 3
	if err := bad.Validate(); message(err) != "minimize: variable number 3, expected 0 to 2" {
		t.Errorf("no such variable: %v", err)
	}
}

// three returns a model of three variables 0..4 with the given constraints.
func three(constraints ...Constraint) *Model {
	m := &Model{Constraints: constraints}
	for _, name := range []string{"a", "b", "c"} {
		m.AddVariable(name, Interval(0, 4))
	}
	return m
}

// message returns the text of an error, or "" if there is none.
func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
