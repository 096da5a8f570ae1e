package engine

import "fmt"

// Guard is deferred where an engine is called whose panic is to end its own work alone: it stores the panic as an error. Each
// goroutine that calls engines needs one of its own.
func Guard(err *error) {
	if failure := recover(); failure != nil {
		*err = fmt.Errorf("panic: %v", failure)
	}
}
