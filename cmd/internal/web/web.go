// Package web has the files of the page: plain HTML, style sheets and ES modules, served as they are.
package web

import "embed"

// FS has the files of the page, index.html first of all.
//
//go:embed *.html *.css *.js *.svg panels/*.js
var FS embed.FS
