package rules

import (
	"fmt"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// Statement is about all quasi-magic grids of a Δ, or about those that meet a condition. It says that they have none of some
// patterns, none of the patterns' images under movements of the grid, and none of the complements of these.
type Statement struct {
	family    *family
	condition condition
	values    []int
}

// Text is the statement in words, with its dual if that differs.
func (s *Statement) Text() string {
	text := s.half()
	if d := s.dual(); !d.equals(s) {
		text += "; " + d.half()
	}
	return text
}

func (s *Statement) half() string {
	values := lists.Map(s.values, func(v int) any { return v })
	return s.condition.text() + fmt.Sprintf(s.family.text, values...)
}

// Family names what the statement is about.
func (s *Statement) Family() string { return s.family.name }

// Condition is the condition in words, or "".
func (s *Statement) Condition() string {
	text := s.condition.text()
	return text[:max(0, len(text)-len(", "))]
}

// dual is the statement about the complements. It is true exactly if the statement is.
func (s *Statement) dual() *Statement {
	values := lists.Map(s.values, dual)
	slices.Sort(values[s.family.ordered:])
	return &Statement{s.family, s.condition.dual(), values}
}

func (s *Statement) equals(other *Statement) bool { return s.compare(other) == 0 }

func (s *Statement) compare(other *Statement) int {
	return slices.Compare(slices.Concat(s.condition.values, s.values), slices.Concat(other.condition.values, other.values))
}

// pattern is what the statement denies, for one place in the grid of each kind.
func (s *Statement) pattern(g *model.Grid) model.Formula {
	return model.Or(s.family.patterns(g, s.values))
}

// question asks whether the statement is true of one representative of each class of patterns. That is enough, since both the
// model and the condition stay what they are under movements.
func (s *Statement) question(m *model.Model) Question {
	never := model.Not{Of: s.pattern(m.Grid)}
	rule := &model.Rule{Name: s.half(), Formula: never}
	if s.condition.sort != always {
		rule.Formula = model.Implies{If: s.condition.formula(m.Grid), Then: never}
	}
	return Question{m, rule}
}

// images returns all that the statement denies, its dual left out.
func (s *Statement) images(g *model.Grid) model.Or {
	var all model.Or
	for _, pattern := range s.family.patterns(g, s.values) {
		all = append(all, orbitOf(pattern, movements())...)
	}
	return all
}

// Rule is the statement as a rule of the model: the question's rule under all symmetries.
func (s *Statement) Rule(g *model.Grid) *model.Rule {
	formula := s.closed(g)
	if d := s.dual(); !d.equals(s) {
		formula = append(formula, d.closed(g)...)
	}
	return &model.Rule{Name: s.Text(), Formula: joined(merged(formula))}
}

// merged says of each cell in one atom what it is not.
func merged(parts model.And) model.And {
	var all model.And
	atoms := map[model.Var]int{} // where they stand in all
	for _, part := range parts {
		atom, isAtom := excluded(part)
		if !isAtom {
			all = append(all, part)
			continue
		}
		at, known := atoms[atom.Var]
		if !known {
			at, atoms[atom.Var] = len(all), len(all)
			all = append(all, nil)
		} else {
			before, _ := excluded(all[at])
			atom.Values = atom.Values.Union(before.Values)
		}
		all[at] = model.Not{Of: atom}
	}
	return all
}

// excluded returns the values that a formula excludes from a cell, if the formula says no more than that.
func excluded(f model.Formula) (atom model.In, is bool) {
	parts, _, most, _ := model.Tally(f)
	if len(parts) == 1 && most == 0 {
		return model.AtomOf(parts[0])
	}
	return atom, false
}

// closed returns formulas that say the statement together, its dual left out.
func (s *Statement) closed(g *model.Grid) model.And {
	never := denied(s.images(g))
	if s.condition.sort == always {
		return never
	}
	return model.And{model.Implies{If: s.condition.formula(g), Then: joined(never)}}
}

// joined is a conjunction; a single part stays alone.
func joined(parts model.And) model.Formula {
	if len(parts) == 1 {
		return parts[0]
	}
	return parts
}

// denied says that no pattern is there, in as few words as that takes.
func denied(patterns []model.Formula) model.And {
	var all model.And
	for _, p := range patterns {
		switch parts, least, most, _ := model.Tally(p); {
		case least == len(parts):
			all = append(all, model.Not{Of: joined(parts)})
		case most == 0:
			all = append(all, model.Or(parts))
		default: // at most
			all = append(all, model.Count{Kind: model.AtLeast, K: most + 1, Of: parts})
		}
	}
	return all
}

// Catalogue returns all statements to test for centres with the given digits: first without a condition, then under each
// condition on these centres.
func Catalogue(centres []int) []*Statement {
	all := unconditional()
	for _, c := range conditions(centres) {
		all = append(all, statements(c)...)
	}
	return all
}

func unconditional() []*Statement { return statements(condition{}) }

// digits are the values of cells.
var digits = []int{1, 2, 3, 4, 5, 6, 7, 8, 9}

// refuter returns the first grid that meets the condition and has one of the images, or nil.
func (s *Statement) refuter(g *model.Grid, images model.Or, grids []model.Assignment) model.Assignment {
	condition := s.condition.formula(g)
	i := slices.IndexFunc(grids, func(grid model.Assignment) bool { return condition.Eval(grid) && images.Eval(grid) })
	if i < 0 {
		return nil
	}
	return grids[i]
}

// statements returns the statements of all families under a condition, in order, one of each two that are each other's dual.
func statements(c condition) []*Statement {
	var all []*Statement
	for i := range families {
		f := &families[i]
		if c.sort == always && f.arity == 0 || c.sort != always && !slices.Contains(f.conditions, c.sort) {
			continue
		}
		choose(f, func(chosen []int) {
			s := &Statement{f, c, chosen}
			if s.compare(s.dual()) <= 0 {
				all = append(all, s)
			}
		})
	}
	return all
}

// choose visits the lists of different values that a family's statements have.
func choose(f *family, visit func([]int)) {
	var extend func(chosen []int)
	extend = func(chosen []int) {
		if len(chosen) == f.arity {
			visit(slices.Clone(chosen))
			return
		}
		for _, v := range digits {
			last := len(chosen) - 1
			if slices.Contains(chosen, v) || last >= f.ordered && v < chosen[last] {
				continue
			}
			extend(append(chosen, v))
		}
	}
	extend(nil)
}
