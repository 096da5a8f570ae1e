package ask

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/encode"
	"qmsat/encode/answer"
	"qmsat/encode/propagate"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
)

func init() {
	register(Method{Name: "sizes", Summary: "sizes of the formula in all encodings", emits: []any{encodingSize{}}}, sizes)
	register(Method{Name: "formula", Summary: "the clauses of a cell, a candidate or a constraint"}, formula)
	register(Method{Name: "propagate", Summary: "unit propagation from chosen literals, step by step"}, propagation)
	register(Method{Name: "decode", Summary: "the grid of a solver's answer"}, decoded)
}

// encodingNamed reads CELLS/AMO/SUM or CELLS/AMO/SUM/RULES. No text is the default.
func encodingNamed(text string) (encode.Options, error) {
	if text == "" {
		return encode.Options{}, nil
	}
	options, err := encode.ParseOptions(text)
	if err != nil {
		return encode.Options{}, BadRequest{err}
	}
	return options, nil
}

// encoded is a puzzle's formula, which is written anew for each question.
type encoded struct {
	Document *document.Document
	Model    *model.Model
	Cube     model.Cube
	Options  encode.Options
}

type encodedRequest struct {
	About
	Encoding string `json:"encoding"`
}

func (q encodedRequest) read(ctx context.Context) (e encoded, err error) {
	if e.Options, err = encodingNamed(q.Encoding); err == nil {
		e.Document, err = q.Puzzle.open(ctx)
	}
	if err == nil {
		e.Model, e.Cube = e.Document.Model, e.Document.Givens
	}
	return e, err
}

// write writes the clauses. Its errors are faults of the request: the encoding does not take the model.
func (e encoded) write(ctx context.Context, sink encode.Sink) (*encode.Map, error) {
	vm, err := encode.CompileCube(ctx, e.Model, e.Cube, e.Options, sink)
	return vm, badIn(ctx, err)
}

// size is the size of a formula.
type size struct {
	Variables int   `json:"variables"`
	Clauses   int64 `json:"clauses"`
	Literals  int64 `json:"literals"`
	Auxiliary int   `json:"auxiliary"` // variables
}

type sizesRequest struct {
	About
	Vary string `json:"vary" names:"all,cells,amo,sum,rules"`
}

type encodingSize struct {
	Encoding string `json:"encoding"`
	size
	Error string `json:"error,omitempty"`
}

func (s encodingSize) lane() string { return s.Encoding }

// parts are the parts of an encoding that sizes varies.
var parts = []struct {
	name  string
	names func() []string
	of    func(o *encode.Options) *string
}{
	{"cells", encode.CellEncodings.Names, func(o *encode.Options) *string { return &o.Cells }},
	{"amo", encode.AtMostOnes.Names, func(o *encode.Options) *string { return &o.AMO }},
	{"sum", encode.LinearEncodings.Names, func(o *encode.Options) *string { return &o.Linear }},
	{"rules", encode.RuleEncodings.Names, func(o *encode.Options) *string { return &o.Rules }},
}

// sizes measures the default encoding, and those that differ from it in one part.
func sizes(ctx context.Context, q sizesRequest, emit func(any) error) ([]encodingSize, error) {
	m, cube, err := q.Puzzle.read(ctx)
	if err != nil {
		return nil, err
	}
	names := []string{encode.Options{}.String()}
	for _, part := range parts {
		if q.Vary != "all" && q.Vary != part.name {
			continue
		}
		for _, name := range part.names() {
			var o encode.Options
			*part.of(&o) = name
			if text := o.String(); text != names[0] {
				names = append(names, text)
			}
		}
	}
	var list []encodingSize
	for _, name := range names {
		s := encodingSize{Encoding: name}
		options, err := encodingNamed(name)
		if err != nil {
			return nil, err
		}
		d, err := encode.NewDIMACS(ctx, m, options, cube)
		switch {
		case ctx.Err() != nil:
			return list, context.Cause(ctx)
		case err != nil:
			s.Error = err.Error()
		default:
			s.size = sizeOf(d)
		}
		list = append(list, s)
		emit(s)
	}
	return list, nil
}

func sizeOf(d *encode.DIMACS) size {
	return size{d.Size.Variables, d.Size.Clauses, d.Size.Literals, d.Map.Variables() - d.Map.ModelVariables()}
}

type formulaRequest struct {
	encodedRequest
	Cell       string `json:"cell"`
	Value      *int   `json:"value" note:"of the cell"`
	Constraint *int   `json:"constraint" note:"an index in the answer's list"`
	Offset     int    `json:"offset" least:"0"`
	Most       int    `json:"most" value:"100" least:"0" most:"1000" note:"clauses"`
}

type namedLiteral struct {
	ID   encode.Literal `json:"id"`
	Name string         `json:"name"`
}

type clause struct {
	Literals []encode.Literal `json:"literals"`
	Text     []string         `json:"text"`
}

// constraintName is a constraint of the puzzle, or a clue with all that it means.
type constraintName struct {
	Kind  string   `json:"kind"`
	Name  string   `json:"name,omitempty"`
	Entry string   `json:"entry,omitempty"`
	Cells []string `json:"cells"`
}

type formulaAnswer struct {
	Variables   []namedLiteral   `json:"variables"`          // of the cell or candidate, and of the clauses shown
	Clauses     []clause         `json:"clauses"`            // from offset on
	Total       int              `json:"total"`              // clauses that match
	Size        size             `json:"size"`               // of the whole formula
	Together    []string         `json:"together,omitempty"` // other constraints that the constraint's clauses are written together with
	Note        string           `json:"note,omitempty"`     // why there is less than one may expect
	Constraints []constraintName `json:"constraints"`        // all of the puzzle
}

func formula(ctx context.Context, q formulaRequest, _ func(any) error) (a formulaAnswer, err error) {
	e, err := q.encodedRequest.read(ctx)
	if err != nil {
		return a, err
	}
	all := setter.Constraints(ctx, e.Document, nil)
	for _, p := range all {
		a.Constraints = append(a.Constraints, constraintName{p.Kind, p.Name, p.Entry, lists.Map(p.Cells, e.Model.NameOf)})
	}
	d, err := encode.NewDIMACS(ctx, e.Model, e.Options, e.Cube)
	if err != nil {
		return a, badIn(ctx, err)
	}
	a.Size = sizeOf(d)
	f := &filter{from: q.Offset, to: q.Offset + q.Most}
	shown := map[encode.Literal]bool{}
	if q.Cell != "" {
		literals, note, err := literalsOf(e.Model, d.Map, q.Cell, q.Value)
		if err != nil {
			return a, err
		}
		a.Note, f.literals = note, map[encode.Literal]bool{}
		for _, l := range literals {
			shown[l], f.literals[l], f.literals[-l] = true, true, true
		}
	}
	if q.Constraint != nil {
		if *q.Constraint < 0 || *q.Constraint >= len(all) {
			return a, badf("constraint %d, expected 0 to %d", *q.Constraint, len(all)-1)
		}
		part := &all[*q.Constraint]
		f.constraints = map[int]bool{}
		for i, c := range e.Model.Constraints {
			if slices.Contains(part.Constraints, c) {
				f.constraints[i] = true
			}
		}
		if part.Kind == "all-different" {
			a.Note = "A clause that two constraints imply is written once, for the first of them."
		}
	}
	if _, err := e.write(ctx, f); err != nil {
		return a, err
	}
	name := d.Map.Names()
	for i := range f.together {
		if i < len(e.Model.Constraints) && !f.constraints[i] {
			a.Together = append(a.Together, model.Describe(e.Model, e.Model.Constraints[i]))
		}
	}
	slices.Sort(a.Together)
	a.Total = f.total
	for _, literals := range f.kept {
		a.Clauses = append(a.Clauses, clause{literals, lists.Map(literals, name)})
		for _, l := range literals {
			shown[max(l, -l)] = true
		}
	}
	a.Variables = lists.Map(slices.Sorted(maps.Keys(shown)), func(l encode.Literal) namedLiteral { return namedLiteral{l, name(l)} })
	return a, nil
}

// literalsOf returns the literals of a cell, or of a value of it. The note explains an empty list.
func literalsOf(m *model.Model, vm *encode.Map, cell string, value *int) (literals []encode.Literal, note string, err error) {
	v, known := m.Names()[cell]
	switch {
	case !known:
		return nil, "", badf("cell %q, expected a cell such as %s", cell, m.NameOf(0))
	case value != nil && !m.DomainOf(v).Contains(*value):
		return nil, "", badf("%s = %d, expected one of its values, %v", cell, *value, m.DomainOf(v))
	case vm.Fixed(v):
		return nil, "The encoding writes no variable for " + cell + ": the givens fix it.", nil
	case value == nil:
		return vm.Literals(v), "", nil
	}
	if l := vm.Literal(v, *value); l != encode.False {
		return []encode.Literal{l}, "", nil
	}
	return nil, "The encoding writes no variable for this candidate: the givens exclude it.", nil
}

// filter is a sink that keeps some of the clauses that match.
type filter struct {
	literals    map[encode.Literal]bool // one of which a clause has; nil: any
	constraints map[int]bool            // one of which a clause is for; nil: any
	from, to    int                     // which of the clauses that match are kept
	other       bool                    // the clauses that come are for none of the constraints
	total       int                     // clauses that match
	kept        [][]encode.Literal
	together    map[int]bool // constraints written together with some that are chosen
}

// Origin implements [formula.OriginSink].
func (f *filter) Origin(constraints []int) {
	f.other = !slices.ContainsFunc(constraints, func(i int) bool { return f.constraints[i] })
	if !f.other && f.together == nil {
		f.together = map[int]bool{}
	}
	for _, i := range constraints {
		if !f.other {
			f.together[i] = true
		}
	}
}

// Clause implements [encode.Sink].
func (f *filter) Clause(clause []encode.Literal) {
	if f.constraints != nil && f.other || f.literals != nil && !slices.ContainsFunc(clause, func(l encode.Literal) bool { return f.literals[l] }) {
		return
	}
	if f.total >= f.from && f.total < f.to {
		f.kept = append(f.kept, slices.Clone(clause))
	}
	f.total++
}

type propagateRequest struct {
	encodedRequest
	Literals []encode.Literal `json:"literals" note:"made true in this order"`
}

// impliedLiteral is a true literal.
type impliedLiteral struct {
	namedLiteral
	Clause   []encode.Literal `json:"clause"`   // that implies it; null: it was chosen
	Decision int              `json:"decision"` // after how many of the chosen literals; 0: the formula alone implies it
}

type propagateAnswer struct {
	Implied    []impliedLiteral `json:"implied"`            // in the order of propagation, chosen ones included
	Conflict   []encode.Literal `json:"conflict,omitempty"` // the clause that is false, or that excludes the last chosen literal
	Failed     int              `json:"failed,omitempty"`   // of the chosen literals, counted from 1, the one that is impossible; or 0
	Consistent bool             `json:"consistent"`
	Candidates map[string][]int `json:"candidates"` // that propagation leaves
}

func propagation(ctx context.Context, q propagateRequest, _ func(any) error) (a propagateAnswer, err error) {
	e, err := q.encodedRequest.read(ctx)
	if err != nil {
		return a, err
	}
	r := &reasons{clauses: map[int][]encode.Literal{}}
	vm, err := e.write(ctx, r)
	if err != nil {
		return a, err
	}
	a.Implied = []impliedLiteral{}
	name := vm.Names()
	add := func(decision int) {
		for _, l := range r.Trail()[len(a.Implied):] {
			a.Implied = append(a.Implied, impliedLiteral{namedLiteral{l, name(l)}, r.clauses[r.Reason(l)], decision})
		}
	}
	add(0)
	for i, l := range q.Literals {
		if max(l, -l) < 1 || int(max(l, -l)) > vm.Variables() {
			return a, badf("literal %d, expected a variable from 1 to %d or its negative", l, vm.Variables())
		}
		if r.Consistent() && !r.Decide(l) {
			a.Failed = i + 1
		}
		add(i + 1)
	}
	a.Consistent, a.Conflict = r.Consistent(), r.clauses[r.Conflict()]
	a.Candidates = map[string][]int{}
	for v := range e.Model.Variables {
		left := []int{}
		for value := range vm.Left(model.Var(v)).All() {
			if l := vm.Literal(model.Var(v), value); l == encode.True || r.Value(l) >= 0 {
				left = append(left, value)
			}
		}
		a.Candidates[e.Model.NameOf(model.Var(v))] = left
	}
	return a, nil
}

// reasons is a propagator that knows its clauses as they were written.
type reasons struct {
	propagate.Propagator
	clauses map[int][]encode.Literal // by number
}

// Clause implements [encode.Sink].
func (r *reasons) Clause(clause []encode.Literal) {
	if number := r.Add(clause); number != 0 {
		r.clauses[number] = slices.Clone(clause)
	}
}

type decodeRequest struct {
	encodedRequest
	Output string `json:"output"`
}

type decodeAnswer struct {
	Solution      values `json:"solution,omitempty"`
	Unsatisfiable bool   `json:"unsatisfiable,omitempty"`
}

// decoded reads the first solution of a solver's output for a file that [export] writes, and checks it. A DIMACS file has the
// encoding that is asked for, or the one that export takes if none is asked for.
func decoded(ctx context.Context, q decodeRequest, _ func(any) error) (a decodeAnswer, err error) {
	m, cube, err := q.Puzzle.read(ctx)
	if err != nil {
		return a, err
	}
	var found model.Assignment
	as := exportRequest{Format: answer.FormatOf(q.Output)}
	if as.Format == "dimacs" {
		as.Encoding = q.Encoding
	}
	if found, err = solutionIn(ctx, m, as, cube, q.Output); err != nil && as.Encoding != "" {
		as.Encoding = ""
		if other, failed := solutionIn(ctx, m, as, cube, q.Output); failed == nil {
			found, err = other, nil
		}
	}
	if err != nil || found == nil {
		return decodeAnswer{Unsatisfiable: err == nil}, err
	}
	if err := cmp.Or(m.Check(found), m.CheckCube(found, cube)); err != nil {
		return a, badf("%w: %w", errWrong, err)
	}
	return decodeAnswer{Solution: valuesOf(m, found)}, nil
}

var errWrong = errors.New("the output is no solution of this puzzle")

// solutionIn returns the first solution of an output for a formula. It returns nil for an output of "unsatisfiable".
func solutionIn(ctx context.Context, m *model.Model, as exportRequest, cube model.Cube, output string) (model.Assignment, error) {
	text, err := as.formula(ctx, m, cube)
	if err != nil {
		return nil, badIn(ctx, err)
	}
	formula, err := answer.ReadFormula("formula", strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	answer, err := formula.ReadAnswer("output", strings.NewReader(output))
	if err != nil || answer.Unsatisfiable {
		return nil, badIn(ctx, err)
	}
	names, of, err := formula.Decode(answer.Models[0])
	if err != nil {
		return nil, badf("%w, as %s: %w", errWrong, strings.TrimSpace(as.Format+" "+as.Encoding), err)
	}
	found, vars := make(model.Assignment, len(m.Variables)), m.Names()
	for i, name := range names {
		found[vars[name]] = of[i]
	}
	return found, nil
}
