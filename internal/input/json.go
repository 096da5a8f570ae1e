package input

import (
	"bytes"
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v4"
)

// JSON returns a node of a document as JSON, with mappings in their order.
func JSON(n *Node) ([]byte, error) {
	open, join, end := "[", []string{","}, "]"
	switch n.Kind {
	case yaml.ScalarNode:
		var value any
		if err := n.Decode(&value); err != nil {
			return nil, fmt.Errorf("line %d: %w", n.Line, err)
		}
		return json.Marshal(value)
	case yaml.MappingNode:
		open, join, end = "{", []string{",", ":"}, "}"
	}
	text := bytes.NewBufferString(open)
	for i, part := range n.Content {
		if i > 0 {
			text.WriteString(join[i%len(join)])
		}
		written, err := JSON(part)
		if err != nil {
			return nil, err
		}
		if n.Kind == yaml.MappingNode && i%2 == 0 && written[0] != '"' { // a key such as 5
			written, _ = json.Marshal(part.Value)
		}
		text.Write(written)
	}
	text.WriteString(end)
	return text.Bytes(), nil
}
