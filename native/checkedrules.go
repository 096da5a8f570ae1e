package native

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"reflect"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Values of the setting rules.
const (
	rulesAuto  = "auto"
	rulesPost  = "post"
	rulesCheck = "check"
)

// rulesSetting says what the search of quasi-magic grids does with rules that are not within a box.
var rulesSetting = &engine.Setting{
	Name: "rules",
	Usage: "what becomes of rules across boxes in a quasi-magic grid: post them; or check each solution against those that are not " +
		"proved for its Δ, and post them once one fails. auto posts, but count and solve check",
	Values:  func() []string { return []string{rulesAuto, rulesCheck, rulesPost} },
	Default: rulesAuto,
}

func checksRules(options engine.Options) bool { return rulesSetting.Value(options) == rulesCheck }

func isQuasiMagic(m *model.Model) bool {
	f, _ := m.Recognise()
	return f.QuasiMagic
}

// withoutProved returns a model without those of its rules that are proved for its Δ: all ten of the paper for Δ = 2, as
// docs/rules.md shows.
func withoutProved(m *model.Model) *model.Model {
	f, rest := m.Recognise()
	if !f.QuasiMagic || f.Delta != model.PruningRuleDelta || rest == 0 && len(f.PruningRules) == 0 {
		return m
	}
	var proved []model.Formula
	for number := range model.PruningRuleCount {
		if rule, err := model.PruningRule(m.Grid, number+1); err == nil {
			proved = append(proved, rule.Formula)
		}
	}
	less := *m
	rules, others := model.Take[*model.Rule](m.Constraints)
	less.Constraints = others
	for _, rule := range rules {
		if !slices.ContainsFunc(proved, func(f model.Formula) bool { return reflect.DeepEqual(rule.Formula, f) }) {
			less.Constraints = append(less.Constraints, rule)
		}
	}
	return &less
}

// check is a formula over the digits of cells: an atom, or that lo to hi of its parts are true.
type check struct {
	atom   bool
	cell   model.Var
	digits uint16  // of an atom: those that make it true
	parts  []check // the smallest first
	lo, hi int
	size   int // atoms
}

// newChecks compiles rules. It panics for a formula that is no count of parts: [model.Tally] knows all formulas.
func newChecks(rules []*model.Rule) []check {
	return lists.Map(rules, func(r *model.Rule) check { return newCheck(r.Formula) })
}

func newCheck(f model.Formula) check {
	if atom, is := model.AtomOf(f); is {
		c := check{atom: true, cell: atom.Var, size: 1}
		for digit := 1; digit <= 9; digit++ {
			if atom.Values.Contains(digit) {
				c.digits |= 1 << digit
			}
		}
		return c
	}
	parts, lo, hi, known := model.Tally(f)
	if !known {
		panic(fmt.Sprintf("no check for formulas of type %T", f))
	}
	c := check{parts: lists.Map(parts, newCheck), lo: lo, hi: hi}
	slices.SortStableFunc(c.parts, func(p, q check) int { return cmp.Compare(p.size, q.size) })
	for i := range c.parts {
		c.size += c.parts[i].size
	}
	return c
}

// holds evaluates a formula. It stops once the number of true parts is known to be within the bounds, or not.
func (c *check) holds(a model.Assignment) bool {
	if c.atom {
		return c.digits>>a[c.cell]&1 == 1
	}
	least, most := 0, len(c.parts)
	for i := range c.parts {
		if p := &c.parts[i]; p.atom && p.digits>>a[p.cell]&1 == 1 || !p.atom && p.holds(a) {
			least++
		} else {
			most--
		}
		if least > c.hi || most < c.lo {
			return false
		}
		if least >= c.lo && most <= c.hi {
			return true
		}
	}
	return least >= c.lo && least <= c.hi
}

func (s *nineSession) keepsRules(a model.Assignment) bool {
	for i := range s.rules {
		if !s.rules[i].holds(a) {
			return false
		}
	}
	return true
}

// runChecked holds each solution against the rules. If one fails, the general search runs, which posts them, and leaves out what was
// yielded before.
func (s *nineSession) runChecked(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	var count uint64
	kept := uint64(engine.LimitsOf[limits](s.options).Kept)
	yielded := map[[81]uint8]bool{}
	ended := false // by the caller or the limit
	take := func(a model.Assignment) bool {
		count++
		ended = yield != nil && !yield(a) || count == limit
		return !ended
	}
	grid := func(a model.Assignment) (g [81]uint8) {
		for cell, digit := range a {
			g[cell] = uint8(digit)
		}
		return g
	}
	result := engine.Result{Count: new(big.Int)}
	if !s.posts {
		var err error
		result, err = s.solve(ctx, cube, 0, func(a model.Assignment) bool {
			if !s.keepsRules(a) {
				s.posts = true
				return count > kept
			}
			if yield != nil && count < kept {
				yielded[grid(a)] = true
			}
			return take(a)
		})
		if err != nil || ended || !s.posts || count > kept || ctx.Err() != nil {
			return engine.NewResult(ctx, limit, new(big.Int).SetUint64(count), result.Complete(), result.Effort...), err
		}
	}
	general, err := s.open(ctx)
	if err != nil {
		return engine.Result{Count: new(big.Int)}, err
	}
	if yield == nil {
		return general.Run(ctx, cube, limit, nil)
	}
	posted, err := general.Run(ctx, cube, 0, func(a model.Assignment) bool { return yielded[grid(a)] || take(a) })
	result.Effort.Add(posted.Effort)
	return engine.NewResult(ctx, limit, new(big.Int).SetUint64(count), posted.Complete(), result.Effort...), err
}
