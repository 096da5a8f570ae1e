package main

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"qmsat/model"
	"qmsat/model/engine"
)

// The s lines of SAT solvers and model counters.
const (
	satisfiable   = "s SATISFIABLE"
	unsatisfiable = "s UNSATISFIABLE"
	notKnown      = "s UNKNOWN"
)

// status returns the s line of an outcome.
func (o outcome) status() string {
	switch {
	case o.count() != "0":
		return satisfiable
	case o.Outcome == engine.Exhausted:
		return unsatisfiable
	default:
		return notKnown
	}
}

// modelCount is an answer in the output format of the Model Counting Competition (2021 and later). Only a complete count is exact.
func (s *search) modelCount(o outcome) string {
	kind := "mc"
	if s.task.model.Projected() {
		kind = "pmc"
	}
	text := o.status() + "\nc s type " + kind
	if !o.Complete() {
		return text + "\nc at least " + o.count()
	}
	return text + "\nc s log10-estimate " + log10(o.Count) + "\nc s exact arb int " + o.count()
}

// log10 writes the logarithm of a count, "-inf" for none.
func log10(count *big.Int) string {
	if count.Sign() == 0 {
		return "-inf"
	}
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(count).MantExp(mantissa)
	fraction, _ := mantissa.Float64()
	return strconv.FormatFloat(math.Log10(fraction)+float64(exponent)*math.Log10(2), 'f', 6, 64)
}

// literalsPerLine is how many literals stand in a v line.
const literalsPerLine = 12

// answerLiterals has the search print s and v lines, and an o line with the value of an objective.
func (s *search) answerLiterals(out *lines) error {
	if !s.task.model.Propositional() {
		return usageErrorf("--format dimacs: expected a model whose variables are 0 or 1, as those of CNF and OPB files are")
	}
	found := false
	s.solution = func(a model.Assignment) error {
		if !found {
			found = true
			if s.ranked {
				out.line(fmt.Sprint("o ", s.task.objective.Value(a)))
			}
			out.line(satisfiable)
		}
		text := []byte("v")
		for i, value := range a {
			if i > 0 && i%literalsPerLine == 0 {
				text = append(text, "\nv"...)
			}
			text = fmt.Append(text, " ", (i+1)*(2*value-1))
		}
		return out.line(string(text) + " 0")
	}
	s.done = func(_ model.Puzzle, o outcome) error {
		if !found {
			out.line(o.status())
		}
		found = false
		return out.flush()
	}
	return nil
}
