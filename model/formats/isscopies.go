package formats

import (
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
)

// shifted returns the cell that lies relative to another one as from lies to origin, in the same layer.
func (r *issReader) shifted(from, origin, to model.Var) (model.Var, bool) {
	layer := r.layer(func(l issLayer) bool { return l.has(from) && l.has(origin) && l.has(to) })
	at := func(v model.Var) (row, column int) {
		return int(v-layer.first) / layer.columns, int(v-layer.first) % layer.columns
	}
	row, column := at(from)
	row0, column0 := at(origin)
	row1, column1 := at(to)
	row, column = row-row0+row1, column-column0+column1
	moved := layer.first + model.Var(row*layer.columns+column)
	return moved, row >= 0 && column >= 0 && column < layer.columns && layer.has(moved)
}

// flat replaces And by its parts, and Replicate by shifted copies of its parts.
func (r *issReader) flat(tokens []issToken) []issToken {
	var all []issToken
	for _, token := range tokens {
		switch token.name {
		case "And":
			all = append(all, r.flat(token.parts)...)
		case "Replicate":
			all = append(all, r.replicated(token)...)
		default:
			all = append(all, token)
		}
	}
	return all
}

// coded are the tokens whose first argument is a code, not a cell.
var coded = []string{"Regex", "NFA", "Pair", "PairX", "Binary", "BinaryX"}

// replicated returns a copy of the parts for each target: bit k of the first argument stands for the k-th cell from the origin on.
func (r *issReader) replicated(token issToken) []issToken {
	origin := "R1C1"
	if len(token.args) > 1 {
		origin = token.args[1]
	}
	var all []issToken
	first, parts := r.cell(origin), r.flat(token.parts)
	if r.err != nil || len(token.args) == 0 {
		return nil
	}
	for k, set := range r.sixBits(token.args[0]) {
		target := first + model.Var(k)
		if !set {
			continue
		}
		for _, part := range parts {
			all = append(all, r.moved(part, first, target))
		}
		if len(all) > maxISSTokens {
			r.failf("found over %d copies of constraints, expected at most as many", maxISSTokens)
			return nil
		}
	}
	return all
}

// moved returns a token with its cells shifted.
func (r *issReader) moved(token issToken, origin, target model.Var) issToken {
	args := slices.Clone(token.args)
	for i, arg := range args {
		name, values, hasValues := strings.Cut(arg, "_")
		v, is := r.isCell(name)
		if !is || i == 0 && slices.Contains(coded, token.name) {
			continue
		}
		to, inside := r.shifted(v, origin, target)
		if !inside {
			r.failf("found a copy of .%s that leaves the grid, expected all inside", token.name)
		}
		args[i] = r.name(to)
		if hasValues {
			args[i] += "_" + values
		}
	}
	parts := lists.Map(token.parts, func(part issToken) issToken { return r.moved(part, origin, target) })
	return issToken{token.name, args, parts}
}

// name returns the name of a cell.
func (r *issReader) name(v model.Var) string {
	if g := r.m.Grid; int(v) < g.Cells() {
		return issCell(int(v)/g.Columns, int(v)%g.Columns)
	}
	if layer := r.layer(func(l issLayer) bool { return l.has(v) }); layer.count > 1 {
		return layer.prefix + strconv.Itoa(int(v-layer.first)+1)
	}
	return r.m.NameOf(v)
}

// lastOnly keeps the last quadruple of each square, which replaces those before it.
func (r *issReader) lastOnly(tokens []issToken) []issToken {
	last := map[string]int{}
	for i, token := range tokens {
		if token.name == "Quad" && len(token.args) > 0 {
			last[token.args[0]] = i
		}
	}
	kept := make([]issToken, 0, len(tokens))
	for i, token := range tokens {
		if token.name != "Quad" || len(token.args) == 0 || last[token.args[0]] == i {
			kept = append(kept, token)
		}
	}
	return kept
}
