package heuristic

import (
	"math"
	"math/bits"
	"slices"

	"qmsat/model/engine"
)

var (
	messageConstraints = &engine.Setting{
		Name: "constraints", Usage: "constraints besides houses: C1 where a line meets a box, C2 for the places of each value, C2-boxes for these in boxes", Type: engine.List,
		Values: func() []string { return []string{"C1", "C2", "C2-boxes"} }, Default: "",
	}
	messageDamping = engine.NewNumber("damping", "share of the old message in the new one", "0",
		engine.Range{Max: 0.99})
	messageDecimation = engine.NewInteger("decimation",
		"iterations; if messages still change then, the surest cell gets its value; 0: never",
		"iterations", "0", engine.AtLeast(0))
)

// decided measures how far messages got.
const decided = "decided"

func init() {
	engine.RegisterMeasure(engine.MeasureKind{
		Name: decided, Unit: "cells", Meaning: "with one value left when messages stop changing",
	})
	for _, maximum := range []bool{true, false} {
		name, summary := "sum-product", "cells and houses exchange probabilities; may fail"
		if maximum {
			name, summary = "max-product", "cells and houses exchange likelihoods, which amounts to arc consistency; may fail"
		}
		register(&method{
			name: name, summary: summary,
			// Our choice. If messages converge, they mostly do within a hundred iterations.
			limit:    limitSetting("times that all messages are sent before it gives up", "iterations", "1000"),
			settings: []*engine.Setting{messageConstraints, messageDamping, messageDecimation}, mostValues: 16,
			search: func(r *run) []int8 { return newMessages(r, maximum).iterate() },
		})
	}
}

// messages are between factors and cells: the likelihood of each value for each cell of a factor.
type messages struct {
	*run
	factors  []factor
	first    []int   // by factor: the start of its messages
	at       [][]int // by cell: the start of its messages
	in, out  []float64
	fresh    []float64 // the messages of one factor
	evidence []float64 // by cell and value: 0 for an excluded value
	belief   []float64
	tables   *tables
}

func newMessages(r *run, maximum bool) *messages {
	m := &messages{run: r, factors: r.newHouses(), at: make([][]int, len(r.given))}
	for _, name := range messageConstraints.List(r.options) {
		switch name {
		case "C1":
			m.factors = append(m.factors, r.newSame()...)
		case "C2":
			m.factors = append(m.factors, r.newColoured(false)...)
		case "C2-boxes":
			m.factors = append(m.factors, r.newColoured(true)...)
		}
	}
	length, widest := 0, 0
	for _, f := range m.factors {
		m.first = append(m.first, length)
		for i, cell := range f.cells() {
			m.at[cell] = append(m.at[cell], length+i*r.size)
		}
		length += len(f.cells()) * r.size
		widest = max(widest, len(f.cells())*r.size)
	}
	m.in, m.out, m.fresh = make([]float64, length), slices.Repeat([]float64{1}, length), make([]float64, widest)
	m.evidence, m.belief = slices.Repeat([]float64{1}, len(r.given)*r.size), make([]float64, len(r.given)*r.size)
	for cell, v := range r.given {
		if v != none {
			m.decide(cell, v)
		}
	}
	m.tables = newTables(maximum, r.size, 2*r.size)
	return m
}

// decide fixes a cell's value.
func (m *messages) decide(cell int, v int8) {
	clear(m.evidence[cell*m.size : (cell+1)*m.size])
	m.evidence[cell*m.size+int(v)] = 1
}

// iterate sends messages until the likeliest values are a solution, nothing changes, or there is a contradiction.
func (m *messages) iterate() []int8 {
	defer func() { m.effort = append(m.effort, engine.Measure{Name: decided, Value: m.decided()}) }()
	damping, decimation := messageDamping.Float(m.options), messageDecimation.Int(m.options)
	shown := slices.Clone(m.given)
	for since := 1; m.next(); since++ {
		change, possible := m.send(damping)
		if !possible || !m.hear(shown) {
			return nil
		}
		if m.valid(shown) {
			return shown
		}
		if change > 1e-9 && (decimation == 0 || since < decimation) {
			continue
		}
		surest := m.surest()
		if decimation == 0 || surest < 0 {
			return nil
		}
		m.decide(surest, shown[surest])
		since = 0
	}
	return nil
}

// send makes all cells and then all factors send their messages. It returns the largest change, and false if a factor excludes
// all values.
func (m *messages) send(damping float64) (change float64, possible bool) {
	product := make([]float64, m.size)
	for cell, at := range m.at {
		copy(product, m.evidence[cell*m.size:])
		for _, i := range at {
			copy(m.in[i:i+m.size], product)
			times(product, m.out[i:])
		}
		copy(product, slices.Repeat([]float64{1}, m.size))
		for _, i := range slices.Backward(at) {
			times(m.in[i:i+m.size], product)
			times(product, m.out[i:])
			if !normalise(m.in[i : i+m.size]) {
				return 0, false
			}
		}
	}
	for number, f := range m.factors {
		if m.ended() {
			return math.Inf(1), true
		}
		first, length := m.first[number], len(f.cells())*m.size
		f.send(m.tables, m.in[first:first+length], m.fresh[:length])
		for i := 0; i < length; i += m.size {
			if !normalise(m.fresh[i : i+m.size]) {
				return 0, false
			}
		}
		for i, x := range m.fresh[:length] {
			old := m.out[first+i]
			if damping > 0 && x > 0 {
				x = float64(damping*old) + float64((1-damping)*x)
			}
			change = max(change, math.Abs(x-old))
			m.out[first+i] = x
		}
	}
	return change, true
}

// hear computes the cells' beliefs from all messages, and stores the likeliest value of each in shown, the first on a tie. It
// reports false if a cell has none.
func (m *messages) hear(shown []int8) bool {
	for cell, at := range m.at {
		belief := m.belief[cell*m.size : (cell+1)*m.size]
		copy(belief, m.evidence[cell*m.size:])
		for _, i := range at {
			times(belief, m.out[i:])
		}
		if !normalise(belief) {
			return false
		}
		shown[cell] = int8(slices.Index(belief, 1))
	}
	return true
}

// decided counts the cells with only one value left.
func (m *messages) decided() (cells int64) {
	for values := range slices.Chunk(m.belief, m.size) {
		if bits.OnesCount32(nonzero(values)) == 1 {
			cells++
		}
	}
	return cells
}

// surest returns, among the undecided cells, the one whose other values are least likely; −1 if there is none.
func (m *messages) surest() int {
	surest, others := -1, math.Inf(1)
	for cell := range m.at {
		belief := m.belief[cell*m.size : (cell+1)*m.size]
		if sum(m.evidence[cell*m.size:(cell+1)*m.size]) > 1 && sum(belief)-1 < others {
			surest, others = cell, sum(belief)-1
		}
	}
	return surest
}

// times multiplies entry by entry.
func times(to, by []float64) {
	for x := range to {
		to[x] = float64(to[x] * by[x])
	}
}

// least is the smallest message for a value that is not excluded, so that products of messages do not become 0; our choice.
const least = 1e-12

// normalise makes the largest entry 1. It reports false if all are 0.
func normalise(message []float64) bool {
	largest := slices.Max(message)
	for x, m := range message {
		if m > 0 {
			message[x] = max(m/largest, least)
		}
	}
	return largest > 0
}

func sum(list []float64) (total float64) {
	for _, x := range list {
		total += x
	}
	return total
}

// valid reports whether each house has each value once.
func (l *layout) valid(value []int8) bool {
	return !slices.ContainsFunc(l.houses, func(house []int) bool { return countValues(house, value) < l.size })
}
