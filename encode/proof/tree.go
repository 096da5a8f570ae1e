package proof

import (
	"fmt"
	"io"
	"strconv"

	"qmsat/encode"
)

// A tree file certifies a count by a depth-first search, in bounded memory on either side. Between header and count it has, a line each,
//
//	17         a decision: the literal is assumed at the current node
//	s          a solution: propagation gave all variables values
//	s -31 32   a solution: it made a literal of each output true, and these literals complete the assignment
//
// A node closes where unit propagation meets a conflict, and with a solution. Then its decision is taken back, and the negation of that
// assumed in its place, in the node above, which closes in turn where that meets a conflict. The certificate is complete when the root
// has closed. Decisions are literals of outputs, so that solutions below different ones are different; below a decision of another variable
// there may be no solution. In what stands for a solution of the model just one literal of each variable is true, whether or not the
// formula says so by propagation: where one of each output is, there is no second solution.

// treeLine is the first line of a tree file. The number changes with the form of the file.
const treeLine = "qmsat tree 1"

// A TreeWriter writes a tree file as a search goes. The first failed write sticks, and End returns it.
type TreeWriter struct {
	out  *sealedWriter
	line []byte
}

// NewTreeWriter writes the header.
func NewTreeWriter(w io.Writer, s Statement) *TreeWriter {
	t := &TreeWriter{out: newSealedWriter(w)}
	s.write(t.out, "", treeLine)
	return t
}

// Decide writes a decision.
func (t *TreeWriter) Decide(l encode.Literal) {
	t.line = append(strconv.AppendInt(t.line[:0], int64(l), 10), '\n')
	t.out.Write(t.line)
}

// Solution writes a solution with the literals that propagation left open.
func (t *TreeWriter) Solution(rest []encode.Literal) {
	t.line = append(t.line[:0], 's')
	for _, l := range rest {
		t.line = strconv.AppendInt(append(t.line, ' '), int64(l), 10)
	}
	t.out.Write(append(t.line, '\n'))
}

// End writes the number of solutions.
func (t *TreeWriter) End(count fmt.Stringer) error { return t.out.end(count) }
