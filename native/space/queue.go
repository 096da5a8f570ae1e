package space

// queue holds the propagators that are due, each at most once: first the quick ones, then the slow ones, in order of arrival.
type queue struct {
	rings  [2]ring // quick and slow
	slow   []bool
	queued []bool
}

// ring is a queue with room for every propagator.
type ring struct {
	ids    []int32
	head   int
	length int
}

// NewQueue returns a queue for propagators; slow marks the slow ones.
func NewQueue(slow []bool) queue {
	q := queue{slow: slow, queued: make([]bool, len(slow))}
	for i := range q.rings {
		q.rings[i].ids = make([]int32, len(slow))
	}
	return q
}

func (q *queue) Empty() bool { return q.rings[0].length|q.rings[1].length == 0 }

// Push appends the propagators that are not yet in the queue.
func (q *queue) Push(ids []int32) {
	for _, id := range ids {
		if q.queued[id] {
			continue
		}
		q.queued[id] = true
		r := &q.rings[0]
		if q.slow[id] {
			r = &q.rings[1]
		}
		tail := r.head + r.length
		if tail >= len(r.ids) {
			tail -= len(r.ids)
		}
		r.ids[tail] = id
		r.length++
	}
}

// pop removes the first propagator. It may be pushed again at once, even because of its own changes.
func (q *queue) pop() int32 {
	r := &q.rings[0]
	if r.length == 0 {
		r = &q.rings[1]
	}
	id := r.ids[r.head]
	q.queued[id] = false
	if r.head++; r.head == len(r.ids) {
		r.head = 0
	}
	r.length--
	return id
}

func (q *queue) Clear() {
	for !q.Empty() {
		q.pop()
	}
}
