package encode

import (
	"context"
	"io"
)

// Stoppable returns a reader that fails with the context's cause once that has ended.
func Stoppable(ctx context.Context, r io.Reader) io.Reader { return stoppableReader{ctx, r} }

type stoppableReader struct {
	ctx context.Context
	io.Reader
}

func (r stoppableReader) Read(p []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.Reader.Read(p)
}
