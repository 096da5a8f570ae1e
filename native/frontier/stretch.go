package frontier

import (
	"context"

	"qmsat/internal/memory"
)

// stretch is the steps from a cut to the next one that is not inside a cluster. If it has several steps, it remembers their
// results for the bits of a state that they touch. Many states share these bits, such as all that use up the same values in
// the rows and in the columns of a box.
type stretch struct {
	steps    []step
	children []uint64 // by step, what becomes of a state
	touched  []uint64 // the bits that the steps test, set or clear, and among them the bits they read
	key      []uint64 // those of the state in which it begins
	known    *table   // by key: the start in endings of its list of results; nil if nothing is remembered
	endings  []uint64 // lists of how many there are, and for each the touched bits and how many paths lead there
	begun    int      // the start of the list that is being written; -1: none
	most     int      // words of endings
	longest  int      // words of a list
	own      []check  // of states behind it that need touched bits only, or of stretches that remember nothing
	others   []check
}

// rememberedShare bounds endings: one part in so much of the memory budget.
const rememberedShare = 1 << 7

func (p *problem) newStretch(ctx context.Context, steps []step, words int) stretch {
	l := stretch{steps: steps, children: make([]uint64, len(steps)*words), begun: -1, longest: p.size(endingsSetting)}
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

// lookAhead adds checks of the states at the cut that ends the stretch.
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

// begin begins the list of the state that was asked for last.
func (l *stretch) begin() {
	if len(l.endings) >= l.most {
		l.forget()
	}
	l.begun = len(l.endings)
	l.endings = append(l.endings, 0)
}

// note adds a state with its number of paths to the list that is being written. It gives up a long list.
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
