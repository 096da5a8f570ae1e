package encode

import (
	"context"
	"fmt"

	"qmsat/model"
)

// CompileGroups writes a formula whose constraints can be switched on and off. It returns a literal for each group: if the literal
// is true, the constraints of the group hold. The domains always hold; the model's own constraints are not written.
func CompileGroups(ctx context.Context, m *model.Model, groups [][]model.Constraint, sink Sink) (vm *Map, switches []Literal, err error) {
	bare := *m
	bare.Constraints = nil
	if vm, err = Compile(ctx, &bare, Options{}, sink); err != nil {
		return nil, nil, err
	}
	for _, group := range groups {
		vm.variables++
		on := Literal(vm.variables)
		if err := vm.compileGroup(ctx, group, on, sink); err != nil {
			return nil, nil, err
		}
		switches = append(switches, on)
	}
	if limited, is := sink.(LimitedSink); is {
		err = limited.Err()
	}
	return vm, switches, err
}

// compileGroup writes a group's clauses, each with the negation of the switch. It compiles the group as a model of its own
// variables, so no clause relies on the constraints of other groups.
func (vm *Map) compileGroup(ctx context.Context, group []model.Constraint, on Literal, sink Sink) error {
	part, scope := subModel(vm.model, group)
	bare := *part
	bare.Constraints = nil
	domains, clauses := &counter{}, &clauseList{}
	if _, err := Compile(ctx, &bare, Options{}, domains); err != nil {
		return err
	}
	own, err := Compile(ctx, part, Options{}, clauses)
	if err != nil {
		return err
	}
	literals := make([]Literal, own.variables+1) // in the whole formula, by variable of the part's
	for i, v := range scope {
		for value := range part.Variables[i].Domain.All() {
			literals[own.Literal(model.Var(i), value)] = vm.Literal(v, value)
		}
	}
	for auxiliary := own.own + 1; auxiliary <= own.variables; auxiliary++ {
		vm.variables++
		literals[auxiliary] = Literal(vm.variables)
	}
	if vm.variables > MaxVariables {
		return fmt.Errorf("constraint groups: %w", errVariables)
	}
	var buffer []Literal
	for _, clause := range clauses.all[domains.clauses:] { // the clauses of the domains come first
		buffer = append(buffer[:0], -on)
		for _, l := range clause {
			if l < 0 {
				buffer = append(buffer, -literals[-l])
			} else {
				buffer = append(buffer, literals[l])
			}
		}
		sink.Clause(buffer)
	}
	return nil
}

// clauseList is a sink that keeps the clauses.
type clauseList struct{ all [][]Literal }

func (c *clauseList) Clause(clause []Literal) {
	c.all = append(c.all, append([]Literal(nil), clause...))
}

// subModel returns a model of some constraints of m and only their variables. scope has the numbers of these in m.
func subModel(m *model.Model, constraints []model.Constraint) (part *model.Model, scope []model.Var) {
	part = &model.Model{}
	images := map[model.Var]model.Var{}
	for _, c := range constraints {
		for _, v := range c.Scope() {
			if _, known := images[v]; !known {
				images[v] = part.AddVariable(m.NameOf(v), m.DomainOf(v))
				scope = append(scope, v)
			}
		}
	}
	all := model.Substitution{Var: func(v model.Var) (model.Var, bool) { image, ok := images[v]; return image, ok }}
	for _, c := range constraints {
		if c = c.Substitute(all); c != nil {
			part.Constraints = append(part.Constraints, c)
		}
	}
	return part, scope
}
