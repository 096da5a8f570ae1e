// Package serve serves the page of qmsat and its methods over HTTP.
//
//	type or function  meaning
//	Options           limits, the token and the name of the host
//	Server            the page with its methods at POST /api/NAME
//	Serve             serves a handler until a context ends, and drains
//	Export            the page for any web server, with its methods as WebAssembly
//
// A request is refused before it runs if another site sends it: by its Host, which stops DNS rebinding, by its Origin, or by a missing
// token. Each run has budgets of time and memory, and so has the number of runs. What a method does is in package
// qmsat/cmd/internal/ask.
package serve
