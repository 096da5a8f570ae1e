// Package docs holds the documents that the command prints.
package docs

import _ "embed"

// Model is the page on model files, as Markdown.
//
//go:embed model.md
var Model string
