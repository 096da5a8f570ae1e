package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/document"
	"qmsat/model"
)

// Frontier is what a verified frontier file says.
type Frontier struct {
	Cube   model.Cube
	Count  *big.Int
	States int // of all layers
}

// VerifyFrontier checks a frontier file while it reads it: it holds two layers. It relies on the model and on nothing else: that a value
// is impossible, and that a witness takes what is left of the constraints to what is left of them in another state, it finds from the
// constraints. A file that is wrong is a *[Refusal], one that is malformed a *[model.InputError]; other errors are the reader's
// and the context's.
func VerifyFrontier(ctx context.Context, file string, r io.Reader, m *model.Model) (*Frontier, error) {
	c := &frontierChecker{ctx: ctx, model: m}
	f := newFrame(frontierLine, c.expected)
	f.header = headerWords[:2]
	var failed error
	err := f.read(file, r, func(word, rest string) error {
		refused, err := c.take(f, word, rest)
		if refused != nil {
			failed = refused
			return errStop
		}
		return err
	})
	switch {
	case failed != nil:
		return nil, failed
	case err != nil:
		return nil, err
	case c.count == nil:
		return nil, refuse(f.seal.line, "there is no line count")
	}
	return &Frontier{c.cube, c.count, c.states}, f.seal.refusal()
}

// frontierChecker is the count, taken again.
type frontierChecker struct {
	ctx          context.Context
	model        *model.Model
	cube         model.Cube
	left         *remainder // nil until the order was read
	layer, next  *states
	at           int // the number of the layer; -1 before the first
	done         int // states of the layer that were read
	permutations [][]model.Var
	states       int
	count        *big.Int
}

func (c *frontierChecker) expected() string {
	switch {
	case c.left == nil:
		return "order"
	case c.at >= 0 && c.done < len(c.layer.prefixes):
		return "a state or permutation"
	case c.count != nil:
		return "end"
	default:
		return "layer or count"
	}
}

// take takes a line behind the header: refused says that it is wrong, err that it is malformed.
func (c *frontierChecker) take(f *frame, word, rest string) (refused, err error) {
	if c.ctx.Err() != nil {
		return context.Cause(c.ctx), nil
	}
	within := c.left != nil && c.at >= 0 && c.done < len(c.layer.prefixes)
	switch {
	case c.left == nil && word == "order":
		return c.begin(f, rest)
	case c.left == nil || c.count != nil:
		return nil, errWord
	case within && word == "permutation":
		return c.permutation(f.line, rest)
	case within:
		if _, err := strconv.Atoi(word[:min(len(word), 1)]); err != nil {
			return nil, errWord
		}
		return c.state(f.line, word, rest), nil
	case word == "layer":
		return c.begins(f.line, rest), nil
	case word == "count":
		return c.total(f.line, rest), nil
	}
	return nil, errWord
}

// begin takes the order.
func (c *frontierChecker) begin(f *frame, rest string) (refused, err error) {
	if hash := c.model.Hash(); f.statement.Model != hash {
		return refuse(0, "it is about the model %s, expected %s", f.statement.Model, hash), nil
	}
	if c.cube, err = model.Assignments.Parse(c.model, f.statement.Cube); err != nil {
		return refuse(0, "the cube: %v", err), nil
	}
	numbers, err := parseNumbers(rest, 32)
	if err != nil {
		return nil, err
	}
	order, ok := c.variables(numbers)
	if !ok || len(order) != len(c.model.Variables) {
		return refuse(f.line, "the order is not that of the model's variables"), nil
	}
	c.left, err = newRemainder(c.model, c.cube, order)
	if err != nil {
		return refuse(f.line, "%v", err), nil
	}
	c.at, c.next = -1, firstState()
	return nil, nil
}

// variables returns variables by their numbers from 1 on; ok is false where there is no such variable, or one stands twice.
func (c *frontierChecker) variables(numbers []int) (vars []model.Var, ok bool) {
	seen := make([]bool, len(c.model.Variables))
	for _, n := range numbers {
		if n < 1 || n > len(seen) || seen[n-1] {
			return nil, false
		}
		seen[n-1] = true
		vars = append(vars, model.Var(n-1))
	}
	return vars, true
}

// begins takes a line layer.
func (c *frontierChecker) begins(line int, rest string) error {
	if c.at++; c.at >= len(c.left.order) {
		return refuse(line, "a layer after that of the last variable")
	}
	c.layer, c.next, c.done, c.permutations = c.next, &states{}, 0, nil
	if says := fmt.Sprintf("%d %d", c.at, len(c.layer.prefixes)); rest != says {
		return refuse(line, "layer %s, expected %s", document.Clip(rest), says)
	}
	c.states += len(c.layer.prefixes)
	c.left.fix(c.at + 1)
	return nil
}

// permutation takes the images of the open variables.
func (c *frontierChecker) permutation(line int, rest string) (refused, err error) {
	numbers, err := parseNumbers(rest, 32)
	if err != nil {
		return nil, err
	}
	open := c.left.order[c.at+1:]
	images, ok := c.variables(numbers)
	if !ok || len(images) != len(open) {
		return refuse(line, "it is no permutation of the %d open variables", len(open)), nil
	}
	all := make([]model.Var, len(c.model.Variables))
	for v := range all {
		all[v] = model.Var(v)
	}
	for i, v := range open {
		all[v] = images[i]
	}
	c.permutations = append(c.permutations, all)
	return nil, nil
}

// state takes what a state leads to.
func (c *frontierChecker) state(line int, weight, rest string) error {
	prefix, held := c.layer.prefixes[c.done], c.layer.weights[c.done]
	if weight != held.String() {
		return refuse(line, "state %d has the weight %v, expected %v", c.done, document.Clip(weight), held)
	}
	domain := c.left.domains[c.left.order[c.at]]
	words := strings.Fields(rest)
	if len(words) != len(domain) {
		return refuse(line, "%d transitions, expected %d, one a value", len(words), len(domain))
	}
	for i, word := range words {
		if err := c.transition(line, append(slices.Clip(prefix), int32(domain[i])), word, held); err != nil {
			return err
		}
	}
	c.done++
	return nil
}

// transition checks what becomes of a state's prefix with one more value.
func (c *frontierChecker) transition(line int, prefix []int32, word string, weight *big.Int) error {
	value := c.left.values[prefix[len(prefix)-1]]
	if c.ctx.Err() != nil {
		return context.Cause(c.ctx)
	}
	text, err := c.left.left(prefix)
	switch refuted := errors.Is(err, errRefuted); {
	case word == "-" && refuted:
		return nil
	case word == "-":
		return refuse(line, "the value %d is left out, and nothing refutes it", value)
	case err != nil:
		return refuse(line, "the value %d leads to a state: %v", value, err)
	case word == "+":
		c.next.add(prefix, weight)
		return nil
	}
	state, w, ok := c.merge(word)
	switch {
	case !ok:
		return refuse(line, "%s, expected -, + or a state of the next layer, with a witness of this one", document.Clip(word))
	case w != nil && (!c.left.permutes(w) || !c.left.keepsDomains(w)):
		return refuse(line, "the witness of the value %d does not keep what variables may take", value)
	case w != nil:
		if text, err = c.left.text(prefix, w); err != nil {
			return refuse(line, "the witness of the value %d: %v", value, err)
		}
	}
	other, err := c.whole(c.next.prefixes[state], w != nil)
	if err != nil || other != text {
		return refuse(line, "the value %d does not leave what state %d leaves", value, state)
	}
	c.next.weights[state].Add(c.next.weights[state], weight)
	return nil
}

// whole returns what is left in a state; of constraints without a fixed variable, too, where a witness has to keep them.
func (c *frontierChecker) whole(prefix []int32, untouched bool) (string, error) {
	if untouched {
		return c.left.text(prefix, c.identity())
	}
	return c.left.left(prefix)
}

func (c *frontierChecker) identity() *witness {
	w := &witness{make([]model.Var, len(c.model.Variables)), make([]int, len(c.left.values))}
	for v := range w.vars {
		w.vars[v] = model.Var(v)
	}
	for i := range w.values {
		w.values[i] = i
	}
	return w
}

// merge parses a state of the next layer and what leads there.
func (c *frontierChecker) merge(word string) (state int, w *witness, ok bool) {
	parts := strings.Split(word, ":")
	state, err := strconv.Atoi(parts[0])
	if err != nil || state < 0 || state >= len(c.next.prefixes) || len(parts) > 3 {
		return 0, nil, false
	}
	if len(parts) == 1 {
		return state, nil, true
	}
	number, err := strconv.Atoi(parts[1])
	if err != nil || number < 0 || number > len(c.permutations) {
		return 0, nil, false
	}
	w = c.identity()
	if number > 0 {
		w.vars = c.permutations[number-1]
	}
	if len(parts) == 2 {
		return state, w, true
	}
	images := strings.Split(parts[2], ",")
	if len(images) != len(w.values) {
		return 0, nil, false
	}
	for i, text := range images {
		value, err := strconv.Atoi(text)
		image, known := c.left.number[value]
		if err != nil || !known {
			return 0, nil, false
		}
		w.values[i] = image
	}
	return state, w, true
}

// total takes the line count.
func (c *frontierChecker) total(line int, rest string) error {
	if c.at != len(c.left.order)-1 {
		return refuse(line, "the layer %d is missing", c.at+1)
	}
	if c.count = c.next.total(); rest != c.count.String() {
		return refuse(line, "the line says %s solutions, and the states come to %v", document.Clip(rest), c.count)
	}
	return nil
}
