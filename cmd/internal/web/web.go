// Package web has the files of the page: plain HTML, style sheets and ES modules, served as they are.
//
//	main.js           puts the parts together, and lists the panels
//	engine.js         asks methods of qmsat/cmd/internal/ask: of the server, or in workers (worker.js) of a static build
//	state.js          the puzzle with its history, and the selected cells
//	grid.js, tools.js the grid, and the pad below it
//	panels            a module for each panel; kit.js is what they share
//
// Package serve serves the page and its methods; command qmsat-page is the WebAssembly module of a static build. Package browser has the
// tests that open the page in Chromium.
package web

import "embed"

// FS has the files of the page, index.html first of all.
//
//go:embed *.html *.css *.js *.svg panels/*.js
var FS embed.FS
