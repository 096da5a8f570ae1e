package formats

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/pattern"
)

// Texts of Interactive Sudoku Solver (https://github.com/sigh/Interactive-Sudoku-Solver): tokens such as .Thermo~R1C1~R1C2, alone or
// as q of a link, and the plain texts that its page reads. The readers of the texts turn all of them into tokens.
func init() {
	Register(Format{
		Name: "iss", Suffixes: []string{".iss"}, Summary: "Interactive Sudoku Solver link",
		Recognises: isISS, Read: readISS,
	})
}

// issToken is a token: a constraint, or several in a composite. Text such as ".~R1C1_5" has the name Given.
type issToken struct {
	name  string
	args  []string
	parts []issToken // of Or, And, Replicate
}

var (
	issLink     = pattern.New(`^https?://\S*[?&]q=(\.|%2[eE])`)
	issStart    = pattern.New(`^\.([A-Z][A-Za-z]*)?([~.\s]|$)`)
	issComment  = pattern.New(`(?m)^#.*$`)
	issSections = pattern.New(`\n[ \t\r]*\n`)
	issBlanks   = pattern.New(`\s+`)
	shortKiller = pattern.New("^[0-9A-Za-j^<v>`',.]{81}$")
	gridMarks   = pattern.New(`^[\d\s.|_-]*$`)
	gridItems   = pattern.New(`\.|\d+`)
)

func isISS(text string) bool {
	if strings.Contains(text, "#") {
		text = strings.TrimSpace(issComment().ReplaceAllString(text, ""))
	}
	if pattern.Matches(issLink, text, "://") {
		return true
	}
	switch after, starts := strings.CutPrefix(text, "."); {
	case !starts || strings.IndexAny(after, "0123456789") == 0: // as in a puzzle
	case strings.HasPrefix(after, "."):
		return false
	default:
		if start := issStart().FindStringSubmatch(text); start != nil {
			return start[1] == "" && start[2] == "~" || isISSKind(start[1]) && (len(start[1]) > 1 || start[2] == "~")
		}
	}
	if strings.ContainsAny(text, "\t\n\f\r ") {
		text = issBlanks().ReplaceAllString(text, "")
	}
	_, _, isJigsaw := jigsawText(text)
	return strings.HasPrefix(text, "3x3:") || isJigsaw || isShortKiller(text)
}

// isShortKiller reports whether a text has an arrow, as well as signs of a short killer alone.
func isShortKiller(text string) bool {
	return strings.ContainsAny(text, "<>^v`',") && shortKiller().MatchString(text)
}

// issTokens reads a text or link: each section between blank lines by itself.
func issTokens(text string) ([]issToken, error) {
	text = strings.TrimSpace(text)
	if issLink().MatchString(text) {
		link, err := url.Parse(text)
		if err != nil {
			return nil, err
		}
		text = link.Query().Get("q")
	}
	var all []issToken
	for _, section := range issSections().Split(issComment().ReplaceAllString(text, ""), -1) {
		tokens, err := sectionTokens(section)
		if err != nil {
			return nil, err
		}
		all = append(all, tokens...)
	}
	return all, nil
}

// sectionTokens reads a section. Its forms are tried in the order in which the page tries them.
func sectionTokens(section string) ([]issToken, error) {
	text := issBlanks().ReplaceAllString(section, "")
	if text == "" {
		return nil, nil
	}
	if givens, layout, is := jigsawText(text); is {
		return append(layoutTokens(layout), givens...), nil
	}
	switch {
	case strings.HasPrefix(text, ".") && (strings.Contains(text, "~") || isISS(text)), text == ".": // the page's link without a clue
		return parseTokens(text)
	case isShortKiller(text):
		return shortKillerTokens(text)
	case strings.HasPrefix(text, "3x3:"):
		return longKillerTokens(text)
	case isLayout(text):
		return layoutTokens(text), nil
	}
	if tokens, is := plainTokens(strings.TrimPrefix(text, "=")); is {
		return tokens, nil
	}
	if tokens, is := numberTokens(section); is {
		return tokens, nil
	}
	return pencilTokens(text)
}

// parseTokens reads tokens, each after a dot.
func parseTokens(text string) ([]issToken, error) {
	open := []issToken{{}}
	for _, item := range strings.Split(text, ".")[1:] {
		name, rest, hasArgs := strings.Cut(item, "~")
		token := issToken{name: name}
		if hasArgs {
			token.args = strings.Split(rest, "~")
		}
		last := len(open) - 1
		switch {
		case name == "":
			token.name = "Given"
		case name == "End" && last == 0:
			return nil, fmt.Errorf("found .End without .Or, .And or .Replicate before it")
		case name == "End":
			open[last-1].parts = append(open[last-1].parts, open[last])
			open = open[:last]
			continue
		case name == "Or" || name == "And" || name == "Replicate":
			open = append(open, token)
			continue
		}
		open[last].parts = append(open[last].parts, token)
	}
	if last := open[len(open)-1]; len(open) > 1 {
		return nil, fmt.Errorf("found .%s without .End", last.name)
	}
	return open[0].parts, nil
}

// issDigits are the digits of rows and columns, from 1.
const issDigits = "123456789abcdefg"

// issCell returns the name of a cell; row and column count from 0.
func issCell(row, column int) string { return fmt.Sprintf("R%cC%c", issDigits[row], issDigits[column]) }

// squareSide returns the side of a square grid that ISS can have.
func squareSide(cells int) (side int, is bool) {
	side = int(math.Round(math.Sqrt(float64(cells))))
	return side, side*side == cells && side >= 1 && side <= len(issDigits)
}

// shapeToken says the size of a square grid.
func shapeToken(side int) issToken {
	return issToken{name: "Shape", args: []string{fmt.Sprintf("%dx%d", side, side)}}
}

// givenTokens returns the shape and the givens of a square grid; values are lists of digits joined by _, or "".
func givenTokens(side int, values []string) []issToken {
	given := issToken{name: "Given"}
	for i, value := range values {
		if value != "" {
			given.args = append(given.args, issCell(i/side, i%side)+"_"+value)
		}
	}
	return []issToken{shapeToken(side), given}
}

// plainTokens reads a character for each cell: digits, or letters from A = 1 if the side is over 9; one other character is empty.
func plainTokens(text string) ([]issToken, bool) {
	side, is := squareSide(len(text))
	if !is || side == 1 {
		return nil, false
	}
	values, empty := make([]string, len(text)), byte(0)
	for i := range len(text) {
		value := int(text[i]) - '0'
		if side > 9 {
			value = int(text[i]) - 'A' + 1
		}
		switch {
		case value >= 1 && value <= side:
			values[i] = strconv.Itoa(value)
		case empty == 0 || empty == text[i]:
			empty = text[i]
		default:
			return nil, false
		}
	}
	return givenTokens(side, values), true
}

// isLayout reports whether a text has a letter for each cell of a square grid, and each letter as often as the side is long. Some
// neighbours have the same letter: a full grid is no layout.
func isLayout(text string) bool {
	side, is := squareSide(len(text))
	count := map[rune]int{}
	for _, letter := range text {
		count[letter]++
	}
	for _, n := range count {
		is = is && n == side
	}
	if !is || side < 2 || len(count) != side {
		return false
	}
	letters := []rune(text)
	for i, letter := range letters {
		if (i+1)%side > 0 && letters[i+1] == letter || i+side < len(letters) && letters[i+side] == letter {
			return true
		}
	}
	return false
}

func layoutTokens(text string) []issToken {
	side, _ := squareSide(len(text))
	return []issToken{shapeToken(side), {name: "Jigsaw", args: []string{text}}, {name: "NoBoxes"}}
}

// jigsawText splits a text into givens and layout.
func jigsawText(text string) (givens []issToken, layout string, is bool) {
	half := len(text) / 2
	if len(text)%2 != 0 || !isLayout(text[half:]) {
		return nil, "", false
	}
	givens, is = plainTokens(text[:half])
	return givens, text[half:], is
}

// numberTokens reads numbers and dots, with frames.
func numberTokens(section string) ([]issToken, bool) {
	values := gridItems().FindAllString(section, -1)
	side, is := squareSide(len(values))
	if !is || side == 1 || !gridMarks().MatchString(section) {
		return nil, false
	}
	for i, value := range values {
		if value == "." {
			values[i] = ""
		}
	}
	return givenTokens(side, values), true
}

// pencilTokens reads the digits that each cell may have, each digit in its place.
func pencilTokens(text string) ([]issToken, error) {
	side := int(math.Round(math.Cbrt(float64(len(text)))))
	if side*side*side != len(text) || side < 2 || side > 9 || strings.Trim(text, "0123456789.") != "" {
		return nil, fmt.Errorf("found %q, expected tokens such as .Thermo~R1C1~R1C2, or a grid", input.Clip(text))
	}
	var values []string
	for marks := range slices.Chunk([]byte(text), side) {
		digits := strings.ReplaceAll(string(marks), ".", "")
		values = append(values, strings.Join(strings.Split(digits, ""), "_"))
	}
	return givenTokens(side, values), nil
}

// cageTokens returns the cages of a 9×9 grid by the number of each cell's cage, or -1.
func cageTokens(sums map[int]int, cageOf []int) []issToken {
	var tokens []issToken
	place := map[int]int{}
	for i, cage := range cageOf {
		if cage < 0 {
			continue
		}
		at, known := place[cage]
		if !known {
			at = len(tokens)
			place[cage] = at
			tokens = append(tokens, issToken{name: "Cage", args: []string{strconv.Itoa(sums[cage])}})
		}
		tokens[at].args = append(tokens[at].args, issCell(i/9, i%9))
	}
	return tokens
}

// shortKillerTokens reads cages as arrows to the cell with the sum
// (http://forum.enjoysudoku.com/understandable-snarfable-killer-cages-t6119.html).
func shortKillerTokens(text string) ([]issToken, error) {
	const sumDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
	steps := map[byte][2]int{
		'v': {1, 0}, '^': {-1, 0}, '<': {0, -1}, '>': {0, 1}, '`': {-1, -1}, '\'': {-1, 1}, ',': {1, -1}, '.': {1, 1},
	}
	sums, cageOf := map[int]int{}, make([]int, len(text))
	for i := range cageOf {
		at := i
		for range len(text) {
			step, isArrow := steps[text[at]]
			if !isArrow {
				break
			}
			row, column := at/9+step[0], at%9+step[1]
			if row < 0 || row > 8 || column < 0 || column > 8 {
				return nil, fmt.Errorf("found an arrow that leaves the grid in %s", issCell(at/9, at%9))
			}
			at = 9*row + column
		}
		if _, isArrow := steps[text[at]]; isArrow {
			return nil, fmt.Errorf("found a cage without a sum at %s", issCell(i/9, i%9))
		}
		cageOf[i] = at
		sums[at] = strings.IndexByte(sumDigits, text[at])
	}
	return cageTokens(sums, cageOf), nil
}

// longKillerTokens reads 81 numbers, 256 times the sum plus the number of the cage
// (http://www.sudocue.net/forum/viewtopic.php?f=1&t=519).
func longKillerTokens(text string) ([]issToken, error) {
	parts := strings.Split(strings.TrimSuffix(text, ":"), ":")
	if len(parts) != 84 || parts[2] != "k" {
		return nil, fmt.Errorf("found %d numbers in a text of cages, expected 3x3:, d or nothing, :k: and 81 numbers", len(parts)-3)
	}
	sums, cageOf := map[int]int{}, make([]int, 81)
	for i, part := range parts[3:] {
		number, err := strconv.Atoi(part)
		if err != nil || number < 0 {
			return nil, fmt.Errorf("found %q, expected a number", input.Clip(part))
		}
		cageOf[i] = number % 256
		if sums[cageOf[i]] = number / 256; number < 256 {
			cageOf[i] = -1
		}
	}
	tokens := cageTokens(sums, cageOf)
	if parts[1] == "d" {
		tokens = append(tokens, issToken{name: "Diagonal", args: []string{"1"}}, issToken{name: "Diagonal", args: []string{"-1"}})
	}
	return tokens, nil
}
