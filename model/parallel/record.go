package parallel

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/model"
	"qmsat/model/engine"
)

// The words of a record's text.
const (
	countWord   = "count"
	splitWord   = "split"
	openWord    = "open"
	refutedWord = "refuted"
	noneWord    = "none" // instead of values
)

// formatSplit writes a split as "split r1c3 open 3..5,8 refuted 1,2,6,7,9". It lists every value of the variable's domain, so a
// missing value is noticed.
func formatSplit(m *model.Model, split *engine.Split) string {
	refuted := m.DomainOf(split.Var).Minus(split.Open)
	return strings.Join([]string{splitWord, m.NameOf(split.Var), openWord, formatValues(split.Open), refutedWord, formatValues(refuted)}, " ")
}

func formatCount(count *big.Int) string { return fmt.Sprint(countWord, " ", count) }

func formatCube(m *model.Model, cube model.Cube) string { return model.Assignments.FormatCube(m, cube) }

func formatValues(values model.Domain) string {
	if values.Empty() {
		return noneWord
	}
	return values.String()
}

// parseCount reads what formatCount writes.
func parseCount(text string) (*big.Int, error) {
	digits, found := strings.CutPrefix(text, countWord+" ")
	count, ok := new(big.Int).SetString(digits, 10)
	if !found || !ok || count.Sign() < 0 {
		return nil, fmt.Errorf("found %q, expected a count", input.Clip(text))
	}
	return count, nil
}

// parseSplit reads what formatSplit writes.
func parseSplit(m *model.Model, text string) (*engine.Split, error) {
	words := strings.Fields(text)
	if len(words) != 6 || words[0] != splitWord || words[2] != openWord || words[4] != refutedWord {
		return nil, fmt.Errorf("found %q, expected a variable, its %s values and its %s values after %s",
			input.Clip(text), openWord, refutedWord, splitWord)
	}
	v, known := m.Names()[words[1]]
	if !known {
		return nil, fmt.Errorf("found %q, expected a cell or variable of the model", input.Clip(words[1]))
	}
	open, err := parseValues(words[3])
	if err != nil {
		return nil, err
	}
	refuted, err := parseValues(words[5])
	if err != nil {
		return nil, err
	}
	if all := m.DomainOf(v); !open.Union(refuted).Equal(all) || open.Size()+refuted.Size() != all.Size() {
		return nil, fmt.Errorf("found %s %s %s and %s %s, expected each value of %v in one list",
			words[1], openWord, input.Clip(words[3]), refutedWord, input.Clip(words[5]), all)
	}
	return &engine.Split{Var: v, Open: open}, nil
}

// parseValues reads a list of numbers and ranges lo..hi. Each number must occur once.
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
			return model.Domain{}, fmt.Errorf("found %q, expected numbers and ranges lo..hi", input.Clip(text))
		}
		ranges = append(ranges, model.Range{Lo: low, Hi: high})
		size += high - low + 1
	}
	values := model.NewDomain(ranges...)
	if values.Size() != size {
		return model.Domain{}, fmt.Errorf("found %q, expected each number once", input.Clip(text))
	}
	return values, nil
}
