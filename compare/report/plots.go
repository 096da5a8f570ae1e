package report

import (
	"html/template"
	"io"

	"qmsat/compare/report/plot"
	"qmsat/internal/lists"
)

// plotsHTML is a page of nothing but charts.
const plotsHTML = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
{{.Style}}</style>
</head>
<body>
<h1>{{.Title}}</h1>
{{- range .Charts}}
<figure>
{{.SVG}}
<figcaption>{{.Title}}: {{.Description}}</figcaption>
</figure>
{{- end}}
{{.Table}}
</body>
</html>
`

// The files of a report, in a folder.
const (
	PageFile    = "index.html"
	ResultsFile = "results.jsonl"
)

// WritePlots writes a page of charts, each with its title and description, and a table below them.
func WritePlots(w io.Writer, title string, charts []plot.Chart, table template.HTML) error {
	type chart struct {
		SVG                template.HTML
		Title, Description string
	}
	p := struct {
		Title  string
		Style  template.CSS
		Charts []chart
		Table  template.HTML
	}{Title: title, Style: template.CSS(pageCSS), Table: table}
	p.Charts = lists.Map(charts, func(c plot.Chart) chart { return chart{template.HTML(c.SVG()), c.Title, c.Description} })
	return template.Must(template.New("plots").Parse(plotsHTML)).Execute(w, p)
}
