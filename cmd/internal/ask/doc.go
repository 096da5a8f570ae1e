// Package ask answers the questions of the web page, over HTTP or in a WebAssembly worker.
//
//	type or function  meaning
//	Method            a question with its answer, both JSON; one file for each group of questions, registered by name
//	Puzzle            a model file as JSON, as the page keeps and edits it
//	BadRequest        an error that the asker can mend
//
// A method may emit events while it works, such as counts so far. It ends when its context ends. Methods know nothing of HTTP:
// package qmsat/cmd/internal/web/serve and the command qmsat-page carry them. The page itself is in qmsat/cmd/internal/web.
package ask
