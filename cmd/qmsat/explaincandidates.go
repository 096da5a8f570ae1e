package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/draw"
	"qmsat/model/engine"
	"qmsat/native/logic"
)

// candidatesRecord is the JSON object of a puzzle's candidates.
type candidatesRecord struct {
	File       string           `json:"file,omitempty"`
	Line       int              `json:"line,omitempty"`
	Puzzle     string           `json:"puzzle"`
	Candidates map[string][]int `json:"candidates"` // by variable
}

// printCandidates prints what each variable of the puzzles may be: as its houses leave it, or what it is in some solution.
func (f *explainFlags) printCandidates(ctx context.Context, streams streams, t *logicTask, args []string, out *lines) error {
	find := func(_ context.Context, cube model.Cube) ([]model.Domain, error) {
		return candidatesOf(logic.NewState(t.board, cube)), nil
	}
	if f.trueCandidates {
		var sessions []engine.Session
		for _, name := range []string{"native", "gini"} {
			session, err := openOracle(ctx, name, t.task)
			if err != nil {
				return err
			}
			defer session.Close()
			sessions = append(sessions, session)
		}
		find = func(ctx context.Context, cube model.Cube) ([]model.Domain, error) {
			return agreed(ctx, t.model, sessions, cube)
		}
	}
	e := &explainer{explainFlags: f, task: t, out: out}
	err := f.eachPuzzle(ctx, streams, t, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		domains, err := find(ctx, cube)
		switch {
		case err != nil:
			return err
		case f.format == "svg":
			return e.draw(draw.Picture{Caption: pictureName(p, len(e.drawn)+1), Givens: cube, Candidates: domains})
		case f.format == "json":
			r := candidatesRecord{p.File, p.Line, p.Text, map[string][]int{}}
			for _, v := range t.model.OutputVars() {
				r.Candidates[t.model.NameOf(v)] = append([]int{}, slices.Collect(domains[v].All())...)
			}
			return out.object(r)
		}
		return out.line(strings.TrimSuffix(formatCandidates(t.model, domains), "\n"))
	})
	return firstError(e.write(), err)
}

// agreed returns the true candidates, which all sessions must find alike.
func agreed(ctx context.Context, m *model.Model, sessions []engine.Session, cube model.Cube) ([]model.Domain, error) {
	var agreed []model.Domain
	for i, session := range sessions {
		domains, err := compare.TrueCandidates(ctx, session, m, cube)
		if err != nil {
			return nil, err
		}
		for v := range agreed {
			if !agreed[v].Equal(domains[v]) {
				return nil, &exitError{statusCheck, fmt.Errorf("%s is %v in solutions by one engine, %v by another", m.NameOf(model.Var(v)), agreed[v], domains[v])}
			}
		}
		if i == 0 {
			agreed = domains
		}
	}
	return agreed, nil
}

// formatCandidates writes candidates for people: those of a grid's cells in rows and columns, then other variables a line each.
func formatCandidates(m *model.Model, domains []model.Domain) string {
	separator := ""
	for _, d := range domains {
		if !d.Empty() && (d.Max() > 9 || d.Min() < 0) {
			separator = ","
		}
	}
	write := func(d model.Domain) string {
		var values []string
		for value := range d.All() {
			values = append(values, fmt.Sprint(value))
		}
		if len(values) == 0 {
			return "-"
		}
		return strings.Join(values, separator)
	}
	cells := 0
	var text strings.Builder
	if g := m.Grid; g != nil {
		cells = g.Cells()
		widths := make([]int, g.Columns)
		for v := range cells {
			widths[v%g.Columns] = max(widths[v%g.Columns], utf8.RuneCountInString(write(domains[v])))
		}
		for line := range strings.Lines(layOut(g, func(v model.Var) string {
			return fmt.Sprintf("%-*s", widths[int(v)%g.Columns], write(domains[v]))
		})) {
			text.WriteString(strings.TrimRight(line, " \n") + "\n")
		}
	}
	for _, v := range m.OutputVars() {
		if int(v) >= cells {
			fmt.Fprintf(&text, "%s: %s\n", m.NameOf(v), write(domains[v]))
		}
	}
	return text.String()
}
