package frontier

import (
	"math/rand/v2"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// checker draws the samples of checks, the same in every count. It checks automata, plans and symmetries at every use.
type checker struct {
	*engine.Checker
	random *rand.Rand
	image  model.Assignment // of the sample
}

func newChecker(m *model.Model) *checker {
	return &checker{engine.NewChecker(Name, m), rand.New(rand.NewPCG(27, 1)), make(model.Assignment, len(m.Variables))}
}

// The samples of a check. wordSamples has each sort of words at least once.
const (
	wordSamples  = 12
	planSamples  = 16      // of small plans
	planWork     = 1 << 13 // work for the samples of larger plans; at least two samples are taken
	fieldSamples = 3
)

// word draws a value for each position, by its number. By turn it draws the lowest values, the highest, the lowest and the
// highest that the automaton accepts, any accepted word, or any word that the automaton can read only up to some position at or
// after the given one.
func (k *checker) word(turn int, a *automaton, values [][]int, from int) []int {
	word, node, lost := make([]int, len(values)), int32(0), len(values)
	if turn > 3 && turn%2 == 1 {
		lost = from + k.random.IntN(len(values)-from)
	}
	for position, list := range values {
		n, next := len(list), 1
		switch turn {
		case 0, 2:
		case 1, 3:
			word[position], next = n-1, n-1
		default:
			word[position] = k.random.IntN(n)
		}
		if turn < 2 || a == nil || node == dead {
			continue
		}
		row := a.next[position][int(node)*n:][:n]
		for tried := 0; tried < n && (row[word[position]] == dead) != (position >= lost); tried++ {
			word[position] = (word[position] + next) % n
		}
		node = row[word[position]]
	}
	return word
}

// read returns the node after some values, given by their numbers, or dead.
func (a *automaton) read(word []int) int32 {
	if a == nil {
		return dead
	}
	node := int32(0)
	for position, number := range word {
		if node = a.next[position][int(node)*len(a.values[position])+number]; node == dead {
			break
		}
	}
	return node
}

// valuesTo returns values that lead an automaton to a node before a position.
func (a *automaton) valuesTo(position int, node int32) []int {
	word := make([]int, position)
	for position--; position >= 0; position-- {
		at := slices.Index(a.next[position], node)
		word[position], node = at%len(a.values[position]), int32(at/len(a.values[position]))
	}
	return word
}

// automaton checks that the automaton accepts what the constraints over a scope allow. A nil automaton accepts nothing.
func (k *checker) automaton(a *automaton, constraints []model.Constraint, scope []model.Var, values [][]int) error {
	for turn := range wordSamples {
		word := k.word(turn, a, values, 0)
		for range 2 { // unchanged, and with one value changed
			for i, v := range scope {
				k.Sample[v] = values[i][word[i]]
			}
			k.Check("automaton", a.read(word) != dead, constraints, scope)
			position := k.random.IntN(len(word))
			word[position] = k.random.IntN(len(values[position]))
		}
	}
	return k.Err
}

// has reports whether a variable may have a value.
func (p *problem) has(v model.Var, value int) bool {
	_, has := slices.BinarySearch(p.values[v], value)
	return has
}

// state returns the state after the first steps of a plan on an assignment, or nil if they do not allow it.
func (p *problem) state(pl *plan, a model.Assignment, cut int) []uint64 {
	state, child := make([]uint64, pl.words), make([]uint64, pl.words)
	for i := range pl.steps[:cut] {
		s := &pl.steps[i]
		number, has := slices.BinarySearch(p.values[s.variable], a[s.variable])
		if !has || !s.take(state, s.choice[number], child) {
			return nil
		}
		state, child = child, state
	}
	return state
}

// check checks that the steps of a plan allow the same assignments as all constraints of the model. Its samples are assignments
// that the steps lead to, the same with one value changed, and with two values exchanged. An exchange often leads to the same
// state.
func (p *problem) check(pl *plan) error {
	k, n := p.checker, len(pl.steps)
	if err := p.watch.Over(0); err != nil {
		return err // the plan may be incomplete
	}
	for range max(2, min(planSamples, planWork/(n+len(p.model.Constraints)))) {
		state, child, stuck := make([]uint64, pl.words), make([]uint64, pl.words), false
		for i := range pl.steps {
			s, values := &pl.steps[i], p.values[pl.order[i]]
			number, taken := k.random.IntN(len(values)), stuck
			for tried := 0; tried < len(values) && !taken; tried++ {
				number = (number + 1) % len(values)
				taken = s.take(state, s.choice[number], child)
			}
			k.Sample[s.variable], state, child, stuck = values[number], child, state, stuck || !taken
		}
		for change := 0; change < 3 && len(p.model.Constraints) > 0; change++ {
			if err := p.watch.Over(n*pl.words + workPerLookup*len(p.model.Constraints)); err != nil {
				return err
			}
			v, w := pl.order[k.random.IntN(n)], pl.order[k.random.IntN(n)]
			switch {
			case change == 1 && p.has(v, k.Sample[w]) && p.has(w, k.Sample[v]):
				k.Sample[v], k.Sample[w] = k.Sample[w], k.Sample[v]
			case change == 2:
				k.Sample[v] = p.values[v][k.random.IntN(len(p.values[v]))]
			}
			k.Check("steps", p.state(pl, k.Sample, n) != nil, p.model.Constraints, pl.order)
		}
	}
	return k.Err
}

// mapping maps a remainder onto itself.
type mapping struct {
	name      string
	variables []int         // by position among the open variables: the position of the image; nil for the identity
	field     func(int) int // returns the image of a field of the plan
	value     func(int) int
	nodes     map[int][]int32 // by field, and node of its automaton: the image; nil for the identity
}

// check checks that some groups allow a state's completion if and only if their images allow the completion's image.
func (r *remainder) check(m mapping) {
	if r.over(workPerLookup * len(r.open)) {
		return
	}
	k := r.problem.checker
	from := make([]int, len(r.open))
	for i, v := range r.open {
		from[i] = i
		k.Sample[v] = r.problem.values[v][k.random.IntN(len(r.problem.values[v]))]
	}
	for i, image := range m.variables {
		from[image] = i
	}
	first := k.random.IntN(len(r.fields))
	for i := range min(len(r.fields), fieldSamples) {
		j := r.fields[(first+i)%len(r.fields)]
		f, g := &r.plan.fields[j], &r.plan.fields[m.field(j)]
		if f.automaton != nil {
			r.drawWord(f, g, m.nodes[j])
		} else {
			r.drawUsed(f, g, m.value)
		}
		open := f.scope[r.fixed(f):]
		for range 2 { // unchanged, and with one value changed
			inside := true
			for _, v := range g.scope[r.fixed(g):] {
				k.image[v] = m.value(k.Sample[r.open[from[r.position(v)-r.cut]]])
				inside = inside && r.problem.has(v, k.image[v])
			}
			k.Compare(m.name, inside, true, f.constraints[0], f.scope)
			k.Check(m.name, engine.Broken(g.constraints, k.image) == nil, f.constraints, f.scope)
			v := open[k.random.IntN(len(open))]
			k.Sample[v] = r.problem.values[v][k.random.IntN(len(r.problem.values[v]))]
		}
	}
}

// drawWord draws values of a field with an automaton. For the fixed variables of the image field it draws values that lead to the
// image of the node.
func (r *remainder) drawWord(f, g *field, nodes []int32) {
	k, position := r.problem.checker, r.fixed(f)
	word := k.word(2+k.random.IntN(4), f.automaton, f.automaton.values, position)
	fixed := word[:position]
	if nodes != nil {
		fixed = g.automaton.valuesTo(position, nodes[f.automaton.read(fixed)])
	}
	for i, number := range fixed {
		k.image[g.scope[i]] = g.automaton.values[i][number]
	}
	for i, v := range f.scope {
		k.Sample[v] = f.automaton.values[i][word[i]]
	}
}

// drawUsed draws values of an all-different. For the fixed variables of the image field it draws the images of the values that
// matter.
func (r *remainder) drawUsed(f, g *field, image func(int) int) {
	const nowhere = -1 << 60
	k, position, other := r.problem.checker, r.fixed(f), r.fixed(g)
	used := k.random.IntN(1 + min(position, other, len(r.values)))
	shift := k.random.IntN(1 << 10)
	for i, v := range f.scope[:position] {
		if k.Sample[v] = nowhere + i; i < used {
			k.Sample[v] = r.values[(shift+i)%len(r.values)]
		}
	}
	for i, v := range g.scope[:other] {
		if k.image[v] = nowhere + i; i < used {
			k.image[v] = image(k.Sample[f.scope[i]])
		}
	}
	shift = k.random.IntN(1 << 10)
	for i, v := range f.scope[position:] { // mostly different values
		list := r.problem.values[v]
		k.Sample[v] = list[(shift+i)%len(list)]
	}
}

func itself(value int) int { return value }

// exchange returns the exchange of two values.
func exchange(a, b int) func(int) int {
	return func(value int) int {
		if value == a || value == b {
			return a + b - value
		}
		return value
	}
}
