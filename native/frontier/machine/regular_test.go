package machine

import (
	"math/rand/v2"
	"testing"

	"qmsat/model"
	"qmsat/model/kinds"
)

// Words are counted by the automaton, in any order of reading.
func TestWordsInAnyOrder(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 23))
		c := &kinds.Regular{States: 3, Start: 1, Lowest: 1, Accepting: []int{1, 2}}
		for range c.States {
			c.Next = append(c.Next, []int{random.IntN(4), random.IntN(4), random.IntN(4)})
		}
		m := &model.Model{Constraints: []model.Constraint{c}}
		for _, i := range random.Perm(7) {
			c.Vars = append(c.Vars, model.Var(i))
			m.AddVariable(string(rune('a'+len(c.Vars))), model.Interval(1, 3))
		}
		paths := []int{0, 1, 0, 0} // by state
		for range c.Vars {
			after := make([]int, 4)
			for state := 1; state <= 3; state++ {
				for _, to := range c.Next[state-1] {
					after[to] += paths[state]
				}
			}
			paths = after
		}
		w := newWord(c, make([][]int, 7))
		counts := map[int]int{w.Start(): 1} // by state of the machine
		for position := range 7 {
			after := map[int]int{}
			for state, count := range counts {
				for value := 1; value <= 3; value++ {
					if to, ok := w.Next(position, state, value); ok {
						after[to] += count
					}
				}
			}
			counts = after
		}
		total := 0
		for _, count := range counts {
			total += count
		}
		if want := paths[1] + paths[2]; total != want {
			t.Errorf("seed %d: %d words, expected %d", seed, total, want)
		}
	}
}
