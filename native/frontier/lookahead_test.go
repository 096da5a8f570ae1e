package frontier

import (
	"context"
	"math/rand/v2"
	"testing"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
)

// A look-ahead finds values for a cluster if some accepted word avoids the used values, whatever was asked before.
func TestLookAhead(t *testing.T) {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	var boxes []model.Var
	for _, house := range m.Grid.BoxHouses() {
		boxes = append(boxes, house.Cells...)
		m.Constraints = append(m.Constraints, model.Sum("", 4, 6, house.Cells[0], house.Cells[3]))
	}
	p, err := newProblem(stop.NewWatch(context.Background()), m, nil, engine.LimitsOf[limits](nil))
	if err != nil {
		t.Fatal(err)
	}
	l := &automata{p.watch, map[string]*automaton{}}
	if err := p.hide(l); err != nil {
		t.Fatal(err)
	}
	if err := p.cluster(l); err != nil {
		t.Fatal(err)
	}
	pl, err := p.newPlan(l, boxes)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(23, 0))
	const cut = 4
	checks := p.checks(pl, cut, []uint64{^uint64(0)})
	if len(checks) != 2 {
		t.Fatalf("%d checks behind the first box, expected its neighbours", len(checks))
	}
	found := map[bool]int{}
	for range 200 {
		for i := range checks {
			c := &checks[i]
			state := []uint64{random.Uint64() & random.Uint64() & c.bits[0]}
			want := false
			for word := range 256 {
				node := int32(0)
				for position := 0; position < 4 && node != dead; position++ {
					value := word >> (2 * position) & 3
					node = c.automaton.next[position][4*int(node)+value]
					if state[0]&c.test[position][value] != 0 {
						node = dead
					}
				}
				want = want || node != dead
			}
			found[want]++
			if got, err := c.admits(l.watch, state); got != want || err != nil {
				t.Fatalf("state %x: %v, error %v, expected %v", state, got, err, want)
			}
		}
	}
	if found[true] == 0 || found[false] == 0 {
		t.Errorf("found %v, expected both", found)
	}
}
