package formats

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qmsat/model/modeltest"
)

var (
	issCellText = regexp.MustCompile(`^R[1-9a-g]C[1-9a-g]`)
	issToken1   = regexp.MustCompile(`\.[^.]*`)
)

// issAltered returns another argument: another cell, another number, or something that is neither.
func (m mutator) issAltered(arg string) string {
	if cell := issCellText.FindString(arg); cell != "" && m.IntN(8) > 0 {
		return issCell(m.IntN(m.size), m.IntN(m.size)) + arg[len(cell):]
	}
	if number, err := strconv.Atoi(arg); err == nil && m.IntN(4) > 0 {
		return strconv.Itoa(number + 1 + m.IntN(2))
	}
	return arg + "x"
}

// TestMutatedISS changes puzzles of Interactive Sudoku Solver as TestMutatedLinks does.
func TestMutatedISS(t *testing.T) {
	f, _ := Lookup("iss")
	times, random := modeltest.Mutations(3, 30)
	every := modeltest.Scale(29, 10, 1)
	first := random.IntN(every)
	silent, count := map[string]bool{}, 0
	for i, p := range modeltest.ISS(t) {
		if i%every != first {
			continue
		}
		before, told := readSaid(f, p.Input)
		tokens := issToken1.FindAllString(issBlanks().ReplaceAllString(p.Input, ""), -1)
		if before == "" || strings.Contains(p.Name, "[vacuous") || strings.Contains(p.Input, "\n\n") || !strings.HasPrefix(p.Input, ".") || !strings.Contains(p.Input, "~") { // no tokens
			continue
		}
		z, _ := f.ReadNamed("", p.Input)
		m := mutator{random, f.Name, z.Model.Grid.Rows}
		for range times {
			count++
			// Blanks mean nothing, and tokens may stand in any order if they are no parts of others and not the last at a place.
			kept := slices.Clone(tokens)
			if !strings.Contains(p.Input, ".End") && len(z.Model.Variables) == z.Model.Grid.Cells() && !slices.ContainsFunc(kept, func(token string) bool {
				name, _, _ := strings.Cut(token[1:], "~")
				_, once := oncePlaces[name]
				return once || slices.Contains(issLayout, name)
			}) {
				m.Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
			}
			if after, toldAfter := readSaid(f, strings.Join(kept, []string{"", " ", "\n"}[m.IntN(3)])); after != before || toldAfter != told {
				t.Fatalf("%s: another order or blanks are another model: %s", p.Name, toldAfter)
			}
			changed, at := slices.Clone(tokens), m.IntN(len(tokens))
			parts := strings.Split(tokens[at], "~")
			part := m.IntN(len(parts))
			if part == 0 && parts[0] != "." {
				parts[0] += "x"
			} else {
				part = max(part, min(1, len(parts)-1))
				parts[part] = m.issAltered(parts[part])
			}
			if parts[0] == ".Var" && part == 2 || len(parts) > part && strings.HasPrefix(parts[part], "_") {
				continue // a label or a name
			}
			other := strings.Join(parts, "~")
			if changed[at] = other; m.IntN(3) == 0 && part > 0 {
				cell, values, _ := strings.Cut(parts[part], "_")
				if slices.Contains(tokens, other) || slices.Contains(strings.Split(tokens[at], "~"), parts[part]) ||
					parts[0] == "." && strings.Contains(tokens[at], cell+"_") && strings.Contains(values, "_") {
					continue // what is there says it, too
				}
				changed = slices.Insert(slices.Clone(tokens), at, other)
			}
			if after, toldAfter := readSaid(f, strings.Join(changed, "")); after == before && toldAfter == told && other != tokens[at] {
				if q, _ := f.ReadNamed("", strings.Join(changed, "")); len(q.Clues()) > len(z.Clues()) {
					continue // what is added is there already
				}
				key := regexp.MustCompile(`~.*`).ReplaceAllString(tokens[at], "") + fmt.Sprint(part, len(changed) > len(tokens))
				if !silent[key] {
					t.Errorf("%s: %s beside or instead of %s changes nothing, in silence", p.Name, other, tokens[at])
				}
				silent[key] = true
			}
		}
	}
	t.Log(count)
}
