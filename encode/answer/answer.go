package answer

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"qmsat/model"
)

// The s lines of SAT solvers, model counters and pseudo-Boolean solvers.
const (
	satisfiable   = "s SATISFIABLE"
	unsatisfiable = "s UNSATISFIABLE"
	notKnown      = "s UNKNOWN"
	optimumFound  = "s OPTIMUM FOUND"
)

// StatusLine returns the s line of a search that found count solutions: all of them if it is complete.
func StatusLine(count *big.Int, complete bool) string {
	switch {
	case count != nil && count.Sign() > 0:
		return satisfiable
	case complete:
		return unsatisfiable
	}
	return notKnown
}

// CountLines returns an answer in the output format of the Model Counting Competition (2021 and later). Only a complete count is
// exact.
func CountLines(m *model.Model, count *big.Int, complete bool) string {
	kind := "mc"
	if m.Projected() {
		kind = "pmc"
	}
	text := StatusLine(count, complete) + "\nc s type " + kind
	if !complete {
		return fmt.Sprintf("%s\nc at least %v", text, count)
	}
	return fmt.Sprintf("%s\nc s log10-estimate %s\nc s exact arb int %v", text, log10(count), count)
}

// log10 returns the decimal logarithm of a count as text, "-inf" for zero.
func log10(count *big.Int) string {
	if count.Sign() == 0 {
		return "-inf"
	}
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(count).MantExp(mantissa)
	fraction, _ := mantissa.Float64()
	return strconv.FormatFloat(math.Log10(fraction)+float64(exponent)*math.Log10(2), 'f', 6, 64)
}

// valuesPerLine keeps lines short.
const valuesPerLine = 12

// ValueLines writes an assignment of variables that are 0 or 1 as v lines.
func ValueLines(a model.Assignment) string {
	text := []byte("v")
	for i, value := range a {
		if i > 0 && i%valuesPerLine == 0 {
			text = append(text, "\nv"...)
		}
		text = fmt.Append(text, " ", (i+1)*(2*value-1))
	}
	return string(text) + " 0"
}
