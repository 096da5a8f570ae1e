package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"

	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/model"
)

// A frontier file certifies a count without a list of the solutions. The variables get values in an order, and states with
// the same remaining requirements are merged. It needs no formula. Between header and count its lines are
//
//	order 1 2 5 …             the variables by their numbers in the model, from 1 on
//	layer 3 17                after three variables there are 17 states
//	permutation 9 8 7 …       the images of the still open variables, in the order above; numbered from 1 within the layer
//	240 - + 0 5:2 3:0:2,1,4   a state
//
// A state stands for the assignments of the first variables that were merged into it. Its line begins with the number of these
// assignments. Then it has a word for each value that the givens leave to the next variable, ascending:
//
//	-          no solution has the value: a constraint cannot be met, whatever the open variables' values are
//	+          the value makes the next new state of the next layer, numbered from 0 there; the values so far represent it
//	5          the remaining requirements equal those of state 5 of the next layer
//	5:2        they are equal after permutation 2 of the open variables, 0 being the identity
//	5:2:3,1,2  they are equal if the values, ascending, are also mapped to 3, 1, 2
//
// So no transition can be missing, and each has as many completions as the state into which it was merged.

// frontierLine is the first line of a frontier file. The number in it changes with the file format.
const frontierLine = "qmsat frontier 1"

// Alike proposes a mapping of the remaining requirements of a state, so that states with the same completions can be merged. It
// returns an image for each variable, which for the prefix's variables is the variable itself, and images of values; values
// without an image stay. Nil means no proposal. Proposals are tested, so a wrong one can only prevent a merge.
type Alike func(prefix []int) (images []model.Var, values map[int]int)

// states is a layer: for each state the first variables' values that led to it, and the number of assignments merged into it.
type states struct {
	prefixes [][]int32 // numbers of values
	weights  []*big.Int
}

func (s *states) add(prefix []int32, weight *big.Int) {
	s.prefixes, s.weights = append(s.prefixes, prefix), append(s.weights, new(big.Int).Set(weight))
}

func firstState() *states { return &states{[][]int32{nil}, []*big.Int{big.NewInt(1)}} }

// total adds up all weights.
func (s *states) total() *big.Int {
	sum := new(big.Int)
	for _, weight := range s.weights {
		sum.Add(sum, weight)
	}
	return sum
}

// frontierWriter counts layer by layer and writes each step.
type frontierWriter struct {
	*remainder
	ctx    context.Context
	alike  Alike
	out    *sealedWriter
	states int // of all layers so far

	known        map[string]int // the states of the next layer, by their remaining requirements
	witnesses    []*witness     // by state of the next layer: the witness that maps its prefix to canonical form, or nil
	permutations map[string]int // those already written for the layer
	line         []byte
}

// WriteFrontier counts the solutions of a model under a cube and writes a frontier file. It fixes the variables in the given
// order. It returns the count and the number of states of all layers. Memory holds two layers of states and the requirements of
// one layer. Errors come from the writer, the context, and models that the file cannot express.
func WriteFrontier(ctx context.Context, w io.Writer, m *model.Model, cube model.Cube, order []model.Var, alike Alike) (*big.Int, int, error) {
	memory.Growing(ctx, "the certificate")
	r, err := newRemainder(m, cube, order)
	if err != nil {
		return nil, 0, err
	}
	f := &frontierWriter{remainder: r, ctx: ctx, alike: alike, out: newSealedWriter(w)}
	Statement{Model: m.Hash(), Cube: model.Assignments.FormatCube(m, cube)}.write(f.out, "", frontierLine)
	fmt.Fprint(f.out, "order")
	for _, v := range order {
		fmt.Fprintf(f.out, " %d", v+1)
	}
	fmt.Fprintln(f.out)
	layer := firstState()
	for i := range order {
		f.states += len(layer.prefixes)
		fmt.Fprintf(f.out, "layer %d %d\n", i, len(layer.prefixes))
		if layer, err = f.step(i, layer); err != nil {
			return nil, f.states, err
		}
	}
	count := layer.total()
	return count, f.states, f.out.end(count)
}

// step extends all states of a layer by the next variable.
func (f *frontierWriter) step(at int, layer *states) (*states, error) {
	next := &states{}
	f.fix(at + 1)
	f.known, f.witnesses, f.permutations = map[string]int{}, nil, map[string]int{}
	for i, prefix := range layer.prefixes {
		if f.ctx.Err() != nil {
			return nil, context.Cause(f.ctx)
		}
		f.line = layer.weights[i].Append(f.line[:0], 10)
		for _, value := range f.domains[f.order[at]] {
			if err := f.take(append(slices.Clip(prefix), int32(value)), layer.weights[i], next); err != nil {
				return nil, err
			}
		}
		if _, err := f.out.Write(append(f.line, '\n')); err != nil {
			return nil, err
		}
	}
	return next, nil
}

// take merges an extended prefix into a state of the next layer, or makes a new state of it.
func (f *frontierWriter) take(prefix []int32, weight *big.Int, next *states) error {
	text, err := f.left(prefix)
	if errors.Is(err, errRefuted) {
		f.line = append(f.line, " -"...)
		return nil
	} else if err != nil {
		return err
	}
	text = "as is " + text
	mapping := f.witnessFor(prefix)
	if mapping != nil {
		if canonical, err := f.text(prefix, mapping); err == nil {
			text = "taken " + canonical
		} else {
			mapping = nil
		}
	}
	state, known := f.known[text]
	if !known {
		f.known[text] = len(next.prefixes)
		f.witnesses = append(f.witnesses, mapping)
		next.add(prefix, weight)
		f.line = append(f.line, " +"...)
		return nil
	}
	next.weights[state].Add(next.weights[state], weight)
	f.line = strconv.AppendInt(append(f.line, ' '), int64(state), 10)
	if mapping != nil {
		return f.writeWitness(mapping.thenBack(f.witnesses[state]))
	}
	return nil
}

// witnessFor returns a witness that maps a prefix to a canonical form, or nil.
func (f *frontierWriter) witnessFor(prefix []int32) *witness {
	if f.alike == nil || len(prefix) == len(f.order) {
		return nil
	}
	values := lists.Map(prefix, func(number int32) int { return f.values[number] })
	images, to := f.alike(values)
	if images == nil {
		return nil
	}
	w := &witness{images, f.identity().values}
	for i, value := range f.values {
		if image, moved := to[value]; moved {
			number, has := f.number[image]
			if !has {
				return nil
			}
			w.values[i] = number
		}
	}
	if !f.permutes(w) || !f.keepsDomains(w) {
		return nil
	}
	return w
}

// thenBack returns the witness that applies w and then the inverse of other.
func (w *witness) thenBack(other *witness) *witness {
	vars, values := make([]model.Var, len(w.vars)), make([]int, len(w.values))
	for v, image := range other.vars {
		vars[image] = model.Var(v)
	}
	for i, image := range other.values {
		values[image] = i
	}
	product := &witness{make([]model.Var, len(w.vars)), make([]int, len(w.values))}
	for v, image := range w.vars {
		product.vars[v] = vars[image]
	}
	for i, image := range w.values {
		product.values[i] = values[image]
	}
	return product
}

// writeWitness appends a witness to the line, and writes its permutation of variables if that is new.
func (f *frontierWriter) writeWitness(w *witness) error {
	var images []byte
	for _, v := range f.order[f.fixed:] {
		images = strconv.AppendInt(append(images, ' '), int64(w.vars[v])+1, 10)
	}
	number, identity := 0, f.identity()
	if !slices.Equal(w.vars, identity.vars) {
		known := false
		if number, known = f.permutations[string(images)]; !known {
			number = len(f.permutations) + 1
			f.permutations[string(images)] = number
			if _, err := fmt.Fprintf(f.out, "permutation%s\n", images); err != nil {
				return err
			}
		}
	}
	f.line = strconv.AppendInt(append(f.line, ':'), int64(number), 10)
	if !slices.Equal(w.values, identity.values) {
		for i, image := range w.values {
			f.line = strconv.AppendInt(append(f.line, ":,"[min(i, 1)]), int64(f.values[image]), 10)
		}
	}
	return nil
}
