// Package ask has the questions of the command, of the web page and of its API: each stands in one place, with a typed request, events
// and a typed answer.
//
//	type or function  meaning
//	Method            a question, registered by name; one file for each group of questions
//	Command           what its command has besides the fields of the request
//	Puzzle, About     what a request is about: a model with givens, read already, or a model file as JSON
//	Searching         the part of requests that search with one engine
//	Printer, Drawn    answers, and events, that a command prints or draws
//	Ready, Checked    what requests and answers may do besides
//	Cut, Ended        the part of answers that may be cut short; what is known is answered
//	BadRequest        an error that the asker can mend
//
// The command qmsat makes flags of the fields of requests, and text, JSON or pictures of answers: cmd/qmsat/questions.go. Packages
// qmsat/cmd/internal/web/serve and qmsat-page carry JSON; the page itself is in qmsat/cmd/internal/web. Errors that are a qmsat/cmd/internal/study.Error
// say that a check failed, or that a search was stopped: exit status 1 or 3.
//
// Read method.go first, then conflict.go, a whole question, puzzle.go and search.go. method.go has the timeouts of requests, race.go
// the question that runs engines side by side. shape_test.go holds that answers have the shapes that the API tells, and scripts in
// testdata/script hold what commands print.
package ask
