package proof

import (
	"context"
	"io"
	"math/big"
	"slices"
	"strings"

	"qmsat/encode"
	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
)

// verifyCPOG reads a CPOG file into memory and checks it against the formula of the model under the cube. If the file has our
// header, that names the encoding and the givens. It shares no code with [CPOG]. It returns the number of models, which equals
// the number of solutions.
func verifyCPOG(ctx context.Context, file string, r io.Reader, m *model.Model, cube model.Cube) (Verified, error) {
	c := &cpogChecker{ctx: ctx, model: m, live: map[int][]encode.Literal{}, defining: map[int]bool{}, nodes: map[encode.Literal]cpogNode{}}
	err := readCommented(ctx, file, r, cpogLine, m, cube, c)
	if err != nil {
		return Verified{}, err
	}
	count, err := c.count()
	return Verified{c.cube, c.encoding.String(), count, c.steps}, err
}

// cpogCommand is one line of the file.
type cpogCommand struct {
	id     int
	word   string
	first  []int // the numbers up to the first 0: literals, or a node or clause
	second []int // hints
}

func parseCPOG(line string) (cpogCommand, error) {
	words := strings.Fields(line)
	c := cpogCommand{word: words[0]}
	rest := words[1:]
	if c.word != "d" && c.word != "r" {
		id, err := parseNumbers(words[:1])
		if err != nil || len(rest) == 0 {
			return c, malformed("found %q, expected ID a, ID p, ID s, d or r", input.Clip(line))
		}
		c.id, c.word, rest = id[0], rest[0], rest[1:]
	}
	if len(rest) == 0 {
		return c, malformed("found nothing behind %s, expected numbers", c.word)
	}
	numbers, err := parseNumbers(rest)
	if err != nil {
		return c, err
	}
	fixed := map[string]int{"d": 1, "s": 3, "r": 1}[c.word] // how many numbers come before the hints
	switch {
	case !slices.Contains([]string{"a", "p", "s", "d", "r"}, c.word):
		return c, malformed("found %q, expected a, p, s, d or r", input.Clip(c.word))
	case len(numbers) < fixed:
		return c, malformed("found %d numbers, expected %d", len(numbers), fixed)
	case c.word == "r":
		c.first = numbers
		return c, nil
	case fixed > 0:
		c.first, c.second = numbers[:fixed], numbers[fixed:]
	default:
		end := slices.Index(numbers, 0)
		if end < 0 {
			return c, malformed("found no 0, expected one behind the literals")
		}
		c.first, c.second = numbers[:end], numbers[end+1:]
	}
	if c.word == "p" && len(c.second) == 0 {
		return c, nil
	}
	if last := len(c.second) - 1; last < 0 || slices.Index(c.second, 0) != last {
		return c, malformed("found no single 0 at the end, expected it behind the hints")
	}
	c.second = c.second[:len(c.second)-1]
	return c, nil
}

type cpogChecker struct {
	ctx       context.Context
	model     *model.Model
	cube      model.Cube
	encoding  encode.Options
	steps     int                      // lines
	variables int                      // of the formula
	live      map[int][]encode.Literal // clauses by number
	highest   int                      // the highest number of a clause so far
	defining  map[int]bool
	nodes     map[encode.Literal]cpogNode
	root      encode.Literal
}

// cpogNode holds the variables of the formula that a node depends on, and the node's number of models over them.
type cpogNode struct {
	depends *big.Int // as bits
	models  *big.Int
}

// begin compiles the formula.
func (c *cpogChecker) begin(s Statement) (err error) {
	var vm *encode.Map
	if c.cube, vm, err = s.recompile(c.ctx, c.model, c); err != nil {
		return err
	}
	if vm.Projected() {
		return refuse("%v", errHidden)
	}
	c.encoding, c.variables = s.Encoding, vm.Variables()
	if s.bare {
		c.variables -= len(c.model.Variables)
	}
	return nil
}

// Clause implements [encode.Sink].
func (c *cpogChecker) Clause(clause []encode.Literal) {
	c.highest++
	c.live[c.highest] = slices.Clone(clause)
}

// take checks a line.
func (c *cpogChecker) take(line string) error {
	command, err := parseCPOG(line)
	if err != nil {
		return err
	}
	c.steps++
	if command.word != "d" && command.word != "r" && command.id <= c.highest {
		return refuse("clause %d comes behind %d", command.id, c.highest)
	}
	literals := lists.Map(command.first, func(n int) encode.Literal { return encode.Literal(n) })
	switch command.word {
	case "a":
		if err := c.known(literals...); err != nil {
			return err
		}
		if err := c.follows(literals, command.second, false); err != nil {
			return err
		}
		c.live[command.id], c.highest = literals, command.id
		return nil
	case "d":
		clause, ok := c.live[command.first[0]]
		if !ok || c.defining[command.first[0]] {
			return refuse("clause %d cannot be deleted: there is none, or it defines a node", command.first[0])
		}
		delete(c.live, command.first[0])
		return c.follows(clause, command.second, false)
	case "r":
		c.root = literals[0]
		return c.known(c.root)
	case "p":
		if len(literals) == 0 {
			return refuse("a product has no name")
		}
		return c.define(command.id, literals[0], literals[1:], nil, false)
	default:
		return c.define(command.id, literals[0], literals[1:], command.second, true)
	}
}

// known reports an error if a literal's variable is neither in the formula nor a node.
func (c *cpogChecker) known(literals ...encode.Literal) error {
	for _, l := range literals {
		n := max(l, -l)
		if _, isNode := c.nodes[n]; n <= 0 || int(n) > c.variables && !isNode { // the least int32 is its own negation
			return refuse("%d is neither a literal of the formula nor a node", l)
		}
	}
	return nil
}

// follows reports an error if a clause does not follow by unit propagation on the hints, in their order.
func (c *cpogChecker) follows(clause []encode.Literal, hints []int, definingOnly bool) error {
	isFalse := map[encode.Literal]bool{}
	for _, l := range clause {
		if isFalse[-l] {
			return nil
		}
		isFalse[l] = true
	}
	for _, id := range hints {
		hint, ok := c.live[id]
		if !ok || definingOnly && !c.defining[id] {
			return refuse("hint %d is not a usable clause", id)
		}
		open := encode.Literal(0)
		for _, l := range hint {
			if isFalse[l] || l == open {
				continue
			}
			if open != 0 {
				return refuse("hint %d leaves the literals %d and %d open", id, open, l)
			}
			open = l
		}
		if open == 0 {
			return nil
		}
		isFalse[-open] = true
	}
	return refuse("the hints meet no conflict")
}

// define adds a product or a sum.
func (c *cpogChecker) define(id int, name encode.Literal, args []encode.Literal, hints []int, sum bool) error {
	if _, taken := c.nodes[name]; taken || int(name) <= c.variables {
		return refuse("node %d already exists, or is a variable of the formula", name)
	}
	if err := c.known(args...); err != nil {
		return err
	}
	node := cpogNode{new(big.Int), new(big.Int)}
	for _, l := range args {
		depends := c.value(l).depends
		if !sum && new(big.Int).And(node.depends, depends).Sign() != 0 {
			return refuse("%d shares variables with another part of the product %d", l, name)
		}
		node.depends.Or(node.depends, depends)
	}
	for i, l := range args {
		part := c.value(l)
		switch {
		case sum:
			free := bitCount(node.depends) - bitCount(part.depends)
			node.models.Add(node.models, new(big.Int).Lsh(part.models, uint(free)))
		case i == 0:
			node.models.Set(part.models)
		default:
			node.models.Mul(node.models, part.models)
		}
	}
	if !sum && len(args) == 0 {
		node.models.SetInt64(1)
	}
	if sum {
		if err := c.follows([]encode.Literal{-args[0], -args[1]}, hints, true); err != nil {
			return refuse("the hints do not show that the parts of sum %d exclude each other", name)
		}
	}
	sign := encode.Literal(1)
	if sum {
		sign = -1
	}
	whole := []encode.Literal{sign * name}
	for i, l := range args {
		whole = append(whole, -sign*l)
		c.addDefining(id+1+i, []encode.Literal{-sign * name, sign * l})
	}
	c.addDefining(id, whole)
	c.nodes[name], c.highest = node, id+len(args)
	return nil
}

func (c *cpogChecker) addDefining(id int, clause []encode.Literal) {
	c.live[id], c.defining[id] = clause, true
}

func bitCount(n *big.Int) (count int) {
	for i := range n.BitLen() {
		count += int(n.Bit(i))
	}
	return count
}

// value returns the variables that a literal depends on, and its number of models. The literal's variable may be a node.
func (c *cpogChecker) value(l encode.Literal) cpogNode {
	node, isNode := c.nodes[max(l, -l)]
	if !isNode {
		return cpogNode{new(big.Int).SetBit(new(big.Int), int(max(l, -l)), 1), big.NewInt(1)}
	}
	if l < 0 {
		all := new(big.Int).Lsh(big.NewInt(1), uint(bitCount(node.depends)))
		return cpogNode{node.depends, all.Sub(all, node.models)}
	}
	return node
}

// count checks that only the root and definitions remain, and returns the number of models of the root.
func (c *cpogChecker) count() (*big.Int, error) {
	if c.root == 0 {
		return nil, refuse("there is no root")
	}
	asserted := false
	for id, clause := range c.live {
		if c.defining[id] {
			continue
		}
		if len(clause) != 1 || clause[0] != c.root {
			return nil, refuse("clause %d is neither the root nor deleted", id)
		}
		asserted = true
	}
	if !asserted {
		return nil, refuse("the root %d was not shown to follow", c.root)
	}
	root := c.value(c.root)
	return new(big.Int).Lsh(root.models, uint(c.variables-bitCount(root.depends))), nil
}
