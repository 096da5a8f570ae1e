package modeltest

import "qmsat/internal/sample"

// Bytes returns a source of numbers for fuzz targets: each takes a byte, or two where one is not enough; behind the last
// byte all are 0.
func Bytes(data []byte) sample.Source { return &bytes{data} }

type bytes struct{ left []byte }

// IntN implements sample.Source.
func (b *bytes) IntN(n int) int {
	number := b.next()
	if n > 1<<8 {
		number = number<<8 | b.next()
	}
	return number % n
}

func (b *bytes) next() int {
	if len(b.left) == 0 {
		return 0
	}
	first := b.left[0]
	b.left = b.left[1:]
	return int(first)
}
