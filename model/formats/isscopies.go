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
			all = append(all, r.flat(r.lastOnly(token.parts))...)
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
	first, parts := r.cell(origin), r.flat(r.lastOnly(token.parts))
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

// oncePlaces are the tokens of which ISS keeps the last at a place, by the argument that says the place.
var oncePlaces = map[string]int{
	"Quad": 0, "Sandwich": 1, "LittleKiller": 1, "XSum": 0, "Skyscraper": 0, "HiddenSkyscraper": 0, "NumberedRoom": 0, "FullRank": 0,
}

// place returns the place of a clue or of a layout of which ISS keeps the last, or "". For the two ends of a line end is 1 or 2, otherwise 0.
func (t issToken) place(end int) string {
	if slices.Contains([]string{"Shape", "RegionSize", "Jigsaw", "FullRankTies"}, t.name) {
		return t.name
	}
	at, once := oncePlaces[t.name]
	if !once || len(t.args) <= max(at, end) || t.args[end] == "" && end > 0 {
		return ""
	}
	return strings.Join([]string{t.name, t.args[at], strconv.Itoa(end)}, "~")
}

// ends returns the arguments of a token that are clues of their own: those at the two ends of a line, or just 0.
func (t issToken) ends() []int {
	if forms := formsOfToken(t.name); len(forms) > 0 && forms[0].shape == sideForm {
		return []int{1, 2}
	}
	return []int{0}
}

// lastOnly keeps the last quadruple of each square, and the last outside clue of each kind and place. The tokens are those of the top,
// of one And or of one Replicate: see _mergeByUniqueness in sudoku_parser.js of ISS. In an Or each is a branch.
func (r *issReader) lastOnly(tokens []issToken) []issToken {
	seen := map[string]bool{}
	var kept []issToken
	for _, token := range slices.Backward(tokens) {
		token.args = slices.Clone(token.args)
		replaced := false
		for _, end := range token.ends() {
			place := token.place(end)
			if place != "" && seen[place] {
				r.warn("found several of .%s at one place; the last one counts", token.name)
				if replaced = end == 0; end > 0 {
					token.args[end] = ""
				}
			}
			seen[place] = true
		}
		if !replaced {
			kept = append(kept, token)
		}
	}
	slices.Reverse(kept)
	return kept
}
