package document

import (
	"qmsat/internal/pattern"
	"qmsat/model"
	"regexp"
	"strings"
)

// unread are formats of models that no reader takes. advice says what to do instead.
var unread = []struct {
	suffixes     []string
	begins       func() *regexp.Regexp
	what, advice string
}{
	{
		[]string{".wcnf"}, pattern.New(`^(p wcnf\b|h -?\d)`), "a weighted formula (WCNF)",
		"weights are not read; write the clauses as p cnf, or the problem as OPB with min:",
	},
	{
		[]string{".mzn", ".dzn"}, pattern.New(`^(include\s*"|int\s*:|enum\s)`), "a MiniZinc model",
		"compile it first: minizinc -c --solver qmsat FILE.mzn --fzn FILE.fzn, and read FILE.fzn",
	},
	{
		[]string{".lp", ".mps"}, pattern.New(`(?i)^(minimize|maximize|subject to)\s*$|^NAME\b.*\bFREE$`), "an integer program (LP or MPS)",
		"it is only written; write the problem as OPB",
	},
}

// ReaderFor returns the reader of that name. If name is empty, the file's suffix decides, and then the beginning of its text. If
// neither shows the format, it is YAML. Formats that are not read are an error that says what to do.
func ReaderFor(name, file, head string) (Reader, error) {
	if name != "" || IsModelFile(file) {
		return ReaderOf(name, file)
	}
	lines := strings.Split(strings.TrimPrefix(head, "\ufeff"), "\n")
	for _, u := range unread {
		for _, suffix := range u.suffixes {
			if strings.HasSuffix(strings.TrimSuffix(file, ".gz"), suffix) {
				return Reader{}, &model.InputError{File: file, Message: "found " + u.what + ": " + u.advice}
			}
		}
	}
	comments := "" // how the lines before begin
	for number, line := range lines {
		line = strings.TrimSpace(line)
		for _, u := range unread {
			if u.begins().MatchString(line) {
				return Reader{}, &model.InputError{File: file, Line: number + 1, Column: 1, Message: "found " + u.what + ": " + u.advice}
			}
		}
		for _, r := range readers.All() {
			if r.Begins != nil && r.Begins().MatchString(line) {
				return r, nil
			}
		}
		switch mark, _, _ := strings.Cut(line, " "); {
		case line == "":
		case mark == "c" || mark[0] == '*' || mark[0] == '%' || mark[0] == '\\':
			comments = mark[:1]
		default:
			return ReaderOf("", file)
		}
	}
	if comments == "c" { // the beginning has nothing but comments
		return ReaderOf("dimacs", file)
	}
	return ReaderOf("", file)
}
