package rules

import (
	"fmt"
	"io"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// Read reads a file of rules for a model, which stays as it is. Errors name the file.
func Read(file string, r io.Reader, m *model.Model) ([]*model.Rule, error) {
	with := withRules(m, nil)
	if err := model.ReadRules(file, r, with); err != nil {
		return nil, err
	}
	list, others := model.Take[*model.Rule](with.Constraints[len(m.Constraints):])
	if len(others) > 0 {
		return nil, fmt.Errorf("%s: found %s, expected a rule", file, model.Describe(m, others[0]))
	}
	return list, nil
}

// withRules returns a model with more rules. It shares no mutable data with the given one.
func withRules(m *model.Model, list []*model.Rule) *model.Model {
	with := *m
	with.Constraints = slices.Clone(m.Constraints)
	with.Constraints = append(with.Constraints, lists.Map(list, func(rule *model.Rule) model.Constraint { return rule })...)
	return &with
}
