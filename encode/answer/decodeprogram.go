package answer

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"qmsat/encode/formula"
	"qmsat/internal/pattern"
	"qmsat/model"
)

// programRow is a row of a pseudo-Boolean problem or an integer program that was exported.
type programRow struct {
	line     int
	columns  []string
	weights  []int
	relation formula.Relation
	bound    int
}

// programReader reads OPB and LP files as export writes them, word by word.
type programReader struct {
	*Exported
	lp      bool
	section string // of an LP file
	row     programRow
	weight  int // of the next column
	sign    int
	rows    []programRow
	given   map[string]bool // columns of LP files whose meaning a comment says
	// declared is the number of rows of an OPB file.
	declared int
}

// readProgram reads an exported OPB or LP file.
func readProgram(file string, r io.Reader, lp bool) (*Exported, error) {
	p := &programReader{Exported: &Exported{values: map[string][]namedValue{}}, lp: lp, weight: 1, sign: 1, given: map[string]bool{}}
	comment := "*"
	if lp {
		comment = `\`
	}
	var meanings [][]string // of columns, by comments
	err := eachLine(file, r, func(number int, words []string) error {
		if words[0] == comment {
			return p.remark(number, words, &meanings)
		}
		for _, word := range words {
			if err := p.word(number, word); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = p.finish(file, meanings)
	}
	if err != nil {
		return nil, err
	}
	return p.Exported, nil
}

// remark reads a comment: "* #variable= 64 …", "* var 17 r1c2=8", or in LP "\ var x17 e1=2".
func (p *programReader) remark(number int, words []string, meanings *[][]string) error {
	switch {
	case !p.lp && len(words) == 5 && words[1] == "#variable=":
		variables, err := strconv.ParseInt(words[2], 10, 32)
		declared, err2 := strconv.Atoi(words[4])
		if err != nil || err2 != nil || variables < 0 || declared < 0 {
			return fmt.Errorf("found %q, expected * #variable= VARIABLES #constraint= CONSTRAINTS", strings.Join(words, " "))
		}
		p.highest, p.declared = formula.Literal(variables), declared
	case !p.lp:
		return p.comment(number, words)
	case len(words) == 4 && words[1] == "var":
		*meanings = append(*meanings, words[2:])
		p.given[words[2]] = true
	}
	return nil
}

// word reads a word of the objective, which is skipped, of a row, or of the list of columns.
func (p *programReader) word(line int, word string) error {
	if p.section == "End" {
		return fmt.Errorf("found %q behind End, expected the end of the file", word)
	}
	switch word {
	case "Minimize", "Maximize", "min:", "max:":
		p.section = "objective"
		return nil
	case "Subject", "Binary", "End":
		p.section = word
		return nil
	case "To":
		return nil
	case ";":
		p.section = ""
		return nil
	}
	switch {
	case p.section == "objective" || p.lp && strings.HasSuffix(word, ":"):
	case p.section == "Binary":
		p.columns = append(p.columns, word)
		return p.checkColumn(word)
	case word == "+" || word == "-":
		if p.sign = 1; word == "-" {
			p.sign = -1
		}
	case word == string(formula.AtLeast) || word == string(formula.Equal):
		p.row.relation = formula.Relation(word)
	default:
		return p.number(line, word)
	}
	return nil
}

// columnForm is the form of the names that [IntegerProgram.ColumnNames] gives columns.
var columnForm = pattern.New(`_m?[0-9]+$|^x[0-9]+$`)

// checkColumn reports a word of an LP file that names no column, such as the name of an unknown section.
func (p *programReader) checkColumn(word string) error {
	if p.lp && !columnForm().MatchString(word) {
		return fmt.Errorf("found %q, expected a column such as r1c2_8, Binary or End", word)
	}
	return nil
}

// number reads a weight, a column, or the bound that ends a row.
func (p *programReader) number(line int, word string) error {
	n, err := strconv.Atoi(word)
	switch {
	case err != nil && p.row.relation != "":
		return fmt.Errorf("found %q, expected a bound", word)
	case err != nil:
		p.row.columns = append(p.row.columns, word)
		p.row.weights = append(p.row.weights, p.sign*p.weight)
		p.sign, p.weight = 1, 1
		return p.checkColumn(word)
	case p.row.relation == "":
		p.weight = n
	default:
		p.row.line, p.row.bound = line, n
		p.rows = append(p.rows, p.row)
		p.row = programRow{}
	}
	return nil
}

// finish gives the columns their meanings, and the rows their literals.
func (p *programReader) finish(file string, meanings [][]string) error {
	fail := func(line int, format string, args ...any) error {
		return &model.InputError{File: file, Line: line, Message: fmt.Sprintf(format, args...)}
	}
	literals := map[string]formula.Literal{}
	if p.lp {
		p.highest = formula.Literal(len(p.columns))
		if p.section != "End" {
			return fail(0, "found the end of the file, expected End: the file is cut off or damaged")
		}
		for i, column := range p.columns {
			literals[column] = formula.Literal(i + 1)
			if name, value, is := columnMeaning(column); is && !p.given[column] {
				meanings = append(meanings, []string{column, name + "=" + value})
			}
		}
		slices.SortStableFunc(meanings, func(a, b []string) int { return int(literals[a[0]] - literals[b[0]]) })
		for _, m := range meanings {
			if !p.addValue(0, literals[m[0]], m[1]) {
				return fail(0, "found %s, expected NAME=VALUE", m[1])
			}
		}
		p.addZeros()
	}
	p.Exported.rows = []numberedRow{} // not nil: it is a program
	switch {
	case !p.lp && len(p.rows) != p.declared || p.row.columns != nil:
		return fail(0, "found %d constraints, but the file says %d: it is cut off or damaged", len(p.rows), p.declared)
	case len(p.names) == 0:
		return fail(0, "found no names of variables, expected a file that export wrote")
	}
	for _, row := range p.rows {
		terms := make([]formula.Term, len(row.columns))
		for i, column := range row.columns {
			l := literals[column]
			if !p.lp {
				n, err := strconv.ParseInt(strings.TrimPrefix(column, "x"), 10, 32)
				if l = formula.Literal(n); err != nil {
					l = 0
				}
			}
			if l < 1 || l > p.highest {
				return fail(row.line, "found %s, expected one of the %d variables", column, p.highest)
			}
			terms[i] = formula.Term{Weight: row.weights[i], Literal: l}
		}
		p.Exported.rows = append(p.Exported.rows, numberedRow{row.line, terms, row.relation, row.bound})
	}
	return p.checkNames(file)
}

// columnMeaning reads the name of a column, such as r1c2_8 or a_m3.
func columnMeaning(column string) (name, value string, is bool) {
	i := strings.LastIndexByte(column, '_')
	if i < 1 {
		return "", "", false
	}
	return column[:i], strings.Replace(column[i+1:], "m", "-", 1), true
}

// addZeros adds the value 0 of variables with one column, for the value 1: the column may be 0.
func (e *Exported) addZeros() {
	for _, name := range e.names {
		if values := e.values[name]; len(values) == 1 && values[0].value == 1 {
			e.values[name] = append(values, namedValue{literal: -values[0].literal})
		}
	}
}

// numberedRow is a row over literals.
type numberedRow struct {
	line     int
	terms    []formula.Term
	relation formula.Relation
	bound    int
}

// holds reports whether the row holds for the true literals; all others are false.
func (r numberedRow) holds(isTrue map[formula.Literal]bool) bool {
	sum := 0
	for _, t := range r.terms {
		if isTrue[t.Literal] {
			sum += t.Weight
		}
	}
	return sum == r.bound || sum > r.bound && r.relation == formula.AtLeast
}

// ReadAnswer reads an answer to the exported formula: of a SAT solver, a pseudo-Boolean solver or a solver of integer programs.
// An answer without a solution or a verdict is an error, and so is a contradiction.
func (e *Exported) ReadAnswer(file string, r io.Reader) (answer *Answer, err error) {
	switch {
	case e.columns != nil:
		answer, err = ReadProgram(file, r, e.columns)
	case e.rows != nil:
		answer, err = readPBAnswer(file, r)
	default:
		return Read(file, r)
	}
	if err == nil {
		err = answer.verdict(file, "found no solution and no verdict, expected a solver's answer")
	}
	return answer, err
}

// readPBAnswer reads the output of a pseudo-Boolean solver: "s" lines, and "v" lines such as "v x1 -x2" (Roussel and Manquinho,
// Input/output format of the PB competitions, 2012). A variable that comes again begins another solution. Other lines are skipped.
func readPBAnswer(file string, r io.Reader) (*Answer, error) {
	answer := &Answer{}
	seen := map[formula.Literal]bool{}
	err := eachLine(file, r, func(_ int, words []string) error {
		switch {
		case words[0] == "s" || words[0] == "c":
			if strings.Join(words, " ") == optimumFound {
				words = strings.Fields(satisfiable)
			}
			return answer.status(words)
		case words[0] != "v":
			return strayModel(words, func(word string) bool { return pbLiteral(word) != 0 })
		}
		for _, word := range words[1:] {
			signed := pbLiteral(word)
			if signed == 0 {
				return fmt.Errorf("found %q, expected a variable such as x1 or -x1", word)
			}
			l := max(signed, -signed)
			if len(answer.Models) == 0 || seen[l] {
				answer.Models = append(answer.Models, nil)
				clear(seen)
			}
			seen[l] = true
			last := &answer.Models[len(answer.Models)-1]
			*last = append(*last, signed)
		}
		return nil
	})
	return answer, err
}

// pbLiteral reads a literal such as x1, -x1 or ~x1; others are 0.
func pbLiteral(word string) formula.Literal {
	name, negated := strings.CutPrefix(strings.Replace(word, "~", "-", 1), "-")
	digits, is := strings.CutPrefix(name, "x")
	switch n, err := strconv.ParseInt(digits, 10, 32); {
	case !is || err != nil || n < 1 || n == math.MaxInt32:
		return 0
	case negated:
		return -formula.Literal(n)
	default:
		return formula.Literal(n)
	}
}

// FormatOf returns the format of the formula that a solver's answer is for: opb for v lines such as "v x1 -x2", dimacs for other
// answers that [ReadOutput] reads, and lp for the rest.
func FormatOf(answer string) string {
	format := "lp"
	for line := range strings.Lines(answer) {
		words := strings.Fields(line)
		switch line = strings.Join(words, " "); {
		case len(words) > 1 && words[0] == "v" && strings.Contains(words[1], "x"), line == optimumFound:
			return "opb"
		case line == satisfiable, line == unsatisfiable, line == notKnown, line == "SAT", line == "UNSAT", len(words) > 0 && words[0] == "v":
			format = "dimacs"
		}
	}
	return format
}

// ReadFormula reads an exported file: DIMACS CNF, OPB or LP, by its first line. See [ReadExported].
func ReadFormula(file string, r io.Reader) (*Exported, error) {
	text := bufio.NewReaderSize(r, 1<<16)
	head, _ := text.Peek(1 << 6)
	switch first := strings.TrimPrefix(string(head), "\ufeff"); {
	case strings.HasPrefix(first, "* #variable="):
		return readProgram(file, text, false)
	case strings.HasPrefix(first, `\`), strings.HasPrefix(first, "Minimize"), strings.HasPrefix(first, "Maximize"):
		return readProgram(file, text, true)
	case strings.HasPrefix(first, "*"), strings.HasPrefix(first, "NAME"):
		return nil, &model.InputError{File: file, Message: "found an MPS file, expected the same as LP: export --format lp has its columns and rows"}
	}
	return ReadExported(file, text)
}
