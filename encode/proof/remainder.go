package proof

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"qmsat/internal/lists"
	"qmsat/internal/registry"
	"qmsat/model"
)

// A remainder writes what a model still requires once the first variables of an order have values. Assignments with the same
// completions get the same text. Values are numbered among all values of the model, in ascending order.
type remainder struct {
	model   *model.Model
	order   []model.Var
	at      []int   // by variable: its index in the order
	domains [][]int // by variable: the numbers of the values that givens leave, ascending
	values  []int
	number  map[int]int // of each value
	fixed   int         // how many variables have values
	parts   []partLeft  // constraints with an open variable, or with the variable fixed last
	used    []bool      // by value
	items   [][]byte
	tables  map[model.Constraint]*model.Table // listed by tabulated
}

// partLeft is a constraint after some variables are fixed, whatever their values.
type partLeft struct {
	constraint model.Constraint
	number     int // in the model
	touched    bool
	wanted     []bool // of an all-different, once needed: the values that open variables may take
	available  int    // their number
	reach      *reach // of a linear constraint, once needed
}

// witness maps open variables to open variables, and values to values. nil is the identity.
type witness struct {
	vars   []model.Var // by variable; fixed ones stay
	values []int       // by number
}

func (r *remainder) identity() *witness {
	return &witness{lists.Numbers[model.Var](len(r.at)), lists.Numbers[int](len(r.values))}
}

var (
	errRefuted  = errors.New("a constraint cannot be met")
	errUnmapped = errors.New("the witness maps a constraint to something of another kind")
)

// mostValues limits the values of a variable, since each is tried.
const mostValues = 1 << 16

func newRemainder(m *model.Model, cube model.Cube, order []model.Var) (*remainder, error) {
	r := &remainder{
		model: m, order: order, at: make([]int, len(m.Variables)), number: map[int]int{}, domains: make([][]int, len(m.Variables)),
		tables: map[model.Constraint]*model.Table{},
	}
	if m.Projected() {
		return nil, fmt.Errorf("found variables that are not outputs, expected none: different states may have the same solutions")
	}
	for i, v := range order {
		r.at[v] = i
	}
	for _, v := range m.Variables {
		if size := v.Domain.Size(); size <= 0 || size > mostValues {
			return nil, fmt.Errorf("%s has the domain %v, expected no more than %d values", v.Name, v.Domain, mostValues)
		}
		for value := range v.Domain.All() {
			r.number[value] = 0
		}
	}
	r.values = slices.Sorted(maps.Keys(r.number))
	for i, value := range r.values {
		r.number[value] = i
	}
	for v, variable := range m.Variables {
		for value := range variable.Domain.All() {
			if !slices.ContainsFunc(cube, func(g model.Given) bool { return int(g.Var) == v && g.Value != value }) {
				r.domains[v] = append(r.domains[v], r.number[value])
			}
		}
	}
	r.used = make([]bool, len(r.values))
	return r, nil
}

// fix sets how many variables have values.
func (r *remainder) fix(fixed int) {
	r.fixed, r.parts = fixed, nil
	for i, c := range r.model.Constraints {
		p := partLeft{constraint: c, number: i}
		speaks := fixed == 1 && len(c.Scope()) == 0
		for _, v := range c.Scope() {
			p.touched = p.touched || r.at[v] < fixed
			speaks = speaks || r.at[v] >= fixed-1
		}
		if speaks {
			r.parts = append(r.parts, p)
		}
	}
}

// text returns the remaining requirements of the model for the values of the fixed variables. A witness, if given, maps them.
// Equal texts are equal requirements. Without a witness it omits constraints without a fixed variable, since all states share
// them. The error is errRefuted or errUnmapped.
func (r *remainder) text(prefix []int32, w *witness) (string, error) {
	r.items = r.items[:0]
	for i := range r.parts {
		p := &r.parts[i]
		if w == nil && !p.touched && len(p.constraint.Scope()) > 0 {
			continue
		}
		item, err := r.item(p, prefix, w)
		if err != nil {
			return "", err
		}
		if item != nil {
			r.items = append(r.items, item)
		}
	}
	slices.SortFunc(r.items, bytes.Compare)
	var text []byte
	for i, item := range r.items {
		if i == 0 || !bytes.Equal(item, r.items[i-1]) {
			text = append(binary.AppendUvarint(text, uint64(len(item))), item...)
		}
	}
	return string(text), nil
}

// rests holds, for each kind of constraint, a function that writes the rest of a constraint; other rests are written as tables.
// The first byte gives the kind and how to read the rest, so different requirements get different texts. A number marks its own
// end; a list begins with its length or extends to the end of the item.
var rests = registry.New[func(r *remainder, p *partLeft, prefix []int32, w *witness) ([]byte, error)]("certificates of kind")

// register adds the function of a kind of constraint. The function returns nil if a constraint is met. Call it at start only.
func register[C model.Constraint](left func(r *remainder, c C, p *partLeft, prefix []int32, w *witness) ([]byte, error)) {
	var c C
	rests.Register(c.Kind(), func(r *remainder, p *partLeft, prefix []int32, w *witness) ([]byte, error) {
		return left(r, p.constraint.(C), p, prefix, w)
	})
}

// item returns the rest of a constraint, or nil if it is met.
func (r *remainder) item(p *partLeft, prefix []int32, w *witness) ([]byte, error) {
	if left := rests.Entries[p.constraint.Kind()]; left != nil {
		return left(r, p, prefix, w)
	}
	return r.tabulated(p.constraint, prefix, w)
}

func (w *witness) variable(v model.Var) int {
	if w == nil {
		return int(v)
	}
	return int(w.vars[v])
}

func (w *witness) value(number int) int {
	if w == nil {
		return number
	}
	return w.values[number]
}

// appendList appends numbers in ascending order.
func appendList(text []byte, numbers []int) []byte {
	slices.Sort(numbers)
	text = binary.AppendUvarint(text, uint64(len(numbers)))
	for _, n := range numbers {
		text = binary.AppendVarint(text, int64(n))
	}
	return text
}

// keepsDomains reports whether a witness maps the values of each open variable to the values of its image.
func (r *remainder) keepsDomains(w *witness) bool {
	var images []int
	for _, v := range r.order[r.fixed:] {
		images = images[:0]
		for _, value := range r.domains[v] {
			images = append(images, w.values[value])
		}
		slices.Sort(images)
		if !slices.Equal(images, r.domains[w.vars[v]]) {
			return false
		}
	}
	return true
}

// permutes reports whether a witness permutes the values and the open variables, and keeps the fixed variables.
func (r *remainder) permutes(w *witness) bool {
	vars, values := make([]bool, len(w.vars)), make([]bool, len(w.values))
	for v, image := range w.vars {
		if vars[image] || r.at[v] < r.fixed && int(image) != v {
			return false
		}
		vars[image] = true
	}
	for _, image := range w.values {
		if values[image] {
			return false
		}
		values[image] = true
	}
	return true
}

// left is text without a witness. If all variables are fixed, it checks the model itself.
func (r *remainder) left(prefix []int32) (string, error) {
	if len(prefix) < len(r.order) {
		return r.text(prefix, nil)
	}
	a := make(model.Assignment, len(prefix))
	for i, v := range r.order {
		a[v] = r.values[prefix[i]]
	}
	if r.model.Check(a) != nil {
		return "", errRefuted
	}
	return "", nil
}
