package formula

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"

	"qmsat/internal/memory"
	"qmsat/model"
)

// Compiler gives encoders literals and new variables, and passes their clauses on to the sink. Encoders read its exported fields, and
// do not change them.
type Compiler struct {
	Model    *model.Model // with what it implies, if the options say so
	Map      *Map
	Context  context.Context
	Options  Options
	Limits   *Limits
	Encoding         // what the options name
	Houses   [][]int // by variable: the indices of the all-different constraints it is in, ascending
	Claimed  []bool  // by index: the constraint is written as part of a group

	sink    Sink
	pairs   PairSink                // the sink, if it takes pairs, or nil
	limited LimitedSink             // the sink, if it has limits, or nil
	origin  OriginSink              // the sink, if it wants to know what clauses are for, or nil
	facts   int                     // the index of the first constraint that the others imply
	current model.Constraint        // being written; nil before the first
	name    string                  // of what is being written, for messages; "" until it is asked for
	err     error                   // why the compilation ended; nothing is written afterwards
	steps   int                     // literals written and other steps since the context was last checked
	buffer  []Literal               // of Add
	unless  []Literal               // see [Compiler.Unless]
	gates   map[string]gate         // by their inputs
	adders  map[string][2]Literal   // by the digits added: the digit and the carry
	orders  map[model.Var][]Literal // see [Compiler.OrderLiterals]
	written map[string]bool         // clauses that AddOnce wrote
	kept    map[reflect.Type]any    // see [Kept]
	refuted bool                    // the empty clause is written

	bare          bool // see [Options]
	contradiction bool // the cube leaves some variable without a value
}

// stepsPerPoll is the number of steps between two checks of the context.
const stepsPerPoll = 1 << 9

// Compile writes the clauses of a model under givens to the sink and returns what its literals mean. It is deterministic: the same
// model and options give the same clauses in the same order. It stops with the context's error if the context ends first.
//
// If the encoding depends on the givens, the formula covers only the values that they leave. If they leave a variable no value, the
// formula is just the empty clause, over the literals of the whole model. Otherwise the givens follow the model's clauses as unit
// clauses, or as the empty clause if the domains exclude one.
func Compile(ctx context.Context, m *model.Model, cube model.Cube, options Options, sink Sink) (*Map, error) {
	encoding, err := options.Encoding()
	if err != nil {
		return nil, err
	}
	return CompileAs(ctx, m, cube, options, encoding, sink)
}

// CompileAs is Compile for an encoding that need not be registered.
func CompileAs(ctx context.Context, m *model.Model, cube model.Cube, options Options, encoding Encoding, sink Sink) (*Map, error) {
	c, err := New(ctx, m, cube, options, encoding, sink)
	if err != nil {
		return nil, err
	}
	if c.contradiction {
		c.Add()
		return c.Finish(nil)
	}
	groups := c.claim()
	c.begin()
	for v := range m.Variables {
		if !c.Step() {
			break
		}
		c.Cells.Variable(c, model.Var(v))
	}
	c.constraints(groups)
	c.begin()
	return c.Finish(cube)
}

// Finish writes a cube as unit clauses and returns the map, or the error that ended the compilation.
func (c *Compiler) Finish(cube model.Cube) (*Map, error) {
	literals, ok := c.Map.Cube(cube)
	if !ok {
		c.Add()
	}
	for _, l := range literals {
		c.Add(l)
	}
	if c.err == nil && c.limited != nil {
		c.err = c.limited.Err()
	}
	if c.err != nil {
		return nil, c.err
	}
	if c.bare {
		c.Map.makeBare()
	}
	return c.Map, nil
}

// New returns a compiler that has written nothing yet: for those who choose what it writes, and then call Finish. If the encoding
// depends on the cube, it is for the model reduced by the cube.
func New(ctx context.Context, m *model.Model, cube model.Cube, options Options, encoding Encoding, sink Sink) (_ *Compiler, err error) {
	options = options.WithDefaults()
	own := m
	if options.Implied {
		if m, err = withFacts(ctx, m, options); err != nil {
			return nil, err
		}
	}
	c := &Compiler{
		Model: m, Limits: options.Limits, facts: len(own.Constraints), Encoding: encoding, Options: options, Context: ctx, sink: sink,
		gates: map[string]gate{}, adders: map[string][2]Literal{}, written: map[string]bool{},
		Houses:  Houses(m),
		Claimed: make([]bool, len(m.Constraints)), kept: map[reflect.Type]any{}, orders: map[model.Var][]Literal{},
	}
	c.origin, _ = sink.(OriginSink)
	if c.bare = options.Bare && m.Propositional() && encoding.Cells.Reduce == nil; c.bare {
		bare := &bareSink{sink: sink, variables: len(m.Variables)}
		if !options.Published {
			bare.once = map[string]bool{}
		}
		c.sink = bare
	}
	c.pairs, _ = c.sink.(PairSink)
	c.limited, _ = c.sink.(LimitedSink)
	reduction := WholeModel(m)
	if encoding.Cells.Reduce != nil {
		reduced := encoding.Cells.Reduce(ctx, m, cube)
		if c.contradiction = reduced.contradiction(); !c.contradiction {
			reduction = reduced
		}
	}
	if c.Map, err = newMap(own, reduction); err != nil {
		return nil, err
	}
	c.poll()
	return c, nil
}

// claim lets first the linear encoding and then the cell encoding take constraints. It returns the groups by their first
// constraint.
func (c *Compiler) claim() map[int]Group {
	groups := map[int]Group{}
	for _, claim := range []Claim{c.Linear.Claim, c.Cells.Claim} {
		if claim == nil {
			continue
		}
		for _, group := range claim(c) {
			if slices.ContainsFunc(group.Constraints, func(i int) bool { return c.Claimed[i] }) {
				continue
			}
			groups[group.Constraints[0]] = group
			for _, i := range group.Constraints {
				c.Claimed[i] = true
			}
		}
	}
	return groups
}

// constraints writes the claimed groups, each in the place of its first constraint, and the other constraints by kind.
func (c *Compiler) constraints(groups map[int]Group) {
	for i, constraint := range c.Model.Constraints {
		if !c.Step() {
			return
		}
		c.current, c.name = constraint, ""
		var err error
		if group, starts := groups[i]; starts {
			c.begin(group.Constraints...)
			err = group.Encode(c)
		} else if !c.Claimed[i] {
			c.begin(i)
			err = c.Alone(i)
		}
		if err != nil && i < c.facts {
			c.Fail(err)
		}
	}
}

// Alone writes a constraint of the model as if no group had claimed it.
func (c *Compiler) Alone(index int) error { return c.write(index, c.Model.Constraints[index]) }

// write writes a constraint by the encoding of its kind; index is its number in the model.
func (c *Compiler) write(index int, constraint model.Constraint) error {
	encode, err := kindEncodings.Lookup(constraint.Kind())
	if err != nil {
		return err
	}
	return encode(c, index, constraint)
}

// Kept returns what an encoding keeps over a compilation: the value of a type, made when it is first asked for.
func Kept[T any](c *Compiler, make func() T) T {
	key := reflect.TypeFor[T]()
	if c.kept[key] == nil {
		c.kept[key] = make()
	}
	return c.kept[key].(T)
}

// begin tells the sink what the next clauses are for.
func (c *Compiler) begin(constraints ...int) {
	if c.origin != nil {
		c.origin.Origin(constraints)
	}
}

// Add writes a clause without its false literals, or nothing if one of them is True. The other literals must be of different
// variables; use [Compiler.AddSimplified] if that is not certain. The empty clause is written once.
func (c *Compiler) Add(literals ...Literal) {
	if !c.Work(1 + len(literals)) {
		return
	}
	c.buffer = c.buffer[:0]
	for _, list := range [...][]Literal{literals, c.unless} {
		for _, l := range list {
			if l == True {
				return
			}
			if l != False {
				c.buffer = append(c.buffer, l)
			}
		}
	}
	if len(c.buffer) == 0 {
		if c.refuted {
			return
		}
		c.refuted = true
	}
	c.sink.Clause(c.buffer)
}

// Where makes all clauses that write adds conditional: they hold only if the condition does. Gates and the clauses of
// [Compiler.Always] stay unconditional. Conditional clauses must not contain the condition's variable.
func (c *Compiler) Where(condition Literal, write func() error) error {
	switch condition {
	case True:
		return write()
	case False:
		return nil
	}
	n := len(c.unless)
	c.unless = append(c.unless, -condition)
	err := write()
	c.unless = c.unless[:n]
	return err
}

// Under writes constraints that hold if the condition does.
func (c *Compiler) Under(condition Literal, constraints []model.Constraint) error {
	for _, constraint := range constraints {
		// All constraints of the model hold, whatever the condition: these come after them.
		err := c.Where(condition, func() error { return c.write(len(c.Model.Constraints), constraint) })
		if err != nil {
			return err
		}
	}
	return nil
}

// Unless returns the literals of which one is true where a clause that is written now need not hold: see [Compiler.Where].
func (c *Compiler) Unless() []Literal { return c.unless }

// Always makes clauses unconditional, even inside [Compiler.Where], until the returned function is called.
func (c *Compiler) Always() (end func()) {
	unless := c.unless
	c.unless = nil
	return func() { c.unless = unless }
}

// Constraint writes a pseudo-Boolean constraint; the sink takes them.
func (c *Compiler) Constraint(terms []Term, relation Relation, bound int) {
	if c.Work(1 + len(terms)) {
		if err := c.sink.(PBSink).Constraint(terms, relation, bound); err != nil {
			c.Fail(err)
		}
	}
}

// AddPairs writes the clauses {others[0], last}, {others[1], last}, and so on. No literal is True or False.
func (c *Compiler) AddPairs(others []Literal, last Literal) {
	if c.pairs == nil || len(c.unless) > 0 {
		for _, l := range others {
			if c.Add(l, last); c.err != nil {
				return
			}
		}
		return
	}
	for chunk := range slices.Chunk(others, stepsPerPoll) {
		if !c.Work(len(chunk)) {
			return
		}
		c.pairs.Pairs(chunk, last)
	}
}

// AddOnce writes a clause unless it wrote the same literals before, in whatever order. With [Options.Published] it always writes.
func (c *Compiler) AddOnce(literals []Literal) {
	if c.err != nil {
		return
	}
	if !c.Options.Published {
		simple, valid := simplify(slices.Concat(literals, c.unless))
		key := KeyOf(simple)
		if valid || c.written[key] {
			return
		}
		c.written[key] = true
	}
	c.Add(literals...)
}

// Step counts one step of work and sometimes checks the context. It reports false once the context has ended or the compilation
// has failed; everything written afterwards is dropped. Encoders call it in every loop that may be long, and return if it reports
// false.
func (c *Compiler) Step() bool { return c.Work(1) }

// Work counts several steps.
func (c *Compiler) Work(steps int) bool {
	if c.steps += steps; c.steps >= stepsPerPoll {
		c.poll()
	}
	return c.err == nil
}

// poll checks the context and the sink. If memory runs out, its error names what was being written.
func (c *Compiler) poll() {
	c.steps = 0
	if c.err != nil {
		return
	}
	if c.Context.Err() != nil {
		c.err = context.Cause(c.Context)
		return
	}
	if c.limited != nil {
		c.err = c.limited.Err()
	}
	memory.Growing(c.Context, c.growing())
}

// Ask asks for memory, and reports false if the budget does not have it.
func (c *Compiler) Ask(bytes int64) bool {
	if err := memory.Ask(c.Context, c.growing(), bytes); err != nil {
		c.err = cmp.Or(c.err, err)
	}
	return c.err == nil
}

// growing names what is being written, for the message if memory runs out.
func (c *Compiler) growing() string {
	if c.current == nil {
		return "the formula"
	}
	if c.name == "" {
		c.name = "the formula, at " + model.Describe(c.Model, c.current)
	}
	return c.name
}

// Fail ends the compilation. Its error names the constraint being written.
func (c *Compiler) Fail(err error) {
	if c.err == nil {
		c.err = err
		if c.current != nil {
			c.err = fmt.Errorf("%s: %w", model.Describe(c.Model, c.current), err)
		}
	}
}
