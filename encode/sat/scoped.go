package sat

import (
	"context"

	"qmsat/encode"
)

// scoped is a solver that can propagate without searching, in scopes: each has more literals that hold, and stands on the
// one before it and the round's cube. While scopes are open nothing may be blocked, but Solve searches under them.
type scoped interface {
	solver
	// Push opens a scope in which the literals hold too, and propagates. It reports false where that meets a conflict; the
	// scope must be popped all the same.
	Push(literals ...encode.Literal) bool
	// Pop closes the innermost scope. It reports false where the scope around it now turns out to have no solution; then
	// that must be popped before another is pushed.
	Pop() bool
	// Implied reports whether the literal is true in the innermost scope, as far as propagation knows. After Solve it is of
	// no meaning until [scoped.Resume].
	Implied(l encode.Literal) bool
	// Resume takes back what Solve assigned in the innermost scope. It reports false where the scope has no solution.
	Resume() bool
	// Forget has the solver forget what it learnt, where it can. The innermost scope is consistent, and nothing was assigned
	// since it was pushed; what only the forgotten clauses implied is open again. Where ctx ends, it may do nothing.
	Forget(ctx context.Context)
}
