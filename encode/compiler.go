package encode

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/implied"
)

// Compiler gives encoders literals and new variables, and passes their clauses on to the sink.
type Compiler struct {
	Model  *model.Model
	Map    *Map
	Limits *Limits

	parts
	options Options
	ctx     context.Context
	sink    Sink
	pairs   PairSink         // the sink, if it takes pairs, or nil
	limited LimitedSink      // the sink, if it has limits, or nil
	part    PartSink         // the sink, if it wants to know what clauses are for, or nil
	facts   int              // the index of the first constraint that the others imply
	current model.Constraint // being written; nil before the first
	err     error            // why the compilation ended; nothing is written afterwards
	steps   int              // literals written and other steps since the context was last checked
	buffer  []Literal
	unless  []Literal             // conditional clauses also hold if one of these is true; see [Compiler.where]
	gates   map[string]gate       // by their inputs
	adders  map[string][2]Literal // by the digits added: the digit and the carry
	written map[string]bool       // clauses that AddOnce wrote
	refuted bool                  // the empty clause is written

	apart  *implied.Exclusions // by all-different constraints; nil if not needed yet
	houses [][]int             // by variable: the indices of the all-different constraints it is in, ascending
	// By index in the model:
	differents map[int]*model.AllDifferent
	linears    map[int]*model.Linear
	claimed    []bool                  // by index: the constraint is written as part of a group
	permute    map[int]bool            // by index: known answers of permutes
	orders     map[model.Var][]Literal // see orderLiterals
	disjoint   []map[model.Var]int     // see disjointHouses; nil if not known yet

	bare          bool // see [Options]
	contradiction bool // the cube leaves some variable without a value

	checker *engine.Checker // of the data shared by blocks
}

// stepsPerPoll is the number of steps between two checks of the context.
const stepsPerPoll = 1 << 12

// Compile writes the model's clauses to the sink and returns what its literals mean. It is deterministic: the same model and
// options give the same clauses in the same order. It stops with the context's error if the context ends first.
func Compile(ctx context.Context, m *model.Model, options Options, sink Sink) (*Map, error) {
	return CompileCube(ctx, m, nil, options, sink)
}

// CompileCube is Compile for a model under givens. If the encoding depends on the givens, the formula covers only the values that
// they leave. If they leave a variable no value, the formula is just the empty clause, over the literals of the whole model.
// Otherwise the givens follow the model's clauses as unit clauses, or as the empty clause if the domains exclude one.
func CompileCube(ctx context.Context, m *model.Model, cube model.Cube, options Options, sink Sink) (*Map, error) {
	c, err := newCompiler(ctx, m, cube, options, sink)
	if err != nil {
		return nil, err
	}
	if c.contradiction {
		c.Add()
		return c.finish(nil)
	}
	groups := c.claim()
	c.begin()
	for v := range m.Variables {
		if !c.step() {
			break
		}
		c.cells.Variable(c, model.Var(v))
	}
	c.constraints(groups)
	c.begin()
	return c.finish(cube)
}

// finish writes a cube as unit clauses and returns the map, or the error that ended the compilation.
func (c *Compiler) finish(cube model.Cube) (*Map, error) {
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

// newCompiler returns a compiler for a model; if the encoding depends on the cube, for the model reduced by the cube.
func newCompiler(ctx context.Context, m *model.Model, cube model.Cube, options Options, sink Sink) (*Compiler, error) {
	options = options.withDefaults()
	parts, err := options.parts()
	if err != nil {
		return nil, err
	}
	own := m
	if options.Implied {
		if m, err = withFacts(ctx, m, options); err != nil {
			return nil, err
		}
	}
	c := &Compiler{
		Model: m, Limits: options.Limits, facts: len(own.Constraints), parts: parts, options: options, ctx: ctx, sink: sink,
		gates: map[string]gate{}, adders: map[string][2]Literal{}, written: map[string]bool{},
		houses:     allDifferentsOf(m),
		differents: maps.Collect(model.Each[*model.AllDifferent](m.Constraints)),
		linears:    maps.Collect(model.Each[*model.Linear](m.Constraints)),
		claimed:    make([]bool, len(m.Constraints)), permute: map[int]bool{}, orders: map[model.Var][]Literal{},
		checker: engine.NewChecker(options.String(), m),
	}
	c.part, _ = sink.(PartSink)
	if c.bare = options.Bare && m.Propositional() && parts.cells.Reduce == nil; c.bare {
		bare := &bareSink{sink: sink, variables: len(m.Variables)}
		if !options.Published {
			bare.once = map[string]bool{}
		}
		c.sink = bare
	}
	c.pairs, _ = c.sink.(PairSink)
	c.limited, _ = c.sink.(LimitedSink)
	reduction := wholeModel(m)
	if parts.cells.Reduce != nil {
		reduced := parts.cells.Reduce(ctx, m, cube)
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
	for _, claim := range []Claim{c.linear.Claim, c.cells.Claim} {
		if claim == nil {
			continue
		}
		for _, group := range claim(c) {
			if slices.ContainsFunc(group.Constraints, func(i int) bool { return c.claimed[i] }) {
				continue
			}
			groups[group.Constraints[0]] = group
			for _, i := range group.Constraints {
				c.claimed[i] = true
			}
		}
	}
	return groups
}

// constraints writes the claimed groups, each in the place of its first constraint, and the other constraints by kind.
func (c *Compiler) constraints(groups map[int]Group) {
	for i, constraint := range c.Model.Constraints {
		if !c.step() {
			return
		}
		c.current = constraint
		var err error
		if group, starts := groups[i]; starts {
			c.begin(group.Constraints...)
			err = group.Encode(c)
		} else if !c.claimed[i] {
			c.begin(i)
			var encode kindEncoding
			if encode, err = kindEncodings.Lookup(constraint.Kind()); err == nil {
				err = encode(c, i, constraint)
			}
		}
		if err != nil && i < c.facts {
			c.fail(err)
		}
	}
}

// begin tells the sink what the next clauses are for.
func (c *Compiler) begin(constraints ...int) {
	if c.part != nil {
		c.part.Part(constraints)
	}
}

// sum writes a linear constraint in the chosen encoding.
func (c *Compiler) sum(constraint *model.Linear) error {
	open := c.openTerms(constraint)
	if len(open.Terms) > 0 {
		return c.linear.Linear(c, open)
	}
	if open.Lo > 0 || open.Hi < 0 {
		c.Add()
	}
	return nil
}

// openTerms returns the constraint without its fixed terms; it subtracts them from the bounds.
func (c *Compiler) openTerms(constraint *model.Linear) *model.Linear {
	open := *constraint
	open.Terms = nil
	for _, t := range constraint.Terms {
		if !c.Map.Fixed(t.Var) {
			open.Terms = append(open.Terms, t)
			continue
		}
		addend := t.Coefficient * c.Map.Left(t.Var).Min()
		if open.Lo != model.NoLower {
			open.Lo -= addend
		}
		if open.Hi != model.NoUpper {
			open.Hi -= addend
		}
	}
	return &open
}

// Add writes a clause without its false literals, or nothing if one of them is True. The other literals must be of different
// variables; use [Compiler.AddSimplified] if that is not certain. The empty clause is written once.
func (c *Compiler) Add(literals ...Literal) {
	if !c.work(1 + len(literals)) {
		return
	}
	c.buffer = c.buffer[:0]
	for _, part := range [...][]Literal{literals, c.unless} {
		for _, l := range part {
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

// where makes all clauses that write adds conditional: they hold only if the condition does. Gates and the clauses of
// [Compiler.always] stay unconditional. Conditional clauses must not contain the condition's variable.
func (c *Compiler) where(condition Literal, write func() error) error {
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

// always makes clauses unconditional, even inside [Compiler.where], until the returned function is called.
func (c *Compiler) always() (end func()) {
	unless := c.unless
	c.unless = nil
	return func() { c.unless = unless }
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
	for part := range slices.Chunk(others, stepsPerPoll) {
		if !c.work(len(part)) {
			return
		}
		c.pairs.Pairs(part, last)
	}
}

// AddOnce writes a clause unless it wrote the same literals before, in whatever order. With [Options.Published] it always writes.
func (c *Compiler) AddOnce(literals []Literal) {
	if c.err != nil {
		return
	}
	if !c.options.Published {
		simple, valid := simplify(slices.Concat(literals, c.unless))
		key := keyOf(simple)
		if valid || c.written[key] {
			return
		}
		c.written[key] = true
	}
	c.Add(literals...)
}

// step counts one step of work and sometimes checks the context. It reports false once the context has ended or the compilation
// has failed; everything written afterwards is dropped. Encoders call it in every loop that may be long, and return if it reports
// false.
func (c *Compiler) step() bool { return c.work(1) }

// work counts several steps.
func (c *Compiler) work(steps int) bool {
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
	if c.ctx.Err() != nil {
		c.err = context.Cause(c.ctx)
		return
	}
	if c.limited != nil {
		c.err = c.limited.Err()
	}
	memory.Growing(c.ctx, c.growing())
}

// growing names what is being written, for the message if memory runs out.
func (c *Compiler) growing() string {
	if c.current == nil {
		return "the formula"
	}
	return "the formula, at " + model.Describe(c.Model, c.current)
}

// fail ends the compilation. Its error names the constraint being written.
func (c *Compiler) fail(err error) {
	if c.err == nil {
		c.err = err
		if c.current != nil {
			c.err = fmt.Errorf("%s: %w", model.Describe(c.Model, c.current), err)
		}
	}
}
