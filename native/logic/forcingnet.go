package logic

import (
	"fmt"

	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "forcing-net", Title: "Forcing Net", Group: "forcing", Order: 8600, Score: 700, Level: Extreme, Rating: 8.5, Chains: true,
		find: forcingNet, Describe: describeForcing,
	})
}

// forcingNet does what forcingChain does, but follows naked and hidden singles, which may rest on any number of candidates before them.
func forcingNet(f *finder) { f.force(&netInference{start: f.State, state: f.Clone()}) }

// netInference infers by singles.
type netInference struct{ start, state *State }

// infer implements inference.
func (n *netInference) infer(at Candidate, on bool, f *consequences) {
	s := n.state
	s.copyFrom(n.start)
	if on {
		s.place(at.Cell, at.Value)
	} else {
		s.remove(at.Cell, at.Value)
	}
	s.singles()
	f.contradicted = ""
	if s.broken {
		f.contradicted = s.brokenAt()
	}
	for v, before := range n.start.candidates {
		f.on[v], f.off[v] = 0, before&^s.candidates[v]
		if before != 0 && s.values[v] >= 0 {
			f.on[v] = 1 << s.values[v]
			f.off[v] &^= f.on[v]
		}
	}
}

// singles places naked and hidden singles until there is none, or the state is broken.
func (s *State) singles() {
	for again := true; again && !s.broken; {
		again = false
		for v, mask := range s.candidates {
			if count(mask) == 1 && !s.broken {
				s.place(model.Var(v), lowest(mask))
				again = true
			}
		}
		for i := range s.Houses {
			if !s.Houses[i].Full {
				continue
			}
			for value := range s.numbers {
				if places := *s.at(i, value); count(places) == 1 && !s.broken {
					s.place(s.Houses[i].Cells[lowest(places)], value)
					again = true
				}
			}
		}
	}
}

// brokenAt names the contradiction of a state: a cell without candidates, or a house without a place for a value.
func (s *State) brokenAt() string {
	for v, mask := range s.candidates {
		if mask == 0 && s.values[v] < 0 {
			return s.CellNames([]model.Var{model.Var(v)})
		}
	}
	for i := range s.Houses {
		for value := range bitsOf(s.Houses[i].values &^ s.placed[i]) {
			if s.Houses[i].Full && *s.at(i, value) == 0 {
				return fmt.Sprintf("%s for %d", s.Houses[i].Name, s.Number(value))
			}
		}
	}
	return ""
}
