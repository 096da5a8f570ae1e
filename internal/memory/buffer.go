package memory

import "bytes"

// Buffer is a buffer that refuses a write beyond Most bytes with the error Full.
type Buffer struct {
	bytes.Buffer
	Most int
	Full error
}

// Write implements [io.Writer].
func (b *Buffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.Most {
		return 0, b.Full
	}
	return b.Buffer.Write(p)
}
