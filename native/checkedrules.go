package native

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/nine"
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

// withoutProved returns a model without those of its rules that are proved for its Δ: all ten of the paper for Δ = 2, as
// docs/rules.md shows. It reports whether the other rules may be checked on solutions: the model is quasi-magic.
func withoutProved(m *model.Model) (_ *model.Model, checkable bool) {
	rules, others := model.Take[*model.Rule](m.Constraints)
	if len(rules) == 0 {
		return m, false
	}
	f, _ := m.Recognise()
	if !f.QuasiMagic || f.Delta != model.PruningRuleDelta {
		return m, f.QuasiMagic
	}
	var proved []model.Formula
	for number := range model.PruningRuleCount {
		if rule, err := model.PruningRule(m.Grid, number+1); err == nil {
			proved = append(proved, rule.Formula)
		}
	}
	less := *m
	less.Constraints = others
	for _, rule := range rules {
		if !slices.ContainsFunc(proved, func(f model.Formula) bool { return reflect.DeepEqual(rule.Formula, f) }) {
			less.Constraints = append(less.Constraints, rule)
		}
	}
	return &less, true
}

// check says that a cell has one of some digits; or that lo to hi of its parts are true, or that this is false. Its parts follow it in a
// list, cells first.
type check struct {
	atom, truth   bool
	cell          uint8
	digits        uint16
	lo, hi, parts int32
	end           int32 // of its parts in the list
}

// newCheck compiles a formula that must be true, or false. It panics for one that is no count of parts: [model.Tally] knows all formulas.
func newCheck(f model.Formula, truth bool) []check {
	if atom, is := model.AtomOf(f); is {
		c := check{atom: true, cell: uint8(atom.Var), end: 1}
		for digit := 1; digit <= 9; digit++ {
			if atom.Values.Contains(digit) == truth {
				c.digits |= 1 << digit
			}
		}
		return []check{c}
	}
	of, lo, hi, known := model.Tally(f)
	if !known {
		panic(fmt.Sprintf("no check for formulas of type %T", f))
	}
	if len(of) == 1 && lo <= 0 && hi == 0 { // a negation
		return newCheck(of[0], !truth)
	}
	parts := lists.Map(of, func(part model.Formula) []check { return newCheck(part, true) })
	slices.SortStableFunc(parts, func(p, q []check) int { return cmp.Or(len(p)-len(q), int(p[0].cell)-int(q[0].cell)) })
	if lo == len(parts) {
		parts = guarded(parts)
		lo = len(parts)
	}
	return newCount(lo, hi, truth, parts...)
}

func newCount(lo, hi int, truth bool, parts ...[]check) []check {
	list := []check{{truth: truth, lo: int32(lo), hi: int32(min(hi, len(parts))), parts: int32(len(parts))}}
	for _, part := range parts {
		before := int32(len(list))
		for _, c := range part {
			c.end += before
			list = append(list, c)
		}
	}
	list[0].end = int32(len(list))
	return list
}

// guarded returns formulas that are all true if the parts are. Parts that hold unless a cell has certain digits, such as those that
// forbid combinations, stand behind one look at the cell.
func guarded(parts [][]check) (list [][]check) {
	groups := map[uint8][][]check{}
	for _, p := range parts {
		c := p[0]
		if len(p) > 1 && p[1].atom && (c.truth && c.lo <= 0 && c.hi == c.parts-1 || !c.truth && c.lo == c.parts && c.hi == c.parts) {
			groups[p[1].cell] = append(groups[p[1].cell], p)
		} else {
			list = append(list, p)
		}
	}
	for _, cell := range slices.Sorted(maps.Keys(groups)) {
		guard, group := check{atom: true, cell: cell, end: 1}, groups[cell]
		for _, p := range group {
			guard.digits |= p[1].digits
		}
		guard.digits = ^guard.digits
		list = append(list, newCount(1, 2, true, []check{guard}, newCount(len(group), len(group), true, group...)))
	}
	return list
}

// holds evaluates the formula at a place in a list. It stops once the number of true parts is known to be within the bounds, or not.
func holds(list []check, at int32, grid *nine.Grid) bool {
	c := &list[at]
	if c.atom {
		return c.has(grid) == 1
	}
	least, part := int32(0), at+1
	for ; part < c.end && list[part].atom; part++ { // without a branch for each
		least += list[part].has(grid)
	}
	most := least + c.parts - (part - at - 1)
	for least <= c.hi && most >= c.lo && (least < c.lo || most > c.hi) {
		if holds(list, part, grid) {
			least++
		} else {
			most--
		}
		part = list[part].end
	}
	return (least >= c.lo && most <= c.hi) == c.truth
}

// has returns 1 if the cell has one of the digits, otherwise 0.
func (c *check) has(grid *nine.Grid) int32 { return int32(c.digits >> grid[c.cell] & 1) }

// checked is a run that holds each solution against the rules.
type checked struct {
	limit, count uint64
	show         func(*nine.Grid) bool
	shown        map[nine.Grid]bool // unless nobody wants them
	ended        bool               // by the caller or the limit
}

// take takes a solution that keeps the rules.
func (c *checked) take(grid *nine.Grid) bool {
	c.count++
	c.ended = c.show != nil && !c.show(grid) || c.count == c.limit
	return !c.ended
}

// check holds a solution against the rules.
func (s *nineSession) check(grid *nine.Grid) bool {
	c := &s.checked
	if slices.ContainsFunc(s.rules, func(rule []check) bool { return !holds(rule, 0, grid) }) {
		s.posts = true
		return c.count > s.kept
	}
	if c.show != nil && c.count < s.kept {
		if c.shown == nil {
			c.shown = map[nine.Grid]bool{}
		}
		c.shown[*grid] = true
	}
	return c.take(grid)
}

// runChecked holds each solution against the rules. If one fails, the general search runs, which posts them, and leaves out what was
// shown before.
func (s *nineSession) runChecked(ctx context.Context, cube model.Cube, limit uint64, show func(*nine.Grid) bool) (engine.Result, error) {
	c := &s.checked
	*c = checked{limit: limit, show: show}
	var searched nine.Outcome
	if !s.posts {
		searched = s.solve(ctx, cube, 0, s.checks)
		if searched.Solutions = c.count; c.ended || !s.posts || c.count > s.kept || ctx.Err() != nil {
			return nineResult(ctx, limit, searched), nil
		}
	}
	general, err := s.open(ctx)
	if err != nil {
		return engine.Result{Count: new(big.Int)}, err
	}
	if show == nil {
		return general.Run(ctx, cube, limit, nil)
	}
	posted, err := general.Run(ctx, cube, 0, func(a model.Assignment) bool {
		var grid nine.Grid
		for cell, digit := range a {
			grid[cell] = uint8(digit)
		}
		return c.shown[grid] || c.take(&grid)
	})
	posted.Effort.Add(engine.Effort{effort(searched.Nodes)})
	return engine.NewResult(ctx, limit, new(big.Int).SetUint64(c.count), posted.Complete(), posted.Effort...), err
}
