package logic

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
)

// words writes a step in plain words.
type words struct {
	*Board
	*Step
}

// Words writes the step in a sentence: why it holds, then what follows, as in "6 in box 1 must be in row 1, so r1c8 and r1c9 are not 6."
func (s *Step) Words(b *Board) string {
	return s.Technique.sentence()(words{b, s})
}

// sentence returns the technique's own sentence, or that of its group; nil if there is none.
func (t *Technique) sentence() func(words) string {
	if own := sentences[t.Name]; own != nil {
		return own
	}
	return sentences[t.Group]
}

// sentences has a sentence for each technique, by its name or its group.
var sentences = map[string]func(words) string{
	"full-house":   func(w words) string { return w.so("%s is the last open cell of %s", w.cells(w.Cells), w.house(0)) },
	"naked-single": func(w words) string { return w.so("%s is the only candidate left in %s", w.value(0), w.cells(w.Cells)) },
	"hidden-single": func(w words) string {
		return w.so("%s is the only place for %s in %s", w.cells(w.Cells), w.value(0), w.house(0))
	},

	groupLocked:             words.locked,
	"naked-subsets":         words.naked,
	"hidden-subsets":        words.hidden,
	"fish":                  words.fish,
	"finned-fish":           words.finned,
	"single-digit-patterns": words.linked,
	"empty-rectangle": func(w words) string {
		return w.so("If %s were %s, %s would be %s instead of %s, and %s would have no place for %s", w.cells(w.gone()), w.value(0),
			w.cells(w.Cells[:1]), w.value(0), w.cells(w.Cells[1:]), w.house(0), w.value(0))
	},

	"xy-wing": func(w words) string {
		return w.so("Whether %s is %s, one of %s is %s", w.cells(w.Cells[:1]), w.any(w.Values[:2]), w.cells(w.Cells[1:]), w.value(2))
	},
	"xyz-wing": func(w words) string {
		return w.so("Whatever %s is, one of %s is %s", w.cells(w.Cells[:1]), w.cells(w.Cells), w.removed())
	},
	"w-wing": func(w words) string {
		return w.either("%[1]s in %[2]s is in %[3]s, so %[4]s cannot both be %[1]s, and one of them is %[5]s", w.value(1), w.house(0),
			w.anyCell(w.Cells[2:]), w.cells(w.Cells[:2]), w.value(0))
	},

	"unique-rectangle-1": func(w words) string {
		return w.so("If %s were %s, %s could be exchanged in %s, %s", w.cells(w.gone()), w.any(w.Values), w.all(w.Values), w.cells(w.Cells), twoSolutions)
	},
	"unique-rectangle-2": func(w words) string {
		return w.so("If none of %s were %s, %s could be exchanged there, %s", w.cells(w.Cells), w.removed(), w.all(w.Values), twoSolutions)
	},
	"unique-rectangle-3": func(w words) string {
		return w.so("If none of %s had another value, %s could be exchanged there, %s. With this value, some cells of its house use up their candidates",
			w.cells(w.Cells), w.all(w.Values), twoSolutions)
	},
	"unique-rectangle-4": func(w words) string {
		return w.so("Two of %s are the only places for %s in a house. With %s in the other one, %s could be exchanged there, %s", w.cells(w.Cells),
			w.kept(), w.removed(), w.all(w.Values), twoSolutions)
	},
	"bug-plus-1": func(w words) string {
		return w.so("Without %s in %s, each open cell could change to its other candidate, %s", w.value(0), w.cells(w.Cells), twoSolutions)
	},

	"simple-colours-trap": func(w words) string {
		return w.either("%s is in %s or in %s", w.value(0), w.colour(0), w.colour(1))
	},
	"simple-colours-wrap": func(w words) string {
		return w.so("%s are all %s or none of them is, and two of them see each other", w.cells(w.gone()), w.value(0))
	},
	"multi-colours-1": words.colours,
	"multi-colours-2": func(w words) string {
		return w.so("If %[1]s were in %[2]s, it could be neither in %[3]s nor in %[4]s, but it must be in one of these", w.value(0), w.cells(w.gone()),
			w.colour(2), w.colour(3))
	},

	"chains":                  words.chain,
	"aic":                     words.chain,
	"continuous-nice-loop":    words.loop,
	"discontinuous-nice-loop": words.refuted,
	"als-xz":                  words.almostLocked,

	"nishio": func(w words) string {
		return w.so("If %s were %s, %s would have no place for %s", w.cells(w.Cells), w.value(0), w.house(0), w.value(0))
	},
	"forcing": words.forced,

	"sum": func(w words) string { return w.so("%s", w.sumInWords()) },
	"innies-outies": func(w words) string {
		return w.so("By the sums of %s and of the cages there, %s", w.named(w.Constraint.Label()), w.sumInWords())
	},
	"table": func(w words) string {
		return w.so("%s must have a combination of values that %s allows", w.cells(w.Cells), w.label("its table"))
	},
	"rule": func(w words) string {
		return w.so("%s must hold, whatever the other cells are", capital(w.label("a rule")))
	},
	"clue": func(w words) string { return w.filling(w.Note) },
	"locked-in-clue": func(w words) string {
		_, clue, _ := strings.Cut(w.Note, " in ")
		return w.so("Every way to fill %s puts %s into %s", clue, w.value(0), w.anyCell(w.Cells))
	},
	"clue-pair": func(w words) string { return w.filling(w.Note) },
	"clues-in-house": func(w words) string {
		house, clues, _ := strings.Cut(w.Note, " with ")
		return w.filling(w.named(house) + " with " + listed(strings.Split(clues, "; "), "and"))
	},
	"clue-pointing": func(w words) string {
		_, house, _ := strings.Cut(w.Note, " in ")
		return w.either("%s in %s is in %s, and clues exclude the same by each of these", w.value(0), w.named(house), w.anyCell(w.Cells))
	},
}

func init() {
	for number := 1; number <= model.PruningRuleCount; number++ {
		sentences[fmt.Sprintf("pruning-rule-%d", number)] = func(w words) string {
			return w.so("Pruning rule %d follows from the sums of quasi-magic boxes, and must hold", number)
		}
	}
}

// so ends a reason with what follows.
func (w words) so(format string, args ...any) string {
	return capital(fmt.Sprintf(format, args...)) + ", so " + w.effect() + "."
}

// either ends a reason of several cases with what follows in each.
func (w words) either(format string, args ...any) string {
	return capital(fmt.Sprintf(format, args...)) + ". In each case, " + w.effect() + "."
}

// filling is about what all ways to fill clues have in common.
func (w words) filling(clues string) string {
	return "In every way to fill " + clues + ": " + w.effect() + "."
}

// around returns the house that has all cells of the pattern and of the eliminations, or "".
func (w words) around() string {
	for i := range w.Board.Houses {
		lacks := func(v model.Var) bool { return !w.Board.Houses[i].has(v) }
		if !slices.ContainsFunc(w.Cells, lacks) && !slices.ContainsFunc(w.gone(), lacks) {
			return w.houseAt(i)
		}
	}
	return ""
}

// locked is a value that is in a house only where another one crosses it.
func (w words) locked() string {
	if house := w.around(); house != "" {
		return w.so("%s in %s must be in %s", w.value(0), w.house(0), house)
	}
	return w.either("%s in %s is in %s", w.value(0), w.house(0), w.anyCell(w.Cells))
}

func (w words) naked() string {
	others := "cells that see all of these"
	if house := w.around(); house != "" {
		others = "the rest of " + house
	}
	return w.so("%s have only %s between them, which leaves none for %s", w.cells(w.Cells), w.all(w.Values), others)
}

func (w words) hidden() string {
	return w.so("in %s, %s can only be in %s, which have room for nothing else", w.house(0), w.all(w.Values), w.cells(w.Cells))
}

func (w words) fish() string {
	return w.so("in %s, %s can only be in %s, which leaves these no other place for it", w.lines(w.Step.Houses), w.value(0), w.lines(w.Covers))
}

func (w words) finned() string {
	return w.either("in %s, %s is only in %s, or else in %s", w.lines(w.Step.Houses), w.value(0), w.lines(w.Covers), w.anyCell(w.Fins))
}

// linked is about two strong links, whose near ends see each other.
func (w words) linked() string {
	return w.either("%s in %s is in %s, and in %s in %s. %s cannot both have it, so %s has it", w.value(0), w.house(0), w.anyCell(w.Cells[:2]),
		w.house(1), w.anyCell(w.Cells[2:]), w.cells(w.Cells[1:3]), w.anyCell([]model.Var{w.Cells[0], w.Cells[3]}))
}

// colours is about two colourings of a value, of which two colours see each other.
func (w words) colours() string {
	text := fmt.Sprintf("%s is in %s or in %s, and in %s or in %s", w.value(0), w.colour(0), w.colour(1), w.colour(2), w.colour(3))
	for i, a := range w.Chains[:2] {
		for j, b := range w.Chains[2:] {
			for _, v := range a[0].Cells {
				if k := slices.IndexFunc(b[0].Cells, func(u model.Var) bool { return w.sees(v, u) }); k >= 0 {
					text += fmt.Sprintf(". %s see each other, so it is in %s or in %s", w.cells([]model.Var{v, b[0].Cells[k]}), w.colour(1-i), w.colour(3-j))
					break
				}
			}
		}
	}
	return w.either("%s", text)
}

// almostLocked is about two sets that cannot both have a value.
func (w words) almostLocked() string {
	sets, rest, _ := strings.Cut(w.Note, ", X=")
	shared, left, _ := strings.Cut(rest, ", Z=")
	first := 1
	for !strings.HasPrefix(sets, "A="+w.CellNames(w.Cells[:first])+" ") {
		first++
	}
	left = "the other one has " + strings.ReplaceAll(left, ",", " and ")
	if strings.Contains(shared, ",") {
		left = "each has one of these and all its other values"
	}
	return w.either("Two sets have one value more than cells: %s, and %s. Only one of them can have %s, so %s",
		w.cells(w.Cells[:first]), w.cells(w.Cells[first:]), strings.ReplaceAll(shared, ",", ", and only one "), left)
}

// chain follows a chain whose first or last candidate holds.
func (w words) chain() string {
	links := w.Chains[0]
	return w.either("%s. So %s or %s", w.follow(links), w.link(links[0], true), w.link(links[len(links)-1], true))
}

// loop is about the candidates of a loop, of which all hold that the chain says, or all others.
func (w words) loop() string {
	var holds [2][]string
	for i, l := range w.Chains[0][1:] {
		holds[i%2] = append(holds[i%2], w.link(l, true))
	}
	return w.either("Round the loop, %s, or %s", listed(holds[0], "and"), listed(holds[1], "and"))
}

// refuted is a candidate whose own chain leads to the opposite.
func (w words) refuted() string {
	return w.so("%s, which contradicts the start", w.follow(w.Chains[0]))
}

// follow writes what a chain says: if its first candidate holds or not, those that hold then, and the last one.
func (w words) follow(links []Link) string {
	last := len(links) - 1
	var then []string
	for i, l := range links[1:] {
		if l.On || i+1 == last {
			then = append(then, w.link(l, l.On))
		}
	}
	return "if " + w.link(links[0], links[0].On) + ", then " + strings.Join(then, ", then ")
}

func (w words) link(l Link, on bool) string {
	is := " is "
	if !on {
		is = " is not "
	}
	return w.anyCell(l.Cells) + is + w.any([]int{l.Value})
}

// forced is about a candidate that refutes itself, or about cases with the same outcome.
func (w words) forced() string {
	if of, is := strings.CutPrefix(w.Note, "Verity of "); is {
		if value, house, inHouse := strings.Cut(of, " in "); inHouse {
			return fmt.Sprintf("Wherever %s is in %s, it follows that %s.", value, w.named(house), w.effect())
		}
		return fmt.Sprintf("Whatever %s is, it follows that %s.", of, w.effect())
	}
	is := "were"
	if len(w.Placements) > 0 {
		is = "were not"
	}
	at := strings.TrimPrefix(w.Note, "Contradiction in ")
	lacks := at + " would in the end have no value left"
	if house, value, inHouse := strings.Cut(at, " for "); inHouse {
		lacks = w.named(house) + " would in the end have no place for " + value
	}
	return w.so("If %s %s %s, %s", w.cells(w.Cells), is, w.value(0), lacks)
}

// twoSolutions is what uniqueness tests exclude.
const twoSolutions = "and the puzzle would have two solutions"

// removed and kept are the values of the pattern that the step removes, and its other ones.
func (w words) removed() string {
	return w.any(lists.Distinct(lists.Map(w.Eliminations, func(c Candidate) int { return c.Value })))
}

func (w words) kept() string {
	return w.all(lists.Filter(w.Values, func(value int) bool {
		return !slices.ContainsFunc(w.Eliminations, func(c Candidate) bool { return c.Value == value })
	}))
}

// gone are the cells of the eliminations.
func (w words) gone() []model.Var {
	return lists.Distinct(lists.Map(w.Eliminations, func(c Candidate) model.Var { return c.Cell }))
}

// sumInWords writes the sum of the step: r1c1 and r1c2 add up to 13 to 17 (box 1 row 1).
func (w words) sumInWords() string {
	c := w.sum
	if c.Lo == c.Hi && c.Terms[0].Coefficient < 0 {
		c = &model.Linear{Name: c.Name, Lo: -c.Lo, Hi: -c.Hi}
		for _, t := range w.sum.Terms {
			c.Terms = append(c.Terms, model.Term{Coefficient: -t.Coefficient, Var: t.Var})
		}
	}
	bounds, name := strconv.Itoa(c.Lo), ""
	switch {
	case c.Lo == model.NoLower:
		bounds = fmt.Sprintf("%d at most", c.Hi)
	case c.Hi == model.NoUpper:
		bounds = fmt.Sprintf("%d or more", c.Lo)
	case c.Lo != c.Hi:
		bounds = fmt.Sprintf("a number from %d to %d", c.Lo, c.Hi)
	}
	if c.Label() != "" && w.Technique.Name == "sum" {
		name = " (" + c.Label() + ")"
	}
	if c.Weighted() {
		return w.Model.SumText(c.Terms) + " must be " + bounds + name
	}
	if len(c.Terms) == 1 {
		return w.cells(c.Scope()) + " must be " + bounds + name
	}
	return w.cells(c.Scope()) + " must add up to " + bounds + name
}

// effect writes what a step places and removes: r9c3 is 7; r1c8 and r1c9 are not 6.
func (w words) effect() string {
	var parts []string
	for _, c := range w.Placements {
		parts = append(parts, w.cells([]model.Var{c.Cell})+" is "+w.any([]int{c.Value}))
	}
	values := map[model.Var][]int{}
	for _, c := range w.Eliminations {
		values[c.Cell] = append(values[c.Cell], c.Value)
	}
	for _, v := range w.gone() {
		if values[v] == nil {
			continue
		}
		alike := lists.Filter(w.gone(), func(other model.Var) bool { return slices.Equal(values[other], values[v]) })
		is := " is not "
		if len(alike) > 1 {
			is = " are not "
		}
		parts = append(parts, w.cells(alike)+is+w.any(values[v]))
		for _, other := range alike {
			if other != v {
				delete(values, other)
			}
		}
	}
	return strings.Join(parts, "; ")
}

func (w words) value(i int) string      { return w.any(w.Values[i : i+1]) }
func (w words) all(values []int) string { return listed(w.numbersOf(values), "and") }
func (w words) any(values []int) string { return listed(w.numbersOf(values), "or") }
func (w words) cells(cells []model.Var) string {
	return listed(lists.Map(cells, w.Model.NameOf), "and")
}
func (w words) anyCell(cells []model.Var) string {
	return listed(lists.Map(cells, w.Model.NameOf), "or")
}

// colour writes the cells of a colour: all of them have the value, or none.
func (w words) colour(i int) string {
	cells := slices.Sorted(slices.Values(w.Chains[i][0].Cells))
	if len(cells) == 1 {
		return w.cells(cells)
	}
	return "all of " + w.cells(cells)
}

func (w words) numbersOf(values []int) []string {
	return lists.Map(values, func(value int) string { return strconv.Itoa(w.Number(value)) })
}

// house writes a house of the step: row 3.
func (w words) house(i int) string { return w.houseAt(w.Step.Houses[i]) }

// houseAt names a house, by its ends as well if it has no name of its own.
func (w words) houseAt(i int) string {
	h := &w.Board.Houses[i]
	ends := w.cells(h.Cells[:1]) + " to " + w.cells(h.Cells[len(h.Cells)-1:])
	switch {
	case strings.HasPrefix(h.Name, unnamed):
		return "the house from " + ends
	case lists.Count(w.Board.Houses, func(other House) bool { return other.Name == h.Name }) > 1:
		return h.Name + " (" + ends + ")"
	}
	return w.named(h.Name)
}

// lines writes rows or columns: rows 1 and 5.
func (w words) lines(houses []int) string {
	kind := map[Kind]string{Row: "rows ", Column: "columns "}[w.Board.Houses[houses[0]].Kind]
	if kind == "" || len(houses) == 1 {
		return listed(lists.Map(houses, w.houseAt), "and")
	}
	return kind + listed(lists.Map(houses, func(i int) string { return strconv.Itoa(w.Board.Houses[i].Number + 1) }), "and")
}

// named writes the name of houses, as r3 or r12,c4, in words; any other name stays.
func (w words) named(name string) string {
	if strings.HasPrefix(name, unnamed) {
		return w.houseAt(slices.IndexFunc(w.Board.Houses, func(h House) bool { return h.Name == name }))
	}
	var parts []string
	for _, part := range strings.Split(name, ",") {
		kind := map[byte]string{'r': "row", 'c': "column", 'b': "box"}[(part + " ")[0]]
		if digits := part[min(1, len(part)):]; kind != "" && digits != "" && strings.Trim(digits, "0123456789") == "" {
			if numbers := strings.Split(digits, ""); len(numbers) > 1 && w.short() {
				part = strings.Replace(kind, "x", "xe", 1) + "s " + listed(numbers, "and")
			} else {
				part = kind + " " + digits
			}
		}
		parts = append(parts, part)
	}
	return listed(parts, "and")
}

// label is the name of the constraint, or other words if it has none.
func (w words) label(otherwise string) string {
	if name := w.Constraint.Label(); name != "" {
		return name
	}
	return otherwise
}

func capital(text string) string {
	if text == "" || text[0] == 'r' && len(text) > 1 && text[1] >= '0' && text[1] <= '9' {
		return text // a cell
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// listed joins words: a, b and c.
func listed(all []string, last string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " " + last + " " + all[len(all)-1]
}
