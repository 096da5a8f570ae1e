package ask

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/cmd/internal/study"
	"qmsat/internal/input"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/native/generate"
	"qmsat/native/logic"
)

// Puzzle is a document. As JSON it is a model file, which is YAML: see docs/model.md.
type Puzzle struct {
	text     json.RawMessage
	Document *document.Document // as it is read already, or nil
	Parts    []setter.Part      // constraints of the model that belong together
	Notation model.Notation     // of solutions
	Delta    *int               // of a model that is read already, if it is quasi-magic
	Format   string             // of the answer; "" stands for json
	Draw     bool               // the answer is drawn
	Trusted  bool               // the asker may name any engine, and gets what falls short
	Number   int                // of the puzzle in a series, from 1 on
	Opened   *Opened            // what is open on the model without its objective
}

// UnmarshalJSON keeps the text.
func (p *Puzzle) UnmarshalJSON(text []byte) error {
	p.Notation = model.Assignments
	return p.text.UnmarshalJSON(text)
}

// MarshalJSON returns the text.
func (p Puzzle) MarshalJSON() ([]byte, error) { return p.text.MarshalJSON() }

// engineNamed reads the name of an engine, which must meet the demands. Others than qmsat's own run commands.
func (p *Puzzle) engineNamed(text string, demands ...func(*engine.Engine) error) (c engine.Chosen, err error) {
	if !p.Trusted {
		if c, err = engineNamed(text); err != nil {
			return c, err
		}
	}
	return study.Engine("engine", text, demands...)
}

// asJSON reports whether the answer becomes JSON.
func (p Puzzle) asJSON() bool { return p.Format == "" || p.Format == "json" }

// About is what requests about a puzzle have in common.
type About struct {
	Puzzle Puzzle `json:"puzzle"`
}

func (a *About) puzzle() *Puzzle { return &a.Puzzle }

// On puts a puzzle into a request, if it is about one.
func On(request any, p Puzzle) {
	if of, is := request.(interface{ puzzle() *Puzzle }); is {
		*of.puzzle() = p
	}
}

// Opened is what questions about puzzles of the same model share.
type Opened struct {
	sessions map[string]engine.Session // by engine
	tried    bool                      // a second engine was opened for candidates, or this was begun
	search   engine.Session            // of a [Searching]; nil: it is not open
	share    rising                    // how far that is
	board    *logic.Board
	drawn    int // puzzles of a document
	// The next puzzle of a series comes from these.
	generator *generate.Generator
	random    *rand.Rand
}

// Close closes all sessions.
func (o *Opened) Close() {
	for _, session := range o.sessions {
		session.Close()
	}
	if o.search != nil {
		o.search.Close()
	}
}

// session returns a session of an engine on the puzzle's model m. It is open from the first question on.
func (p *Puzzle) session(ctx context.Context, name string, m *model.Model) (engine.Session, error) {
	chosen, err := engine.Lookup(name)
	if err != nil {
		return nil, err
	}
	return p.opened(ctx, engine.Chosen{Engine: chosen}, m)
}

// opened is session for an engine with settings.
func (p *Puzzle) opened(ctx context.Context, c engine.Chosen, m *model.Model) (engine.Session, error) {
	name := c.String()
	if p.Opened.sessions[name] == nil {
		session, err := c.Engine.Open(ctx, m, c.Options)
		if err != nil {
			return nil, err
		}
		if p.Opened.sessions == nil {
			p.Opened.sessions = map[string]engine.Session{}
		}
		p.Opened.sessions[name] = session
	}
	return p.Opened.sessions[name], nil
}

// board returns the puzzle's model m, laid out for people's techniques.
func (p *Puzzle) board(ctx context.Context, m *model.Model) (_ *logic.Board, err error) {
	if p.Opened.board == nil {
		p.Opened.board, err = stop.Leave(ctx, func() (*logic.Board, error) { return logic.NewBoard(ctx, m) }, nil)
	}
	return p.Opened.board, badIn(ctx, err)
}

// open returns the document.
func (p Puzzle) open(ctx context.Context) (*document.Document, error) {
	if p.Document != nil {
		return p.Document, nil
	}
	if len(p.text) == 0 {
		return nil, badf("found no puzzle, expected a model file as JSON")
	}
	d, err := document.Read(ctx, "puzzle", bytes.NewReader(p.text))
	return d, badIn(ctx, err)
}

// read returns the model with its givens.
func (p Puzzle) read(ctx context.Context) (*model.Model, model.Cube, error) {
	d, err := p.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	return d.Model, d.Givens, nil
}

// bare returns the model without its objective, for questions about all solutions, with its givens.
func (p Puzzle) bare(ctx context.Context) (*model.Model, model.Cube, error) {
	d, err := p.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	return d.Bare().Model, d.Givens, nil
}

// mostValues limits the values of all outputs for methods that try each of them, and so their memory.
const mostValues = 1 << 20

// tried returns the document without its objective, for methods that try each value of the outputs. It limits what comes as JSON.
func (p Puzzle) tried(ctx context.Context) (*document.Document, error) {
	d, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	if d = d.Bare(); p.Document != nil {
		return d, nil
	}
	m, left := d.Model, mostValues
	for _, v := range m.OutputVars() {
		size := m.DomainOf(v).Size()
		if size <= 0 || size > left { // size is 0 or less if it overflows an int
			return nil, badf("%s: found %v, expected at most %d values of all variables", m.NameOf(v), m.DomainOf(v), mostValues)
		}
		left -= size
	}
	return d, nil
}

// newPuzzle writes a document.
func newPuzzle(d *document.Document) (p Puzzle, err error) {
	var text bytes.Buffer
	if err := d.Write(&text); err != nil {
		return p, BadRequest{err}
	}
	root, err := (&input.Reader{File: "puzzle"}).Document(&text)
	if err != nil {
		return p, err
	}
	p.text, err = input.JSON(root)
	return p, err
}

// values are values of variables by name.
type values map[string]int

// valuesOf returns the values of the outputs in a solution.
func valuesOf(m *model.Model, a model.Assignment) values {
	of := values{}
	for _, v := range m.OutputVars() {
		of[m.NameOf(v)] = a[v]
	}
	return of
}

// candidate is a value of a variable.
type candidate struct {
	Cell  string `json:"cell"`
	Value int    `json:"value"`
}

// names finds variables by name.
type names struct {
	vars map[string]model.Var
	err  error // the first name or value that the model does not have
	of   *model.Model
}

func namesOf(m *model.Model) *names { return &names{vars: m.Names(), of: m} }

// given returns a candidate of the model.
func (n *names) given(c candidate) model.Given {
	v, found := n.vars[c.Cell]
	switch {
	case n.err != nil:
	case !found:
		n.err = badf("found %q, expected a cell such as %s", input.Clip(c.Cell), n.of.NameOf(0))
	case !n.of.DomainOf(v).Contains(c.Value):
		n.err = badf("%s: found the value %d, expected one of %v", c.Cell, c.Value, n.of.DomainOf(v))
	}
	return model.Given{Var: v, Value: c.Value}
}

// cube returns values by name as givens, sorted.
func (n *names) cube(of values) (cube model.Cube) {
	for _, name := range slices.Sorted(maps.Keys(of)) {
		cube = append(cube, n.given(candidate{name, of[name]}))
	}
	return cube
}

// domains returns the named sets of values. Variables without a set have none.
func (n *names) domains(of map[string][]int) []model.Domain {
	domains := make([]model.Domain, len(n.of.Variables))
	for _, name := range slices.Sorted(maps.Keys(of)) {
		for _, value := range of[name] {
			n.given(candidate{name, value})
		}
		if v, found := n.vars[name]; found {
			domains[v] = model.Values(of[name]...)
		}
	}
	return domains
}
