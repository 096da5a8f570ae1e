package flatzinc

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/stop"
	"qmsat/model"
)

// maxDepth limits how deep arrays and annotations are nested.
const maxDepth = 100

// parse reads a file by the grammar of the MiniZinc handbook (2.6, "FlatZinc", section "Grammar"). Items may be in any order if
// names are declared before use; the solve item comes last. It also reads names in quotes, such as 'x y', and elements of arrays,
// x[3].
func parse(ctx context.Context, watch *stop.Watch, file string, r io.Reader) (*program, error) {
	text, err := io.ReadAll(stop.Reader(ctx, r))
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	p := &parser{watch: watch, lexer: lexer{source: source{file, string(text)}}}
	p.from, p.names = p.source, make(map[string]*declaration, bytes.Count(text, []byte("\nvar")))
	constraints := bytes.Count(text, []byte("\nconstraint"))
	p.constraints, p.notes = make([]node, 0, constraints), make([][]node, 0, constraints)
	p.advance()
	for !p.item() {
	}
	if p.err == nil && p.kind != endToken {
		p.unexpected("the end of the file behind the solve item")
	}
	if p.err != nil {
		return nil, p.err
	}
	return &p.program, nil
}

// parser reads token by token. After an error it sees only the end of the file, so every loop over a list ends.
type parser struct {
	watch *stop.Watch
	lexer
	token // the next one
	program
	unfinished []node // of the lists being read
	finished   []node // of lists
	depth      int
	err        error
}

func (p *parser) advance() {
	if p.err != nil {
		return
	}
	err := p.watch.Over(workPerToken)
	if err == nil {
		p.token, err = p.next()
	}
	if err != nil {
		p.fail(err)
	}
}

// workPerToken is the work to read a token, and workPerItem that for an item of the file.
const (
	workPerToken = 1 << 4
	workPerItem  = 1 << 6
)

// fail keeps the first error and drops later ones.
func (p *parser) fail(err error) {
	if p.err == nil {
		p.err = err
	}
	p.token = token{position: p.at}
}

func (p *parser) failAt(at position, format string, args ...any) {
	p.fail(p.errorAt(at, format, args...))
}

func (p *parser) unexpected(expected string) {
	found := "the end of the file"
	if p.kind != endToken {
		found = strconv.Quote(input.Clip(p.text))
	}
	p.failAt(p.position, "found %s, expected %s", found, expected)
}

// is reports whether the symbol or word is next.
func (p *parser) is(text string) bool {
	return p.text == text && (p.kind == symbolToken || p.kind == nameToken)
}

// accept consumes the symbol or word if it is next, and reports whether it was.
func (p *parser) accept(text string) bool {
	if !p.is(text) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.unexpected(text)
	}
}

// list reads comma-separated items up to the closing symbol. MiniZinc may write a comma after the last one.
func (p *parser) list(closing string, item func()) {
	for !p.accept(closing) && p.err == nil {
		item()
		if !p.is(closing) && !p.accept(",") {
			p.unexpected(", or " + closing)
		}
	}
}

// item reads the next item of the file; last is true after the solve item, or after an error.
func (p *parser) item() (last bool) {
	switch {
	case p.accept("predicate"):
		p.predicate()
	case p.is("constraint"):
		p.advance()
		n := node{position: p.position}
		n.text = p.name("the name of a constraint")
		p.arguments(&n)
		p.constraints = append(p.constraints, n)
		p.notes = append(p.notes, p.annotations())
	case p.is("solve"):
		p.solveItem()
		last = true
	case p.kind == nameToken:
		p.declaration()
	default:
		p.unexpected("predicate, a declaration, constraint or solve")
	}
	p.expect(";")
	return last || p.err != nil
}

// predicate skips the declaration of a predicate, since the arguments of constraints show as much.
func (p *parser) predicate() {
	p.name("the name of a predicate")
	p.expect("(")
	p.list(")", func() {
		p.typeOf(true)
		p.expect(":")
		p.name("the name of a parameter")
	})
}

func (p *parser) name(expected string) string {
	name := p.text
	if p.kind != nameToken {
		p.unexpected(expected)
	}
	p.advance()
	return name
}

// typeOf reads a type. A predicate's parameter may be an array of any size.
func (p *parser) typeOf(parameter bool) (t typeOf) {
	if p.accept("array") {
		t.isArray = true
		p.expect("[")
		if parameter && p.accept("int") {
			for p.accept(",") { // MiniZinc declares several dimensions, but arguments have one
				p.accept("int")
			}
		} else {
			at := p.position
			if p.int() != 1 {
				p.failAt(at, "found an array that does not begin at 1, expected array [1..n]")
			}
			p.expect("..")
			t.size = p.int()
		}
		p.expect("]")
		p.expect("of")
	}
	t.isVar = p.accept("var")
	if t.isSet = p.accept("set"); t.isSet {
		p.expect("of")
	}
	switch {
	case p.is("bool"), p.is("int"), p.is("float"):
		t.base = p.text
		p.advance()
	case p.kind == floatToken || p.kind == intToken || p.is("{"):
		values := p.expression()
		if t.base = "int"; values.kind == floatNode {
			t.base = "float"
			break
		}
		if values.kind != setNode {
			p.failAt(values.position, "found %s, expected a range such as 1..9", values.describe())
		}
		t.values = &values.set
	default:
		p.unexpected("bool, int, float, set of, a range or a set of numbers")
	}
	return t
}

// declaration reads a parameter or a variable.
func (p *parser) declaration() {
	d := &declaration{position: p.position}
	d.typeOf = p.typeOf(false)
	p.expect(":")
	at := p.position
	d.name = p.name("a name")
	d.annotations = p.annotations()
	p.checkOutput(d.annotations)
	if p.is("=") || !d.isVar || d.isArray {
		p.expect("=")
		value := p.expression()
		d.value = &value
	}
	if p.err != nil {
		return
	}
	if p.names[d.name] != nil {
		p.failAt(at, "found %s, expected a name that is not declared above", input.Clip(d.name))
		return
	}
	if kind := d.base; d.isVar && (d.isSet || kind == "float") {
		if d.isSet {
			kind = "set"
		}
		name := input.Clip(d.name)
		if in := regexp.MustCompile(`:\s*(\w+)\s*::\s*output_array.*\b` + regexp.QuoteMeta(d.name) + `\b`).FindStringSubmatch(p.all); in != nil {
			name = "in the array " + input.Clip(in[1]) // MiniZinc introduced its name
		}
		p.failAt(d.position, "found the %s variable %s, expected variables of type bool or int", kind, name)
	}
	p.names[d.name] = d
	p.declarations = append(p.declarations, d)
}

// checkOutput refuses an annotation that is a mistyped one of outputs. Others change no solution.
func (p *parser) checkOutput(annotations []node) {
	for _, a := range annotations {
		switch a.text {
		case outputVariable, outputArray, introduced, "is_defined_var", "mzn_path":
			continue
		}
		if meant := input.DidYouMean(a.text, []string{outputVariable, outputArray}); meant != "" && (a.kind == nameNode || a.kind == callNode) {
			p.failAt(a.position, "found the annotation %s%s", input.Clip(a.text), meant)
		}
	}
}

// expression reads a literal, a name, an element of an array, an array, or, in annotations, a call or a string.
func (p *parser) expression() (n node) {
	if p.depth++; p.depth > maxDepth {
		p.failAt(p.position, "found more than %d levels of arrays and annotations, expected fewer", maxDepth)
	}
	defer func() { p.depth-- }()
	n.position, n.text = p.position, p.text
	switch {
	case p.accept("true"):
		n.kind, n.number = boolNode, 1
	case p.accept("false"):
		n.kind = boolNode
	case p.kind == stringToken:
		n.kind = stringNode
		p.advance()
	case p.kind == nameToken:
		p.advance()
		switch {
		case p.is("("):
			p.arguments(&n)
		case p.accept("["):
			n.kind, n.number = accessNode, p.int()
			p.expect("]")
		default:
			n.kind = nameNode
		}
	case p.accept("["):
		n.kind = arrayNode
		n.items = p.expressions("]")
	case p.accept("{"):
		p.set(&n)
	case p.kind == floatToken:
		p.float(&n)
	case p.kind == intToken:
		n.kind, n.number = intNode, p.int()
		if p.accept("..") {
			if p.kind == floatToken {
				p.float(&n)
				break
			}
			n.kind, n.set = setNode, model.Interval(n.number, p.int())
		}
	default:
		p.unexpected("an expression")
	}
	return n
}

// float reads a float, or a range of floats.
func (p *parser) float(n *node) {
	n.kind = floatNode
	p.advance()
	if p.accept("..") {
		if p.kind != floatToken && p.kind != intToken {
			p.unexpected("a float")
		}
		p.advance()
	}
}

// set reads the numbers of a set up to its closing brace.
func (p *parser) set(n *node) {
	n.kind = setNode
	var values []int
	p.list("}", func() {
		if p.kind == floatToken {
			n.kind = floatNode
			p.advance()
			return
		}
		values = append(values, p.int())
	})
	n.set = model.Values(values...)
}

func (p *parser) int() int {
	if p.kind != intToken {
		p.unexpected("a whole number")
		return 0
	}
	base := 10
	if strings.ContainsAny(p.text, "xo") {
		base = 0 // 0x and 0o set it; otherwise a leading 0 has no meaning
	}
	number, err := strconv.ParseInt(p.text, base, 64)
	if err != nil || number > maxNumber || number < -maxNumber {
		p.failAt(p.position, "found the number %s, expected one within ±2^52", input.Clip(p.text))
	}
	p.advance()
	return int(number)
}

func (p *parser) arguments(n *node) {
	n.kind = callNode
	p.expect("(")
	n.items = p.expressions(")")
}

// nodesTogether is how many nodes of short lists are allocated together.
const nodesTogether = 512

// expressions reads expressions up to the closing symbol.
func (p *parser) expressions(closing string) []node {
	from := len(p.unfinished)
	p.list(closing, func() {
		n := p.expression()
		p.unfinished = append(p.unfinished, n)
	})
	return p.finish(from)
}

// finish returns the nodes being read, from a place on, as a list.
func (p *parser) finish(from int) []node {
	list := p.unfinished[from:]
	p.unfinished = p.unfinished[:from]
	if len(p.finished)+len(list) > cap(p.finished) {
		p.finished = make([]node, 0, max(len(list), nodesTogether))
	}
	at := len(p.finished)
	p.finished = append(p.finished, list...)
	return p.finished[at:len(p.finished):len(p.finished)]
}

// annotations reads the annotations after ::. Hints in forms of their own are skipped.
func (p *parser) annotations() []node {
	from := len(p.unfinished)
	for p.accept("::") {
		first, at, before := p.token, p.at, len(p.unfinished)
		n := p.expression()
		if p.err != nil && first.text != outputArray && first.text != outputVariable {
			n = p.skip(first, at)
			p.unfinished = p.unfinished[:before]
		}
		p.unfinished = append(p.unfinished, n)
	}
	return p.finish(from)
}

// skip goes back to an annotation that is not in the grammar, and skips it if its brackets are closed. Otherwise the error stays.
func (p *parser) skip(first token, at position) node {
	err := p.err
	p.token, p.at, p.err = first, at, nil
	open := 0
	for text := ""; p.err == nil && text != ";" && p.kind != endToken; {
		if text = p.text; p.kind == symbolToken {
			open += strings.Count("([{", text) - strings.Count(")]}", text)
		}
		if p.advance(); open == 0 && !p.is("(") && !p.is("[") {
			return node{position: first.position}
		}
	}
	p.fail(err)
	return node{}
}

func (p *parser) solveItem() {
	p.expect("solve")
	p.search = p.annotations()
	p.solve = node{position: p.position, text: p.text, kind: callNode}
	switch {
	case p.accept("satisfy"):
	case p.accept("minimize"), p.accept("maximize"):
		p.solve.items = []node{p.expression()}
	default:
		p.unexpected("satisfy, minimize or maximize")
	}
}
