package residual

import (
	"fmt"

	"qmsat/model/engine"
)

// meter shows how far a merging has come.
type meter struct {
	show  func(engine.Progress)
	pace  engine.Pace
	cuts  int
	width []int // by cut that was come to: states
}

// at shows, from time to time, that so many states of a cut are done, of those that it has. What the rest takes it guesses: each cut as
// many states as the one that is as far from the other end, or, where that was not come to, as the present one.
func (m *meter) at(cut, taken, states int) {
	if m == nil {
		return
	}
	if m.width = append(m.width[:cut], states); taken%128 != 0 || !m.pace.Due() {
		return
	}
	done, all := taken, 0
	for other := range m.cuts {
		switch mirror := m.cuts - other; {
		case other <= cut:
			all += m.width[other]
		case mirror <= cut:
			all += m.width[mirror]
		default:
			all += states
		}
		if other < cut {
			done += m.width[other]
		}
	}
	m.show(engine.Progress{
		Share: float64(done) / float64(all),
		Text:  fmt.Sprintf("cut %d of %d, from %d states", cut+1, m.cuts, states),
	})
}
