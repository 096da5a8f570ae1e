package model

import "qmsat/internal/document"

// InputError is bad input: where it is, what was found and what was expected.
type InputError = document.InputError
