package parallel

import (
	"slices"

	"qmsat/internal/cubetree"
	"qmsat/model"
)

// task is a cube that is open, or of which the solutions wait for those before them.
type task struct {
	node      *cubetree.Node
	pieces    int // that the cube is split into before any of them is searched
	begun     bool
	solutions []model.Assignment // where they are yielded
}

// queue holds the tasks of a run in the order of their solutions.
type queue []*task

// replace puts the cubes that a task's was split into in its place.
func (q *queue) replace(t *task, nodes []*cubetree.Node) {
	var tasks []*task
	for _, node := range nodes {
		tasks = append(tasks, &task{node: node, pieces: (t.pieces + len(nodes) - 1) / len(nodes)})
	}
	at := slices.Index(*q, t)
	*q = slices.Replace(*q, at, at+1, tasks...)
}

func (q *queue) remove(t *task) { q.replace(t, nil) }

// next returns the place of the first task that was not begun, or -1.
func (q queue) next() int { return slices.IndexFunc(q, func(t *task) bool { return !t.begun }) }
