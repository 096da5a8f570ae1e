package input

import (
	"slices"

	"go.yaml.in/yaml/v4"
)

// mostAliased bounds the nodes that all aliases of a file stand for. Without a bound a small file can stand for billions.
const mostAliased = 1 << 17

// aliases puts the nodes that aliases stand for in place of these, and runs in place of their marks, and merges mappings.
type aliases struct {
	*Reader
	text    *source
	sizes   map[*Node]int // by expanded node that aliases may name: how many nodes it stands for
	within  map[*Node]bool
	aliased int
}

// expand expands a node, and returns how many nodes it stands for.
func (a *aliases) expand(n *Node) (size int) {
	if size, done := a.sizes[n]; done || a.err != nil {
		return size
	}
	a.look()
	a.text.fill(n)
	if n.Anchor != "" {
		a.within[n] = true
		defer func() { a.within[n], a.sizes[n] = false, size }()
	}
	size = 1
	for i, child := range n.Content {
		if child.Kind != yaml.AliasNode {
			size += a.expand(child)
			continue
		}
		if a.within[child.Alias] {
			a.Failf(child, "found an alias of a node within that node, expected another one")
			return size
		}
		n.Content[i] = child.Alias
		standsFor := a.expand(child.Alias)
		if a.aliased += standsFor; a.aliased > mostAliased {
			a.Failf(child, "found aliases that stand for over %d nodes, expected at most these", mostAliased)
		}
		size += standsFor
	}
	if n.Kind == yaml.MappingNode {
		a.merge(n)
	}
	return size
}

// merge puts the keys of other mappings in place of the key <<. The mapping's own keys go first, then those of earlier mappings.
func (a *aliases) merge(n *Node) {
	if !slices.ContainsFunc(n.Content, func(key *Node) bool { return key.Tag == "!!merge" }) {
		return
	}
	var content []*Node
	taken := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if key := n.Content[i]; key.Tag != "!!merge" && key.Kind == yaml.ScalarNode {
			taken[key.Value] = true
		}
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Tag != "!!merge" {
			content = append(content, key, value)
			continue
		}
		others := []*Node{value}
		if value.Kind == yaml.SequenceNode {
			others = value.Content
		}
		for _, other := range others {
			if other.Kind != yaml.MappingNode {
				a.Failf(other, "found %s, expected a mapping to merge", Describe(other))
				return
			}
			for j := 0; j+1 < len(other.Content); j += 2 {
				if merged := other.Content[j]; !taken[merged.Value] {
					taken[merged.Value] = true
					content = append(content, merged, other.Content[j+1])
				}
			}
		}
	}
	n.Content = content
}
