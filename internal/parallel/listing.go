package parallel

import "qmsat/model"

// listing yields the solutions of tasks in the order of the queue.
type listing struct {
	yield   func(model.Assignment) bool
	limit   uint64
	yielded uint64
	waiting int // solutions
}

// keep has the solutions of a task wait for those before them.
func (l *listing) keep(q *queue, t *task, solutions []model.Assignment) {
	if len(solutions) == 0 {
		q.remove(t)
		return
	}
	t.solutions = solutions
	l.waiting += len(solutions)
}

// advance yields the solutions of the tasks that are counted and have none before them that is not, and removes those tasks.
// It reports whether the caller wants no more.
func (l *listing) advance(q *queue) (ended bool) {
	for !ended && len(*q) > 0 && (*q)[0].node.Counted() {
		t := (*q)[0]
		*q = (*q)[1:]
		l.waiting -= len(t.solutions)
		ended = l.hand(t)
	}
	return ended
}

func (l *listing) hand(t *task) (ended bool) {
	for _, a := range t.solutions {
		l.yielded++
		if !l.yield(a) || l.yielded == l.limit {
			return true
		}
	}
	return false
}

// rest yields what was found by the end of a run that was stopped, also ahead of the order, until the caller wants no more.
func (l *listing) rest(q queue) {
	for _, t := range q {
		if l.hand(t) {
			return
		}
	}
}
