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

	"qmsat/internal/input"
	"qmsat/model"
)

// verifyFrontier checks a frontier file while it reads it, with two layers in memory. It relies on the model alone: it derives
// from the constraints that a value is impossible, or that a witness maps the rest of one state to the rest of another.
func verifyFrontier(ctx context.Context, file string, r io.Reader, m *model.Model, _ model.Cube) (Verified, error) {
	c := &frontierChecker{ctx: ctx, model: m}
	count, err := readSealed(ctx, file, r, &header{first: frontierLine, words: headerWords[:2]}, c)
	return Verified{c.cube, "", count, c.states}, err
}

// frontierChecker repeats the count.
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
}

// within reports whether further states of the layer must follow.
func (c *frontierChecker) within() bool { return c.at >= 0 && c.done < len(c.layer.prefixes) }

func (c *frontierChecker) expected() string {
	switch {
	case c.left == nil:
		return "order"
	case c.within():
		return "a state or permutation"
	}
	return "layer or count"
}

// begin reads the file's statement.
func (c *frontierChecker) begin(s Statement) (err error) {
	c.at, c.next = -1, firstState()
	c.cube, err = s.about(c.model)
	return err
}

// item checks a line.
func (c *frontierChecker) item(word, rest string) error {
	switch {
	case c.left == nil && word == "order":
		return c.order(rest)
	case c.within() && word == "permutation":
		return c.permutation(rest)
	case c.within() && word != "" && strings.Trim(word, "0123456789") == "":
		return c.state(word, rest)
	case c.left != nil && !c.within() && word == "layer":
		return c.begins(rest)
	}
	return errWord
}

// order reads the order of the variables.
func (c *frontierChecker) order(rest string) error {
	order, err := c.variables(rest, len(c.model.Variables))
	if err != nil {
		return err
	}
	if c.left, err = newRemainder(c.model, c.cube, order); err != nil {
		return refuse("%v", err)
	}
	return nil
}

// variables reads count different variables, by their numbers from 1.
func (c *frontierChecker) variables(text string, count int) (vars []model.Var, err error) {
	numbers, err := parseNumbers(strings.Fields(text))
	seen := make([]bool, len(c.model.Variables))
	for _, n := range numbers {
		if n < 1 || n > len(seen) || seen[n-1] {
			return nil, refuse("found %d, expected different variables", n)
		}
		seen[n-1] = true
		vars = append(vars, model.Var(n-1))
	}
	if err == nil && len(vars) != count {
		err = refuse("found %d variables, expected %d", len(vars), count)
	}
	return vars, err
}

// begins reads a line "layer".
func (c *frontierChecker) begins(rest string) error {
	if c.at++; c.at >= len(c.left.order) {
		return refuse("found a layer after the last variable's")
	}
	c.layer, c.next, c.done, c.permutations = c.next, &states{}, 0, nil
	if says := fmt.Sprintf("%d %d", c.at, len(c.layer.prefixes)); rest != says {
		return refuse("layer %s, expected %s", input.Clip(rest), says)
	}
	c.states += len(c.layer.prefixes)
	c.left.fix(c.at + 1)
	return nil
}

// permutation reads the images of the open variables.
func (c *frontierChecker) permutation(rest string) error {
	open := c.left.order[c.at+1:]
	images, err := c.variables(rest, len(open))
	if err != nil {
		return err
	}
	all := c.left.identity().vars
	for i, v := range open {
		all[v] = images[i]
	}
	c.permutations = append(c.permutations, all)
	return nil
}

// state checks the line of a state.
func (c *frontierChecker) state(weight, rest string) error {
	prefix, held := c.layer.prefixes[c.done], c.layer.weights[c.done]
	if weight != held.String() {
		return refuse("state %d has the weight %v, expected %v", c.done, input.Clip(weight), held)
	}
	domain := c.left.domains[c.left.order[c.at]]
	words := strings.Fields(rest)
	if len(words) != len(domain) {
		return refuse("%d transitions, expected %d, one a value", len(words), len(domain))
	}
	for i, word := range words {
		if err := c.transition(append(slices.Clip(prefix), int32(domain[i])), word, held); err != nil {
			return err
		}
	}
	c.done++
	return nil
}

// transition checks the word for one value of the next variable.
func (c *frontierChecker) transition(prefix []int32, word string, weight *big.Int) error {
	value := c.left.values[prefix[len(prefix)-1]]
	if c.ctx.Err() != nil {
		return context.Cause(c.ctx)
	}
	text, err := c.left.left(prefix)
	switch refuted := errors.Is(err, errRefuted); {
	case word == "-" && refuted:
		return nil
	case word == "-":
		return refuse("value %d is left out, but nothing refutes it", value)
	case err != nil:
		return refuse("the value %d leads to a state: %v", value, err)
	case word == "+":
		c.next.add(prefix, weight)
		return nil
	}
	state, w, ok := c.merge(word)
	switch {
	case !ok:
		return refuse("%s, expected -, + or a state of the next layer, with a witness of this one", input.Clip(word))
	case w != nil && (!c.left.permutes(w) || !c.left.keepsDomains(w)):
		return refuse("the witness of the value %d does not preserve the domains", value)
	case w != nil:
		if text, err = c.left.text(prefix, w); err != nil {
			return refuse("the witness of the value %d: %v", value, err)
		}
	}
	other, err := c.whole(c.next.prefixes[state], w != nil)
	if err != nil || other != text {
		return refuse("value %d: the remaining requirements differ from those of state %d", value, state)
	}
	c.next.weights[state].Add(c.next.weights[state], weight)
	return nil
}

// whole returns the remaining requirements of a state. If untouched is set, that includes constraints without a fixed variable,
// since a witness must preserve these.
func (c *frontierChecker) whole(prefix []int32, untouched bool) (string, error) {
	if untouched {
		return c.left.text(prefix, c.left.identity())
	}
	return c.left.left(prefix)
}

// merge parses a state number of the next layer and its witness.
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
	w = c.left.identity()
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

// count implements [content].
func (c *frontierChecker) count() (*big.Int, string, error) {
	switch {
	case c.left == nil || c.within():
		return nil, "", errWord
	case c.at != len(c.left.order)-1:
		return nil, "", refuse("the layer %d is missing", c.at+1)
	}
	return c.next.total(), "the states come to", nil
}
