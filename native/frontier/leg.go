package frontier

import (
	"context"

	"qmsat/internal/memory"
)

// leg is the steps from a cut to the next one at which no cluster is in its midst. If they are several, it remembers what
// became of those bits of a state that they have to do with: many states have the same ones, such as all that use up the same
// values in the rows and in the columns of a box.
type leg struct {
	steps    []step
	children []uint64 // by step, what becomes of a state
	touched  []uint64 // the bits that the steps test, set or clear, and those that they read among them
	key      []uint64 // those of the state in which it begins
	known    *table   // by key: where in endings the list of what follows begins; nil if nothing is remembered
	endings  []uint64 // lists of how many there are, and for each the touched bits and how many ways lead there
	begun    int      // where the list begins that is being written; -1: none is
	most     int      // words of endings
	longest  int      // words of a list
	own      []check  // of states behind it, that ask for touched bits only, or of which nothing is remembered
	others   []check
}

// rememberedShare: endings take at most one of so many words of the memory budget.
const rememberedShare = 1 << 7

func (p *problem) newLeg(ctx context.Context, steps []step, words int) leg {
	l := leg{steps: steps, children: make([]uint64, len(steps)*words), begun: -1, longest: p.size(endingsSetting)}
	l.touched, l.key = make([]uint64, words), make([]uint64, words)
	for _, s := range steps {
		for w, bits := range s.touched {
			l.touched[w] |= bits
		}
	}
	if len(steps) == 1 {
		return l
	}
	l.most = int(min(int64(p.size(rememberedSetting)), memory.Budget(ctx)/8/rememberedShare))
	l.forget()
	return l
}

// look has states at the cut that ends the leg looked at ahead.
func (l *leg) look(p *problem, pl *plan, cut int) {
	for _, c := range p.checks(pl, cut, l.touched) {
		if l.known == nil || c.asksOnly(l.touched) {
			l.own = append(l.own, c)
		} else {
			l.others = append(l.others, c)
		}
	}
}

func (l *leg) forget() { l.known, l.endings = newTable(len(l.key), 1, "what follows"), l.endings[:0] }

// list returns what is known to follow a state, or nil.
func (l *leg) list(state []uint64) []uint64 {
	for w, word := range state {
		l.key[w] = word & l.touched[w]
	}
	_, i := l.known.find(hash(l.key), l.key)
	if i < 0 {
		return nil
	}
	list := l.endings[l.known.count(i)[0]:]
	return list[1:][:int(list[0])*(len(l.key)+1)]
}

// begin begins the list of the state that was asked for last.
func (l *leg) begin() {
	if len(l.endings) >= l.most {
		l.forget()
	}
	l.begun = len(l.endings)
	l.endings = append(l.endings, 0)
}

// note adds a state, to which so many ways lead, to the list that is being written. A long one is given up.
func (l *leg) note(state []uint64, ways uint64) {
	if l.begun < 0 {
		return
	}
	if len(l.endings)-l.begun > l.longest {
		l.endings, l.begun = l.endings[:l.begun], -1
		return
	}
	for w, word := range state {
		l.endings = append(l.endings, word&l.touched[w])
	}
	l.endings = append(l.endings, ways)
	l.endings[l.begun]++
}

// end ends the list that was begun.
func (l *leg) end(ctx context.Context) error {
	if l.begun < 0 {
		return nil
	}
	_, err := l.known.add(ctx, hash(l.key), l.key, []uint64{uint64(l.begun)}, 1)
	l.begun = -1
	return err
}
