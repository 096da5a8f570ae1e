package rules

import (
	"context"
	"errors"
	"slices"

	"qmsat/compare"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// RuleSet is a set of rules, by name.
type RuleSet struct {
	Name  string
	Rules []*model.Rule
}

// PruningRules returns the pruning rules of the paper, which hold only for Δ = 2.
func PruningRules(g *model.Grid) (RuleSet, error) {
	set := RuleSet{Name: "paper"}
	for number := 1; number <= model.PruningRuleCount; number++ {
		rule, err := model.PruningRule(g, number)
		if err != nil {
			return set, err
		}
		set.Rules = append(set.Rules, rule)
	}
	return set, nil
}

// WithinBoxes returns the rules of a set whose parts each involve only one box. The searches of native for 9×9 Sudoku take only
// such rules.
func (s RuleSet) WithinBoxes(g *model.Grid) RuleSet {
	boxOf := func(cell model.Var) int {
		_, _, box := g.Coordinates(cell)
		return box
	}
	within := RuleSet{Name: s.Name + " within boxes"}
	for _, rule := range s.Rules {
		apart := slices.ContainsFunc(model.Conjuncts(rule.Formula, true), func(part model.Formula) bool {
			scope := (&model.Rule{Formula: part}).Scope()
			return slices.ContainsFunc(scope, func(cell model.Var) bool { return boxOf(cell) != boxOf(scope[0]) })
		})
		if !apart {
			within.Rules = append(within.Rules, rule)
		}
	}
	return within
}

// Ruled returns an engine that adds the rules of a set to every model that it opens.
func Ruled(e *engine.Engine, set RuleSet) *engine.Engine {
	ruled := *e
	ruled.Open = func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		return e.Open(ctx, withRules(m, set.Rules), options)
	}
	return &ruled
}

// EffectOptions define a measurement of the effect of rules.
type EffectOptions struct {
	Model    *model.Model // quasi-magic Sudoku 9×9
	Delta    int
	Mined    RuleSet
	Methods  []EffectMethod
	Puzzles  []model.Puzzle
	Rounds   int
	Progress func() // called after each puzzle of each round; may be nil
}

// EffectMethod is an engine with its settings.
type EffectMethod struct {
	Engine  string
	Options engine.Options
}

// Search names native's search; it is "" for other engines.
func (m EffectMethod) Search() string {
	if m.Engine != confirmer {
		return ""
	}
	if search := m.Options["search"]; search != "" {
		return search
	}
	return "auto"
}

// EffectMethods are the methods of the document: native with its general search, and with its default search, which takes no
// rules across boxes; two SAT solvers; for Δ = 2 the published solver, which takes only the published rules.
func EffectMethods(delta int) []EffectMethod {
	methods := []EffectMethod{{"native", engine.Options{"search": "general"}}, {"native", nil}, {"gini", nil}, {"gophersat", nil}}
	if delta == model.PruningRuleDelta {
		methods = append(methods, EffectMethod{"paper", nil})
	}
	return methods
}

// EffectRow is the result of a method with a set of rules.
type EffectRow struct {
	Method EffectMethod
	Rules  RuleSet
	*compare.Row
}

// Effect runs the methods by [compare.Run]: without rules, with the rules of the paper if Δ is 2, with the mined rules, and with
// the mined rules within boxes. Every solution is checked against the model without rules. It is an error if rules change a
// result.
func Effect(ctx context.Context, options EffectOptions) ([]EffectRow, error) {
	rows, err := options.rows()
	if err != nil {
		return nil, err
	}
	config := compare.Config{Model: options.Model, Rounds: options.Rounds, WarmUp: 1, Progress: options.Progress}
	var sets []RuleSet
	for _, row := range rows {
		e, err := engine.Lookup(row.Method.Engine)
		if err != nil {
			return nil, err
		}
		config.Contenders = append(config.Contenders, compare.Contender{Engine: Ruled(e, row.Rules), Options: row.Method.Options})
		sets = append(sets, row.Rules)
	}
	ran, err := run(ctx, config, sets, options.Puzzles)
	for i := range ran {
		rows[i].Row = &ran[i]
	}
	return rows, err
}

// run compares contenders, each with its rules. Any failure is an error.
func run(ctx context.Context, config compare.Config, sets []RuleSet, puzzles []model.Puzzle) ([]compare.Row, error) {
	report, err := compare.Agreed(ctx, config, puzzles)
	if f := new(compare.Failure); errors.As(err, &f) {
		return nil, disagreef("%s with the rules %q, puzzle %d: %s", f.Label, sets[f.Contender].Name, f.Index+1, f.Reason)
	} else if err != nil {
		return nil, err
	}
	return report.Rows, nil
}

// rows returns the methods, each with each set of rules that it takes.
func (options *EffectOptions) rows() ([]EffectRow, error) {
	sets := []RuleSet{{Name: "none"}}
	if options.Delta == model.PruningRuleDelta {
		paper, err := PruningRules(options.Model.Grid)
		if err != nil {
			return nil, err
		}
		sets = append(sets, paper)
	}
	published := len(sets)
	if len(options.Mined.Rules) > 0 {
		sets = append(sets, options.Mined)
	}
	if within := options.Mined.WithinBoxes(options.Model.Grid); len(within.Rules) > 0 && len(within.Rules) < len(options.Mined.Rules) {
		sets = append(sets, within)
	}
	var rows []EffectRow
	for _, method := range options.Methods {
		takes := sets
		if method.Engine == "paper" {
			takes = sets[:published]
		}
		rows = append(rows, lists.Map(takes, func(set RuleSet) EffectRow { return EffectRow{Method: method, Rules: set} })...)
	}
	return rows, nil
}
