package frontier

import (
	"context"

	"qmsat/internal/memory"
)

// stretch is the steps from one cut to the next one by nextCut. If it has several steps, it remembers their
// results by the bits of a state that they touch. Many states share these bits, such as all that have used the same values in the
// rows and in the columns of a box.
type stretch struct {
	steps    []step
	children []uint64 // by step: the resulting state
	touched  []uint64 // the bits that the steps test, set or clear; some of these are also read
	key      []uint64 // the values of these bits in the starting state
	known    *table   // by key: the start of its list of results in endings; nil if nothing is remembered
	endings  []uint64 // lists: their length, and for each result the touched bits and the number of paths to it
	begun    int      // the start of the list being written; -1: none
	most     int      // words of endings
	longest  int      // words of a list
	own      []check  // checks of the resulting states that need only touched bits; all checks if nothing is remembered
	others   []check
}

// rememberedShare limits endings to one part in this many of the memory budget.
const rememberedShare = 1 << 7

func (p *problem) newStretch(ctx context.Context, steps []step, words int) stretch {
	l := stretch{steps: steps, children: make([]uint64, len(steps)*words), begun: -1, longest: p.limits.Endings}
	l.touched, l.key = make([]uint64, words), make([]uint64, words)
	for _, s := range steps {
		for w, bits := range s.touched {
			l.touched[w] |= bits
		}
	}
	if len(steps) == 1 {
		return l
	}
	l.most = int(min(int64(p.limits.Remembered), memory.Budget(ctx)/8/rememberedShare))
	l.forget()
	return l
}

// lookAhead adds checks for the states at the end of the stretch.
func (l *stretch) lookAhead(p *problem, pl *plan, cut int) {
	for _, c := range p.checks(pl, cut, l.touched) {
		if l.known == nil || c.asksOnly(l.touched) {
			l.own = append(l.own, c)
		} else {
			l.others = append(l.others, c)
		}
	}
}

func (l *stretch) forget() {
	l.known, l.endings = newTable(len(l.key), 1, "what follows"), l.endings[:0]
}

// list returns the remembered results of a state, or nil.
func (l *stretch) list(state []uint64) []uint64 {
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

// begin begins the list for the latest state asked for.
func (l *stretch) begin() {
	if len(l.endings) >= l.most {
		l.forget()
	}
	l.begun = len(l.endings)
	l.endings = append(l.endings, 0)
}

// note adds a state with its number of paths to the list being written. It abandons a list that gets too long.
func (l *stretch) note(state []uint64, paths uint64) {
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
	l.endings = append(l.endings, paths)
	l.endings[l.begun]++
}

// end ends the list that was begun.
func (l *stretch) end(ctx context.Context) error {
	if l.begun < 0 {
		return nil
	}
	_, err := l.known.add(ctx, hash(l.key), l.key, []uint64{uint64(l.begun)}, 1)
	l.begun = -1
	return err
}
