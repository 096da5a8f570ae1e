package scheme

// components are the strongly connected components of a residual network.
type components struct {
	of    []int32 // by node: its component
	order []int32 // by node: its rank in the search, from 1; 0: not yet visited
	low   []int32 // by node: the lowest rank that it is known to reach
	next  []int32 // by node: the index of the next arc to try
	path  []int32 // the current path of the search
	open  []int32 // the nodes that are in no component yet
	count int32
	time  int32
}

func newComponents(nodes int) components {
	return components{
		of: make([]int32, nodes), order: make([]int32, nodes), low: make([]int32, nodes), next: make([]int32, nodes),
		path: make([]int32, 0, nodes), open: make([]int32, 0, nodes),
	}
}

func (c *components) same(a, b int32) bool { return c.of[a] == c.of[b] }

// find finds the components, in O(nodes + arcs) steps.
func (c *components) find(f *flow) {
	clear(c.order)
	clear(c.next)
	c.count, c.time = 0, 0
	for node := range c.of {
		if c.order[node] == 0 {
			c.search(f, int32(node))
		}
	}
}

func (c *components) search(f *flow, start int32) {
	c.enter(start)
	for len(c.path) > 0 {
		node := c.path[len(c.path)-1]
		if int(c.next[node]) < len(f.adjacent[node]) {
			w := f.adjacent[node][c.next[node]]
			c.next[node]++
			to, ok := f.end(w)
			switch {
			case !ok:
			case c.order[to] == 0:
				c.enter(to)
			case c.of[to] < 0:
				c.low[node] = min(c.low[node], c.order[to])
			}
			continue
		}
		c.leave(node)
	}
}

func (c *components) enter(node int32) {
	c.time++
	c.order[node], c.low[node], c.of[node] = c.time, c.time, -1
	c.path, c.open = append(c.path, node), append(c.open, node)
}

// leave returns from a node. If the node reaches no earlier one, it and the open nodes after it are a component.
func (c *components) leave(node int32) {
	c.path = c.path[:len(c.path)-1]
	if n := len(c.path); n > 0 {
		c.low[c.path[n-1]] = min(c.low[c.path[n-1]], c.low[node])
	}
	if c.low[node] < c.order[node] {
		return
	}
	for {
		last := len(c.open) - 1
		other := c.open[last]
		c.open = c.open[:last]
		c.of[other] = c.count
		if other == node {
			break
		}
	}
	c.count++
}
