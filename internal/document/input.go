package document

import "fmt"

// InputError is bad input: where it is, what was found and what was expected.
type InputError struct {
	File         string // as the user named it
	Line, Column int    // counting from 1; 0 where unknown
	Message      string
}

// Error returns one line: file:line:column: message.
func (e *InputError) Error() string {
	text := e.File
	if e.Line > 0 {
		text += fmt.Sprintf(":%d", e.Line)
		if e.Column > 0 {
			text += fmt.Sprintf(":%d", e.Column)
		}
	}
	return text + ": " + e.Message
}
