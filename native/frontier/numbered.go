package frontier

import "encoding/binary"

// numbered are the states of a machine, numbered in the order in which they arise; states with equal keys are merged. The first
// is the one that the machine starts in.
type numbered[K comparable, S any] struct {
	states  []S
	numbers map[K]int
}

// number returns the number of a state.
func (n *numbered[K, S]) number(key K, state S) int {
	number, known := n.numbers[key]
	if !known {
		if n.numbers == nil {
			n.numbers = map[K]int{}
		}
		number = len(n.states)
		n.numbers[key] = number
		n.states = append(n.states, state)
	}
	return number
}

func (n *numbered[K, S]) start() int { return 0 }

// lists are states that are lists of numbers.
type lists struct{ numbered[string, []int] }

func (l *lists) keep(list []int) int { return l.number(string(appendInts(nil, list...)), list) }

// appendFixed appends a list of numbers of a fixed length.
func appendFixed(text []byte, list any) []byte {
	text, _ = binary.Append(text, binary.LittleEndian, list)
	return text
}

// appendInts appends numbers so that different numbers give different texts, whatever follows.
func appendInts(text []byte, numbers ...int) []byte {
	for _, n := range numbers {
		text = binary.AppendVarint(text, int64(n))
	}
	return text
}
