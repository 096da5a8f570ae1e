package frontier

import (
	"fmt"
	"math/bits"
	"slices"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/native/frontier/machine"
)

// structure is a remainder as a graph: its open variables, then its groups, with an edge from each group to each of its open
// variables. A permutation of the vertices maps the remainder onto itself if it keeps the variables' values and takes each group to
// one with the same meaning for the images.
type structure struct {
	*remainder
	adjacent [][]int
	colours  []uint64    // an automorphism must keep these numbers; verified decides
	vertex   map[int]int // of a field
	normal   map[int][]string
	edges    int
	next     []uint64 // for refinements
	sorted   []uint64
}

func newStructure(r *remainder) *structure {
	s := &structure{remainder: r, vertex: map[int]int{}, normal: map[int][]string{}}
	n := len(r.open)
	s.adjacent = make([][]int, n+len(r.fields))
	for _, v := range stop.Each(r.problem.watch, r.open, func(v model.Var) int { return workPerLookup * len(r.problem.values[v]) }) {
		s.colours = append(s.colours, hashText(fmt.Sprint(r.problem.values[v], r.problem.hidden[v])))
	}
	for i, j := range stop.Each(r.problem.watch, r.fields, r.workOf) {
		f := &r.plan.fields[j]
		s.vertex[j] = n + i
		s.colours = append(s.colours, hashText(s.sort(f)))
		s.join(n+i, f.scope)
	}
	for _, j := range stop.Each(r.problem.watch, r.fields, r.workOf) {
		f := &r.plan.fields[j]
		switch {
		case f.automaton == nil:
		case f.first < r.cut:
			for position := s.fixed(f); position < len(f.scope); position++ {
				at := r.position(f.scope[position]) - r.cut
				s.colours[at] = hash([]uint64{s.colours[at], uint64(position), s.colours[s.vertex[j]]})
			}
		case len(f.constraints) > 1:
			for _, c := range f.constraints {
				s.adjacent = append(s.adjacent, nil)
				s.colours = append(s.colours, hashText(bounds(c)))
				s.join(len(s.adjacent)-1, c.Scope())
			}
		}
	}
	s.next, s.sorted = make([]uint64, len(s.colours)), make([]uint64, len(s.colours))
	return s
}

// join adds edges between a vertex and its open variables.
func (s *structure) join(vertex int, scope []model.Var) {
	for _, v := range scope {
		if at := s.position(v) - s.cut; at >= 0 {
			s.adjacent[at] = append(s.adjacent[at], vertex)
			s.adjacent[vertex] = append(s.adjacent[vertex], at)
			s.edges++
		}
	}
}

// bounds describes a constraint without its variables.
func bounds(c model.Constraint) string {
	if c, is := c.(interface{ Bounds() (lo, hi int) }); is {
		lo, hi := c.Bounds()
		return fmt.Sprint("sum", lo, " ", hi)
	}
	return c.Kind()
}

// sort returns a text that is equal for groups that an automorphism may exchange.
func (s *structure) sort(f *field) string {
	switch active := f.first < s.cut; {
	case f.automaton == nil && active:
		return fmt.Sprint("mask", s.wanted(f))
	case f.automaton == nil:
		return machine.AllDifferent
	case active:
		return fmt.Sprintf("automaton %p at %d", f.automaton, s.fixed(f))
	default:
		return fmt.Sprint("untouched", len(f.scope))
	}
}

// wanted returns the values in a mask that matter.
func (s *structure) wanted(f *field) []int {
	return slices.DeleteFunc(slices.Clone(s.values), func(value int) bool { return !f.matters(s.cut, value) })
}

func hashText(text string) uint64 {
	h := []uint64{0}
	for _, b := range []byte(text) {
		h[0] = hash([]uint64{h[0], uint64(b)})
	}
	return h[0]
}

// refined refines two colourings in the same way until no colour splits, and reports whether they still agree.
func (s *structure) refined(left, right []uint64) bool {
	for classes := s.countColours(left); ; {
		if s.over(workPerLookup*(len(left)+s.edges)) || s.refineOnce(left) != s.refineOnce(right) {
			return false
		}
		now := s.countColours(left)
		if now == classes {
			return true
		}
		classes = now
	}
}

// countColours returns how many colours there are.
func (s *structure) countColours(colours []uint64) int {
	copy(s.sorted, colours)
	slices.Sort(s.sorted)
	n := 0
	for i, colour := range s.sorted {
		if i == 0 || colour != s.sorted[i-1] {
			n++
		}
	}
	return n
}

// refineOnce adds the neighbours' colours to each colour, and returns a hash of all colours.
func (s *structure) refineOnce(colours []uint64) (all uint64) {
	for v, colour := range colours {
		var sum uint64
		for _, u := range s.adjacent[v] {
			sum += mixed(colours[u], 0)
		}
		s.next[v] = mixed(colour, sum)
		all += mixed(s.next[v], 1)
	}
	copy(colours, s.next)
	return all
}

// mixed combines two numbers into one.
func mixed(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0xa0761d6478bd642f, b^0xe7037ed1a0b428db)
	return mixing(hi ^ lo ^ a)
}

func mixing(x uint64) uint64 {
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	return x ^ x>>32
}

// mostTries limits the refinements in a search for one automorphism.
const mostTries = 50

// find looks for an automorphism that maps the left colours to the right ones. It returns the images of vertices.
func (s *structure) find(left, right []uint64, tries *int) []int {
	if *tries++; *tries > mostTries || s.over(len(left)) || !s.refined(left, right) {
		return nil
	}
	choice := s.repeated(left)
	if choice < 0 {
		of := map[uint64]int{}
		for v, colour := range right {
			of[colour] = v
		}
		images := make([]int, len(left))
		for v, colour := range left {
			images[v] = of[colour]
		}
		if s.verified(images) {
			return images
		}
		return nil
	}
	candidates := []int{choice} // the one that changes least comes first
	for v := range right {
		if v != choice {
			candidates = append(candidates, v)
		}
	}
	for _, image := range candidates {
		if right[image] != left[choice] {
			continue
		}
		if images := s.findWith(left, right, choice, image, tries); images != nil || *tries > mostTries {
			return images
		}
	}
	return nil
}

// repeated returns a vertex that shares its colour with others, or -1.
func (s *structure) repeated(colours []uint64) int {
	copy(s.sorted, colours)
	slices.Sort(s.sorted)
	for i := 1; i < len(s.sorted); i++ {
		if s.sorted[i] == s.sorted[i-1] {
			return slices.Index(colours, s.sorted[i])
		}
	}
	return -1
}

// findWith is find with one more vertex that must be mapped to an image.
func (s *structure) findWith(left, right []uint64, v, image int, tries *int) []int {
	left, right = slices.Clone(left), slices.Clone(right)
	left[v] = hash([]uint64{left[v], 1})
	right[image] = hash([]uint64{right[image], 1})
	return s.find(left, right, tries)
}

// verified reports exactly whether a permutation maps the remainder onto itself, whatever produced it.
func (s *structure) verified(images []int) bool {
	n := len(s.open)
	seen := make([]bool, len(images))
	for v, image := range images {
		if seen[image] || (v < n) != (image < n) {
			return false
		}
		seen[image] = true
	}
	for i, v := range s.open {
		w := s.open[images[i]]
		if s.over(len(s.problem.values[v])) || !slices.Equal(s.problem.values[v], s.problem.values[w]) || s.problem.hidden[v] != s.problem.hidden[w] {
			return false
		}
	}
	for i := range s.fields {
		if to := images[n+i] - n; to >= len(s.fields) || !s.carries(images, i, to) {
			return false
		}
	}
	return true
}

// carries reports whether the image of one group has the same meaning as the other group.
func (s *structure) carries(images []int, from, to int) bool {
	f, g := &s.plan.fields[s.fields[from]], &s.plan.fields[s.fields[to]]
	if (f.first < s.cut) != (g.first < s.cut) || (f.automaton == nil) != (g.automaton == nil) {
		return false
	}
	n := len(s.open)
	if len(s.adjacent[n+from]) != len(s.adjacent[n+to]) {
		return false
	}
	if f.automaton == nil {
		var those []int
		for _, v := range s.adjacent[n+from] {
			those = append(those, images[v])
		}
		if slices.Sort(those); s.over(workPerLookup*len(those)) || !slices.Equal(those, s.adjacent[n+to]) {
			return false
		}
		return f.first >= s.cut || slices.Equal(s.wanted(f), s.wanted(g))
	}
	if f.automaton == g.automaton && s.fixed(f) == s.fixed(g) && s.inOrder(images, f, g) {
		return true
	}
	return f.first >= s.cut && s.same(images, s.fields[from], s.fields[to])
}

// inOrder reports whether the open variables of a field map, in order, to the open variables of another.
func (s *structure) inOrder(images []int, f, g *field) bool {
	for i := s.fixed(f); i < len(f.scope); i++ {
		if s.open[images[s.position(f.scope[i])-s.cut]] != g.scope[i] {
			return false
		}
	}
	return true
}

// same reports whether the images of an untouched group's constraints are another group's constraints.
func (s *structure) same(images []int, from, to int) bool {
	image := func(v model.Var) model.Var { return s.open[images[s.position(v)-s.cut]] }
	if s.over(workPerLookup * len(s.adjacent[images[s.vertex[from]]])) {
		return false
	}
	own := func(v model.Var) model.Var { return v }
	if s.normal[to] == nil {
		s.normal[to] = normalTexts(s.plan.fields[to].constraints, own)
	}
	return slices.Equal(normalTexts(s.plan.fields[from].constraints, image), s.normal[to])
}

// normalTexts writes constraints with their variables replaced; equal constraints get equal texts, whatever their order.
func normalTexts(constraints []model.Constraint, image func(model.Var) model.Var) []string {
	var texts []string
	for _, c := range constraints {
		renamed := c.Substitute(model.Substitution{Var: func(v model.Var) (model.Var, bool) { return image(v), true }})
		texts = append(texts, model.CanonicalText(model.Normal(renamed)))
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}
