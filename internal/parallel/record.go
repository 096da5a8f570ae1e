package parallel

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/document"
	"qmsat/model"
	"qmsat/model/engine"
)

// record is what is kept of a cube: its count, or how it was split.
type record struct {
	cube  model.Cube    // the givens besides those of the job's root, in the order of the splits
	count *big.Int      // nil where it is split
	split *engine.Split // nil where it is counted
}

// The words of a record's text.
const (
	countWord   = "count"
	splitWord   = "split"
	openWord    = "open"
	refutedWord = "refuted"
	noneWord    = "none" // instead of values
)

// format writes the record on one line: its cube, and "count 12" or "split r1c3 open 3..5,8 refuted 1,2,6,7,9" after that. Each value of
// the variable's domain stands in it, so that none gets lost.
func (r record) format(m *model.Model) string {
	what := fmt.Sprint(countWord, " ", r.count)
	if r.split != nil {
		refuted := m.DomainOf(r.split.Var).Minus(r.split.Open)
		what = fmt.Sprintf("%s %s %s %s %s %s", splitWord, m.NameOf(r.split.Var),
			openWord, formatValues(r.split.Open), refutedWord, formatValues(refuted))
	}
	return formatCube(m, r.cube) + " " + what
}

func formatCube(m *model.Model, cube model.Cube) string { return model.Assignments.FormatCube(m, cube) }

func formatValues(values model.Domain) string {
	if values.Empty() {
		return noneWord
	}
	return values.String()
}

// parseRecord reads what format writes.
func parseRecord(m *model.Model, text string) (r record, err error) {
	words := strings.Fields(text)
	at := slices.IndexFunc(words, func(word string) bool { return word == countWord || word == splitWord })
	if at < 1 {
		return r, fmt.Errorf("found %q, expected a cube, and %s or %s after it", document.Clip(text), countWord, splitWord)
	}
	if r.cube, err = model.Assignments.Parse(m, strings.Join(words[:at], " ")); err != nil {
		return r, err
	}
	if words[at] == countWord {
		r.count, err = parseCount(words[at+1:])
	} else {
		r.split, err = parseSplit(m, words[at+1:])
	}
	return r, err
}

func parseCount(words []string) (*big.Int, error) {
	text := strings.Join(words, " ")
	count, ok := new(big.Int).SetString(text, 10)
	if !ok || count.Sign() < 0 {
		return nil, fmt.Errorf("found %q, expected a count", document.Clip(text))
	}
	return count, nil
}

func parseSplit(m *model.Model, words []string) (*engine.Split, error) {
	if len(words) != 5 || words[1] != openWord || words[3] != refutedWord {
		return nil, fmt.Errorf("found %q, expected a variable and its values, those that are %s and those that are %s",
			document.Clip(strings.Join(words, " ")), openWord, refutedWord)
	}
	v, known := m.Names()[words[0]]
	if !known {
		return nil, fmt.Errorf("found %q, expected a cell or variable of the model", document.Clip(words[0]))
	}
	open, err := parseValues(words[2])
	if err != nil {
		return nil, err
	}
	refuted, err := parseValues(words[4])
	if err != nil {
		return nil, err
	}
	if all := m.DomainOf(v); !open.Union(refuted).Equal(all) || open.Size()+refuted.Size() != all.Size() {
		return nil, fmt.Errorf("found %s %s %s and %s %s, expected each value of %v in one of the two",
			words[0], openWord, document.Clip(words[2]), refutedWord, document.Clip(words[4]), all)
	}
	return &engine.Split{Var: v, Open: open}, nil
}

// parseValues reads a list of numbers, each once, and ranges lo..hi.
func parseValues(text string) (model.Domain, error) {
	if text == noneWord {
		return model.Domain{}, nil
	}
	var ranges []model.Range
	size := 0
	for part := range strings.SplitSeq(text, ",") {
		lo, hi, isRange := strings.Cut(part, "..")
		if !isRange {
			hi = lo
		}
		low, err1 := strconv.Atoi(lo)
		high, err2 := strconv.Atoi(hi)
		if err1 != nil || err2 != nil || low > high {
			return model.Domain{}, fmt.Errorf("found %q, expected numbers and ranges lo..hi", document.Clip(text))
		}
		ranges = append(ranges, model.Range{Lo: low, Hi: high})
		size += high - low + 1
	}
	values := model.NewDomain(ranges...)
	if values.Size() != size {
		return model.Domain{}, fmt.Errorf("found %q, expected each number once", document.Clip(text))
	}
	return values, nil
}
