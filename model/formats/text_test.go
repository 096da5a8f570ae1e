package formats

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/modeltest"
)

// table has the candidates of a grid's cells, as text: one digit is a given.
type table []string

// starting returns the starting table of a puzzle: the values that no cell in a house has.
func starting(m *model.Model, givens model.Cube) table {
	groups := make(table, m.Grid.Cells())
	values := map[model.Var]int{}
	for _, g := range givens {
		values[g.Var] = g.Value
		groups[g.Var] = fmt.Sprint(g.Value)
	}
	seen := make([]map[int]bool, len(groups))
	for _, house := range m.Grid.Houses() {
		for _, v := range house.Cells {
			for _, u := range house.Cells {
				if seen[v] == nil {
					seen[v] = map[int]bool{}
				}
				seen[v][values[u]] = true
			}
		}
	}
	for v := range groups {
		for digit := 1; groups[v] == "" || digit > 1 && values[model.Var(v)] == 0 && digit <= m.Grid.Rows; digit++ {
			if !seen[v][digit] {
				groups[v] += fmt.Sprint(digit)
			}
		}
	}
	return groups
}

// meaning is what a table says: the values of each cell.
func (t table) meaning() string {
	return strings.Join(t, " ")
}

// meaningOf is what a reader found, in the same form, for each puzzle.
func meaningOf(p *Puzzle) string {
	all := []string{}
	for _, p := range append([]*Puzzle{p}, p.More...) {
		groups := make(table, p.Model.Grid.Cells())
		for v := range groups {
			for digit := range p.Model.DomainOf(model.Var(v)).All() {
				groups[v] += fmt.Sprint(digit)
			}
		}
		for _, g := range p.Givens {
			groups[g.Var] = fmt.Sprint(g.Value)
		}
		all = append(all, groups.meaning())
	}
	return strings.Join(all, "; ")
}

// rowsOf writes rows of 9 cells with blanks, and what is between and around the cells of boxes.
func (t table) rowsOf(left, between, right string, width int) []string {
	var rows []string
	for r := range 9 {
		row := left
		for c, group := range t[9*r : 9*r+9] {
			if c > 0 && c%3 == 0 {
				row += between
			}
			row += fmt.Sprintf("%-*s ", width, group)
		}
		rows = append(rows, strings.TrimRight(row+right, " "))
	}
	return rows
}

func framed(rows []string, top, middle, bottom string) string {
	return strings.Join(slices.Concat([]string{top}, rows[:3], []string{middle}, rows[3:6], []string{middle}, rows[6:], []string{bottom}), "\n")
}

// layouts write a table as programs do, by the name of a file. dash stands for the lines of frames.
var layouts = map[string]func(t table) string{
	"blanks.txt": func(t table) string { return strings.Join(t.rowsOf("", "", "", 1), "\n") },
	"bars.txt":   func(t table) string { return strings.Join(t.rowsOf("", "| ", "", 9), "\n") },
	"lines.txt": func(t table) string {
		rows := t.rowsOf("", "| ", "", 9)
		return framed(rows, "", "------------------------------+-----------------------------+------------------------------", "")
	},
	"explainer.txt": func(t table) string {
		dash := "+" + strings.Repeat(strings.Repeat("-", 30)+"+", 3)
		return framed(t.rowsOf("| ", "| ", "|", 9), dash, dash, dash)
	},
	"hodoku.txt": func(t table) string {
		dash := strings.Repeat("-", 30)
		return framed(t.rowsOf("| ", "| ", "|", 9), "."+dash+"."+dash+"."+dash+".", ":"+dash+"+"+dash+"+"+dash+":", "'"+dash+"'"+dash+"'"+dash+"'")
	},
	"simple.ss": func(t table) string {
		dash := "*" + strings.Repeat("-", 92) + "*"
		return framed(t.rowsOf("| ", "| ", "|", 9), dash, "|"+strings.Repeat(strings.Repeat("-", 30)+"+", 3)+"|", dash) + "\n      Simple Sudoku\n       Version 4.2n"
	},
	"rows.sdk":   func(t table) string { return "[Puzzle]\n" + strings.Join(t.rowsOf("", "", "", 1), "\n") },
	"author.sdk": func(t table) string { return "#AAnn\n#B1-2-2006\n" + strings.Join(t.rowsOf("", "| ", "", 5), "\n") },
	"groups.txt": func(t table) string { return strings.Join(t, " ") },
	"brackets.ss": func(t table) string {
		marked := slices.Clone(t)
		for i, group := range marked {
			marked[i] = []string{"<" + group + ">", "{" + group + "}", "*" + group + "*"}[i%3]
		}
		return strings.Join(table(marked).rowsOf("| ", "| ", "|", 9), "\n")
	},
	"places.txt": func(t table) string {
		line := ""
		for _, group := range t {
			for digit := '1'; digit <= '9'; digit++ {
				if strings.ContainsRune(group, digit) {
					line += string(digit)
				} else {
					line += "."
				}
			}
		}
		return line
	},
}

// read reads a text as commands and the page do.
func readTable(t *testing.T, name, text string) (*Puzzle, error) {
	p, _, err := ReadAny(t.Context(), name, text)
	return p, err
}

// TestPencilMarkTables reads the starting tables of puzzles in every layout. Some have as many digits as a larger grid has cells.
func TestPencilMarkTables(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	for i, p := range modeltest.Puzzles(t, m, "sudoku-top1465.txt") {
		want := starting(m, p.Cube)
		digits := len(strings.Join(want, ""))
		if _, square := squareSide(digits); !modeltest.Long() && i%97 != 0 && !(square && i%5 == 0) {
			continue
		}
		for name, write := range layouts {
			found, err := readTable(t, name, write(want))
			if err != nil {
				t.Fatalf("puzzle %d, %s: %v in\n%s", i, name, err, write(want))
			}
			if got := meaningOf(found); got != want.meaning() {
				t.Fatalf("puzzle %d, %s: read as\n%s, expected\n%s", i, name, got, want.meaning())
			}
		}
	}
}

// gridLayouts write a grid without candidates, in which a dot is an empty cell.
var gridLayouts = map[string]func(cells string) string{
	"line.txt": func(cells string) string { return cells },
	"rows.txt": func(cells string) string {
		return strings.Join(table(strings.Split(cells, "")).rowsOf("", "", "", 1), "\n")
	},
	"compact.ss": func(cells string) string {
		rows := []string{}
		for r := range 9 {
			c := cells[9*r : 9*r+9]
			rows = append(rows, " |"+c[:3]+"|"+c[3:6]+"|"+c[6:]+"|")
		}
		return framed(rows, " *-----------*", " |---+---+---|", " *-----------*") + "\n Simple Sudoku\n  Version 4.2n"
	},
	"compact.txt": func(cells string) string {
		rows := []string{}
		for r := range 9 {
			c := cells[9*r : 9*r+9]
			rows = append(rows, c[:3]+"|"+c[3:6]+"|"+c[6:])
		}
		return strings.Join(rows, "\n")
	},
	"plain.sdk": func(cells string) string {
		rows := []string{}
		for r := range 9 {
			rows = append(rows, cells[9*r:9*r+9])
		}
		return "#DTitle\n" + strings.Join(rows, "\n")
	},
	"grid.opensudoku": func(cells string) string {
		return `<opensudoku><game data="` + strings.ReplaceAll(cells, ".", "0") + `"/></opensudoku>`
	},
}

// TestTextsChanged reads texts that were changed at random. A change that keeps the meaning gives the same puzzle. Any other gives
// another puzzle, an error or a warning.
func TestTextsChanged(t *testing.T) {
	rounds := 8
	if modeltest.Long() {
		rounds = 1000
	}
	m := modeltest.Sudoku(t, 3, 3)
	puzzles := modeltest.Puzzles(t, m, "sudoku-top1465.txt")
	random := rand.New(rand.NewPCG(52, 1))
	for round := range rounds {
		p := puzzles[random.IntN(len(puzzles))]
		start := starting(m, p.Cube)
		for name, write := range layouts {
			checkChanges(t, random, name, write(start), start.meaning(), round)
		}
		full := meaningOf(&Puzzle{Document: document.New(m).WithGivens(p.Cube)})
		for name, write := range gridLayouts {
			checkChanges(t, random, name, write(p.Text), full, round)
		}
	}
}

func checkChanges(t *testing.T, random *rand.Rand, name, text, want string, round int) {
	t.Helper()
	p, err := readTable(t, name, text)
	if err != nil || meaningOf(p) != want {
		t.Fatalf("%s, unchanged: %v in\n%s", name, err, text)
	}
	kept, how := keep(random, name, text)
	if p, err := readTable(t, name, kept); err != nil || meaningOf(p) != want {
		t.Errorf("%s, round %d, %s: %v, expected the same puzzle in\n%s", name, round, how, err, kept)
	}
	changed, how := changeText(random, name, text)
	if changed == text {
		return
	}
	if p, err := readTable(t, name, changed); err == nil && len(p.Warnings) == 0 && meaningOf(p) == want {
		t.Errorf("%s, round %d, %s: the same puzzle in\n%s\nfor\n%s", name, round, how, changed, text)
	}
}

// isXML reports whether a text is not in lines of cells.
func isXML(name string) bool { return strings.HasSuffix(name, ".opensudoku") }

// groups matches the candidates of a cell.
var groups = regexp.MustCompile(`[1-9]+`)

// keep changes how a text is written.
func keep(random *rand.Rand, name, text string) (string, string) {
	lines := strings.Split(text, "\n")
	at := random.IntN(len(lines))
	switch how := random.IntN(11); {
	case how == 0:
		return strings.ReplaceAll(text, "\n", "\r\n") + "\r\n", "CRLF"
	case how == 1:
		return "\ufeff" + text, "byte order mark"
	case isXML(name):
		return strings.ReplaceAll(text, " ", "\n "), "blanks"
	case how == 2:
		return strings.Join(slices.Insert(lines, at, "", "  "), "\n"), "empty lines"
	case how == 3:
		return strings.Join(slices.Insert(lines, at, "# 123 is a comment"), "\n"), "a comment"
	case how == 4:
		lines[at] = "  \t" + lines[at] + " \t "
		return strings.Join(lines, "\n"), "blanks around a line"
	case how == 5 && !strings.HasPrefix(name, "line") && !strings.HasPrefix(name, "compact") && !strings.HasPrefix(name, "p"):
		return strings.ReplaceAll(text, " ", "\t "), "tabs"
	case how == 6 && strings.Contains(name, ".ss"):
		return strings.ReplaceAll(text, "Version", "Another line of text, version"), "the footer"
	case how == 7 && !strings.HasPrefix(name, "places"):
		sign := []rune("-_*0")[random.IntN(4)]
		return strings.Map(func(c rune) rune {
			if c == '.' && !strings.Contains(text, "'") {
				return sign
			}
			return c
		}, strings.ReplaceAll(text, "4.2n", "4-2n")), "empty cells"
	case how == 8 && strings.Contains(text, "---"):
		return strings.Join(slices.DeleteFunc(lines, func(line string) bool {
			return strings.Contains(line, "---") || strings.Contains(line, "im") || strings.Contains(line, "V")
		}), "\n"), "no frame"
	case how == 9 && len(lines) > 8:
		return strings.Join(slices.Insert(lines, len(lines)-3, []string{"-----------------------+", "===", "------+-------+------"}[at%3]), "\n"), "a line between rows"
	case how == 10 && !strings.HasPrefix(name, "places") && !strings.HasPrefix(name, "line") && !strings.HasPrefix(name, "compact") && !strings.HasPrefix(name, "plain"):
		return groups.ReplaceAllStringFunc(text, func(group string) string {
			digits := []byte(group)
			slices.Reverse(digits)
			return string(digits)
		}), "the order of candidates"
	}
	return text + "\n\n", "an end"
}

// changeText changes one thing that is said: a digit, a cell, or a row.
func changeText(random *rand.Rand, name, text string) (string, string) {
	digits := []int{}
	for i := range text {
		isCell := strings.Contains("123456789", text[i:i+1])
		if line := text[strings.LastIndex(text[:i], "\n")+1:]; isCell && line[0] != '#' && !strings.HasPrefix(strings.TrimSpace(line), "Version") {
			digits = append(digits, i)
		}
	}
	at := digits[random.IntN(len(digits))]
	with := func(s string) string { return text[:at] + s + text[at+1:] }
	lines := strings.Split(text, "\n")
	cellLines := []int{}
	for i, line := range lines {
		if strings.ContainsAny(line, "123456789") && !strings.HasPrefix(line, "#") && !strings.Contains(line, "Version") {
			cellLines = append(cellLines, i)
		}
	}
	line := cellLines[random.IntN(len(cellLines))]
	switch random.IntN(7) {
	case 0:
		return with(fmt.Sprint((int(text[at]-'0')+random.IntN(8))%9 + 1)), "another digit"
	case 1:
		return with(""), "a digit less"
	case 2:
		return with(text[at:at+1] + fmt.Sprint(1+random.IntN(9))), "a digit more"
	case 3:
		return with(string("xA!?;é"[random.IntN(6)])), "a wrong character"
	case 4:
		return strings.Join(slices.Delete(lines, line, line+1), "\n"), "a line less"
	case 5:
		return strings.Join(slices.Insert(lines, line, lines[line]), "\n"), "a line twice"
	}
	return with("."), "an empty cell"
}
