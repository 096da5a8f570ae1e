package order

import "qmsat/model"

// Conflicts is the order "conflicts". It chooses the variable of the last decision that failed, while that is open; otherwise the
// open variable with the most blame for each of its values, the one with fewer values on a tie, then the first. Every failure
// blames the variables of the failed constraint by 1, and the variable just decided by 2 more. At first a variable has the number
// of its constraints. All blame is halved from time to time, as what failed long ago says little about where the search is now. A choice
// takes O(variables) steps, where [Failures] also looks at their constraints.
//
// Source: Lecoutre, Saïs, Tabary, Vidal, "Reasoning from last conflict(s) in constraint programming", Artificial Intelligence
// 173(18), 2009; the blame is that of Failures, by variable.
func Conflicts(s Search, variables []model.Var) (best model.Var, found bool) {
	w := s.Weights()
	least, most := 0, 0
	for i, size := range s.Sizes(variables) {
		if size == 1 {
			continue
		}
		v := variables[i]
		if v == w.last {
			return v, true
		}
		blame := w.blame[v]
		if left, right := blame*least, most*size; !found || left > right || left == right && size < least {
			best, found, least, most = v, true, size, blame
		}
	}
	return best, found
}

// Blame returns the blame of a variable.
func (w *Weights) Blame(v model.Var) int { return w.blame[v] }

// blameHalves is the number of failed decisions after which all blame is halved. All 129 solutions of a killer Sudoku with
// thermometers and anti-knight take 0.65 million nodes, without that 0.76 million. Of the puzzles of Interactive Sudoku Solver that
// need thousands of nodes, two more are solved in 3 s; halved after 512, others take up to 2.5 times as many nodes.
const blameHalves = 2048

// Decided notes a decision on a variable, and whether it failed at once. It does nothing if failures are not counted.
func (w *Weights) Decided(v model.Var, failed bool) {
	switch {
	case w == nil:
	case failed:
		w.blame[v] += 2
		w.last = v
		if w.failed++; w.failed%blameHalves == 0 {
			for of := range w.blame {
				w.blame[of] = (w.blame[of] + 1) / 2
			}
		}
	case w.last == v:
		w.last = -1
	}
}
