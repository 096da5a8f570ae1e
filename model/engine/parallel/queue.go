package parallel

import (
	"container/list"
	"iter"

	"qmsat/model"
	"qmsat/model/engine/cubetree"
)

// task is a cube that is open, or of which the solutions wait for those before them.
type task struct {
	node      *cubetree.Node
	pieces    int // that the cube is split into before any of them is searched
	begun     bool
	solutions []model.Assignment // where they are yielded
	place     *list.Element
}

// queue holds the tasks of a run in the order of their solutions.
type queue struct{ tasks list.List }

// add puts a cube at the end.
func (q *queue) add(node *cubetree.Node, pieces int) {
	t := &task{node: node, pieces: pieces}
	t.place = q.tasks.PushBack(t)
}

// replace puts the cubes that a task's was split into in its place.
func (q *queue) replace(t *task, nodes []*cubetree.Node) {
	for _, node := range nodes {
		child := &task{node: node, pieces: (t.pieces + len(nodes) - 1) / len(nodes)}
		child.place = q.tasks.InsertBefore(child, t.place)
	}
	q.remove(t)
}

func (q *queue) remove(t *task) { q.tasks.Remove(t.place) }

// all yields the tasks in order.
func (q *queue) all() iter.Seq[*task] {
	return func(yield func(*task) bool) {
		for e := q.tasks.Front(); e != nil && yield(e.Value.(*task)); e = e.Next() {
		}
	}
}

// first returns the first task, or nil.
func (q *queue) first() *task {
	for t := range q.all() {
		return t
	}
	return nil
}

// next returns the first task that was not begun, or nil.
func (q *queue) next() *task {
	for t := range q.all() {
		if !t.begun {
			return t
		}
	}
	return nil
}
