package formats

import (
	"cmp"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/variant"
)

// entry returns an entry at the top as tokens, if ISS can express it: by its name, or by its definition.
func (w *issWriter) entry(e model.Entry, definition []model.Constraint) ([]string, bool) {
	switch n := e.Named.(type) {
	case *variant.DifferentLines: // FullRankTies says it
		return []string{}, true
	case *variant.ChaosConstruction:
		tokens := w.chaos(n)
		return tokens, tokens != nil
	}
	if tokens := w.clue(e.Named); tokens != nil {
		return tokens, true
	}
	var all []string
	for _, c := range definition {
		tokens, is := w.constraint(c)
		if !is {
			return nil, false
		}
		all = append(all, tokens...)
	}
	return all, true
}

// clue returns the tokens of a clue that ISS knows by name, or nil.
func (w *issWriter) clue(n model.Named) []string {
	switch n := n.(type) {
	case *variant.Arrow:
		return w.arrow(n)
	case *variant.Regex:
		return w.line("Regex", n.Line, base64.RawURLEncoding.EncodeToString([]byte(n.Expression)))
	case *variant.Relation:
		return w.relationOf(n)
	case *variant.SumLine:
		return w.sumLine(n)
	case *variant.Or:
		return w.or(n)
	case *variant.And:
		return w.all(n.Of)
	case *variant.LittleKiller:
		return w.apart(w.littleKiller(n))
	case *variant.FullRank:
		if w.ties != "none" && n.Ties != (w.ties == "any") {
			return nil // one token says it of all ranks
		}
	case *variant.DifferentLines, *variant.ChaosConstruction: // ISS knows them at the top only
		return nil
	case *variant.RegionSum, *variant.RegionSameValues:
		if !w.regions {
			return nil
		}
	case *variant.Windoku, *variant.DisjointGroups:
		if !w.regions || !sameBoxes(w.m.Grid, w.found.boxes) || !w.found.m.Grid.HasBoxes() {
			return nil
		}
	case *variant.Doppelganger:
		return w.doppelganger(n)
	case *variant.ChaosArrow:
		return w.chaosClue("ChaosArrow", n.Control, n.Others, n.Arms...)
	case *variant.ChaosCount:
		return w.chaosClue("ChaosCount", n.Control, n.Others, n.Cells)
	case *variant.ConnectedValues:
		return w.connected(n)
	case *variant.SameValues:
		return w.line("SameValues", slices.Concat(n.Sets...), strconv.Itoa(len(n.Sets)))
	case *variant.Quadruple:
		return w.quadruple(n)
	case *variant.LookAndSay:
		return w.lookAndSay(n)
	}
	for _, form := range issForms {
		if form.kind != model.KindOf(n) {
			continue
		}
		if text := form.write(w, n); text != "" {
			return w.apart([]string{text})
		}
	}
	return nil
}

// apart puts an outside clue into an And if there is another one at its place. Without it a reader keeps the last alone.
func (w *issWriter) apart(texts []string) []string {
	tokens, _ := parseTokens(strings.Join(texts, ""))
	for _, token := range tokens {
		for _, end := range token.ends() {
			place := token.place(end)
			if place != "" && w.places[place] {
				return []string{".And" + texts[0] + ".End"}
			}
			w.places[place] = true
		}
	}
	return texts
}

func (w *issWriter) relationOf(n *variant.Relation) []string {
	line := w.line("Pair", n.Line, w.key(n.Pairs), "_"+issName(n.Name))
	all := w.line("PairX", n.Cells, w.key(n.Pairs), "_"+issName(n.Name))
	switch {
	case len(n.Cells) == 0:
		return line
	case len(n.Line) == 0:
		return all
	}
	return append(line, all...)
}

// all writes entries without a definition: clues that ISS knows, and constraints.
func (w *issWriter) all(entries []model.Entry) []string {
	tokens := []string{}
	for _, e := range entries {
		var of []string
		if e.Named != nil {
			of = w.clue(e.Named)
		} else {
			of, _ = w.constraint(e.Constraint)
		}
		if of == nil {
			return nil
		}
		tokens = append(tokens, of...)
	}
	return tokens
}

func (w *issWriter) or(n *variant.Or) []string {
	text := ".Or"
	for _, branch := range n.Of {
		tokens := w.all(branch)
		if tokens == nil {
			return nil
		}
		text += ".And" + strings.Join(tokens, "") + ".End"
	}
	return []string{text + ".End"}
}

func (w *issWriter) lookAndSay(n *variant.LookAndSay) []string {
	says := ""
	for _, say := range n.Says {
		if max(say[0], say[1]) > 9 {
			return nil
		}
		says += joined(say, "")
	}
	return w.line("LookAndSay", n.Cells, says)
}

// quadruple writes a quadruple. Of several on one square a reader keeps the last, so all but the first have another token.
func (w *issWriter) quadruple(n *variant.Quadruple) []string {
	cells, columns := lists.Distinct(n.Cells), model.Var(w.m.Grid.Columns)
	first := cells[0]
	square := int(first+columns+1) < w.m.Grid.Cells() && (first+1)%columns != 0 &&
		slices.Equal(cells, model.Cells{first, first + 1, first + columns, first + columns + 1})
	name := w.names[first]
	if place := (issToken{name: "Quad", args: []string{name}}).place(0); square && !w.places[place] {
		w.places[place] = true
		return []string{issText("Quad", name, joined(n.Values, "~"))}
	}
	return w.line("ContainAtLeast", n.Cells, joined(n.Values, "_"))
}

// doppelganger refuses boxes that are not the text's, and cells of the grid as the missed values.
func (w *issWriter) doppelganger(n *variant.Doppelganger) []string {
	inside := func(v model.Var) bool { return int(v) < w.m.Grid.Cells() }
	if !w.regions || slices.ContainsFunc(slices.Concat(n.Rows, n.Columns, n.Boxes), inside) {
		return nil
	}
	return []string{".Doppelganger"}
}

// chaos writes unknown regions. If their size is not the layout's, it needs a token of its own, which would change boxes and regions.
func (w *issWriter) chaos(n *variant.ChaosConstruction) []string {
	size := cmp.Or(n.Size, max(w.m.Grid.Rows, w.m.Grid.Columns))
	switch {
	case size == w.found.regionSize:
		return []string{".ChaosConstruction"}
	case len(w.found.m.Grid.RegionHouses()) == 0:
		return []string{issText("RegionSize", strconv.Itoa(size)), ".ChaosConstruction"}
	}
	return nil
}

func (w *issWriter) chaosClue(name string, control model.Cells, others bool, arms ...model.Cells) []string {
	if !slices.ContainsFunc(w.names, func(name string) bool { return strings.HasPrefix(name, "CC") }) {
		return nil // the unknown regions are not written
	}
	args := []string{w.names[control[0]], map[bool]string{false: "0", true: "1"}[others]}
	for i, arm := range arms {
		if i > 0 {
			args = append(args, segmentBreak)
		}
		for _, v := range arm {
			args = append(args, "CC"+strconv.Itoa(int(v)+1))
		}
	}
	return []string{issText(name, args...)}
}

// connected writes connected values of the whole grid.
func (w *issWriter) connected(n *variant.ConnectedValues) []string {
	if n.Cells != nil {
		return nil
	}
	args := []string{"", joined(n.Values, "_")}
	if n.Size != nil {
		args = append(args, strconv.Itoa(*n.Size))
	}
	return []string{issText("ConnectedValues", args...)}
}

func (w *issWriter) sumLine(n *variant.SumLine) []string {
	tokens := w.line("SumLine", n.Line, strconv.Itoa(n.Sum))
	if n.Loop && tokens != nil {
		tokens[0] += "~LOOP"
	}
	return tokens
}

// adjacent reports whether two cells share a side.
func (w *issWriter) adjacent(a, b model.Var) bool {
	return int(max(a, b)) < w.m.Grid.Cells() && w.m.Grid.Distance(a, b) == 1
}

// line returns a token with arguments before the cells, or nil if a cell cannot be written.
func (w *issWriter) line(name string, cells model.Cells, args ...string) []string {
	names, known := w.named(cells)
	if !known {
		return nil
	}
	return []string{issText(name, append(args, names...)...)}
}

func (w *issWriter) arrow(n *variant.Arrow) []string {
	var tokens []string
	if _, known := w.named(slices.Concat(n.Shafts...)); !known {
		return nil
	}
	for _, shaft := range n.Shafts {
		switch len(n.Bulb) {
		case 1:
			tokens = append(tokens, w.line("Arrow", append(n.Bulb[:1:1], shaft...))...)
		case 2, 3:
			tokens = append(tokens, w.line("PillArrow", append(n.Bulb[:len(n.Bulb):len(n.Bulb)], shaft...), strconv.Itoa(len(n.Bulb)))...)
		}
	}
	return tokens
}
