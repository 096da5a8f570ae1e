package report

import (
	_ "embed"
	"io"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/internal/lists"
)

//go:embed page.css
var pageCSS string

// WritePlots writes a page of charts, each with its title and description, and below them a table of lines whose cells are set
// apart by tabs; the first is the heading.
func WritePlots(w io.Writer, title string, charts []plot.Chart, lines []string) error {
	figures := g.Map(charts, func(c plot.Chart) g.Node {
		return line(h.Figure(g.Raw(c.SVG()), h.FigCaption(g.Text(c.Title+": "+c.Description))))
	})
	rows := lists.Map(lines, func(line string) []string { return strings.Split(line, "\t") })
	head := lists.Map(rows[0], func(name string) column { return column{name: name} })
	return frame(title, line(h.H1(g.Text(title))), figures, wide("", head, g.Map(rows[1:], func(row []string) g.Node { return tr(lists.Map(row, cell)...) }))).Render(w)
}

// frame is a page that needs no other file.
func frame(title string, body ...g.Node) g.Node {
	return h.Doctype(h.HTML(h.Lang("en"), g.Raw("\n"),
		h.Head(h.Meta(h.Charset("utf-8")), h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.TitleEl(g.Text(title)), h.StyleEl(g.Raw("\n"+pageCSS))), g.Raw("\n"),
		h.Body(g.Raw("\n"), g.Group(body)),
	))
}

// line is an element on a line of its own.
func line(n g.Node) g.Node { return g.Group{n, g.Raw("\n")} }

// quiet is a paragraph in small print.
func quiet(text string) g.Node { return line(h.P(h.Class("quiet"), g.Text(text))) }

func tr(cells ...g.Node) g.Node { return line(h.Tr(cells...)) }

// cell is a cell of a table.
func cell(text string) g.Node { return h.Td(g.Text(text)) }

// classed is a cell of a class.
func classed(class string, content ...g.Node) g.Node { return h.Td(h.Class(class), g.Group(content)) }

// column is the heading of a column; its name may have several lines.
type column struct {
	name string
	text bool // it holds words, not numbers
}

// wide is a table that scrolls to the side where the page is narrow.
func wide(class string, columns []column, rows g.Node) g.Node {
	head := g.Map(columns, func(c column) g.Node {
		return h.Th(g.If(c.text, h.Class("text")), g.Attr("scope", "col"), lines(c.name))
	})
	return line(h.Div(h.Class("wide"), h.Table(g.If(class != "", h.Class(class)), h.THead(h.Tr(head)), g.Raw("\n"), h.TBody(rows))))
}

// lines breaks a text where it has line feeds.
func lines(text string) g.Node {
	var nodes g.Group
	for i, part := range strings.Split(text, "\n") {
		nodes = append(nodes, g.If(i > 0, h.Br()), g.Text(part))
	}
	return nodes
}

// small is a second line of a cell, or nothing.
func small(text string) g.Node {
	if text == "" {
		return nil
	}
	return g.Group{h.Br(), h.Small(g.Text(text))}
}

func (v verdict) node() g.Node {
	class := "verdict"
	if v.Bad() {
		class += " bad"
	}
	return line(h.P(h.Class(class), g.Text(v.Text)))
}

func (p page) node() g.Node {
	const title = "qmsat: engines and encodings side by side"
	facts := g.Map(p.Environment, func(fact [2]string) g.Node {
		value := g.Text(fact[1])
		if fact[0] == "Command" {
			value = h.Code(value)
		}
		return tr(h.Th(g.Attr("scope", "row"), g.Text(fact[0])), h.Td(value))
	})
	return frame(title, line(h.H1(g.Text("Engines and encodings side by side"))), p.Verdict.node(), line(h.Table(h.Class("facts"), facts)),
		g.If(len(p.Sets) > 1, g.Group{line(h.H3(g.Text("Sets"))), wide("", setColumns, g.Map(p.Sets, section.row))}),
		quiet("All engines run one puzzle before any runs the next, in an order drawn by the seed. Every solution is checked against the "+
			"model, outside the time that is measured. A puzzle is compared where two contenders exhaust its search, or meet the limit at "+
			"the same solutions. Times are of one search, without opening the engine. Beside this page, results.jsonl holds its figures, "+
			"and times.csv every time that was measured."),
		g.Map(p.Sets, section.node))
}

var setColumns = []column{{"set", true}, {"puzzles", false}, {"contenders", false}, {"compared", false}, {"cut off", false},
	{"not run", false}, {"dis-\nagreements", false}, {"shortest\nmedian time", false}, {"of contender", true}}

// row is the set's row in the table of sets.
func (s section) row() g.Node {
	v := s.Verdict
	return tr(classed("text", h.A(h.Href("#"+s.ID), g.Text(s.Name))), cell(show.Count(v.Puzzles)), cell(strconv.Itoa(len(s.Contenders))),
		cell(show.Count(v.Compared)), cell(show.Count(v.CutOff)), cell(show.Count(v.NotRun)),
		h.Td(g.If(v.Bad(), h.Class("bad")), g.Text(show.Count(s.Disagreements))),
		classed("nowrap", g.Text(s.Fastest.Time)), classed("text", g.Text(s.Fastest.Label)))
}

var contenderColumns = []column{{"", false}, {"contender", true}, {"puzzles\nfinished", false}, {"compared", false}, {"solutions", false},
	{"open", false}, {"median time\nof a puzzle", false}, {"95 % interval", false}, {"one round", false}, {"effort, all rounds", true}}

func (s section) node() g.Node {
	name := s.Name
	if name == "" {
		name = "Results"
	}
	return line(h.Section(g.Raw("\n"), line(h.H2(h.ID(s.ID), g.Text(name))), g.If(s.Description != "", line(h.P(g.Text(s.Description)))),
		quiet(s.Title), s.Verdict.node(), line(h.H3(g.Text("Contenders"))), wide("", contenderColumns, g.Map(s.Contenders, contender.row)),
		g.Iff(len(s.Failures) > 0, s.disagreements), g.Iff(len(s.Ratios.Rows) > 0, s.Ratios.node), g.Map(s.Figures, figure.node)))
}

func (c contender) row() g.Node {
	nowrap := func(text string) g.Node { return classed("nowrap", g.Text(text)) }
	return tr(cell(strconv.Itoa(c.Number)), classed("text", g.Text(c.Label), small(c.Encoding)), nowrap(c.Finished), nowrap(c.Compared),
		nowrap(c.Solutions), nowrap(c.Open), classed("nowrap", h.B(g.Text(c.Median))), nowrap(c.Interval), nowrap(c.Round),
		classed("text effort", g.Text(c.Effort)))
}

func (s section) disagreements() g.Node {
	rows := g.Map(s.Failures, func(f failure) g.Node {
		where := g.If(f.Where != "", g.Group{g.Text(f.Where), h.Br()})
		return tr(classed("text", where, h.Code(g.Text(f.Puzzle))), classed("text", g.Text(f.Contender)), classed("text", h.Code(g.Text(f.Reason))))
	})
	return g.Group{line(h.H3(h.Class("bad"), g.Text("Disagreements"))),
		wide("", []column{{"puzzle", true}, {"contender", true}, {"what is wrong", true}}, rows),
		g.If(s.MoreFailures > 0, quiet(strconv.Itoa(s.MoreFailures)+" more are in results.jsonl.")),
		g.If(s.Smallest != "", line(h.Figure(g.Raw(s.Smallest))))}
}

func (t ratioTable) node() g.Node {
	columns := []column{{"", false}, {"time of", true}}
	for _, c := range t.Columns {
		columns = append(columns, column{"over " + c, false})
	}
	class := ""
	if len(t.Columns) == 1 {
		class = "single"
	}
	rows := g.Map(t.Rows, func(r ratioRow) g.Node {
		return tr(cell(strconv.Itoa(r.Number)), classed("text", g.Text(r.Label)), g.Map(r.Cells, ratioCell.node))
	})
	return g.Group{line(h.H3(g.Text("Ratios of times"))),
		quiet("How many times as long the contender of the row takes as that of the column: the geometric mean over puzzles, with its 95 % " +
			"interval; bold where the interval excludes 1. Puzzles that one of the two did not finish are left out, and their number stands " +
			"behind −."),
		wide(class, columns, rows)}
}

func (c ratioCell) node() g.Node {
	if c.Self {
		return cell("·")
	}
	ratio := g.Text(c.Ratio)
	if c.Clear {
		ratio = h.B(ratio)
	}
	excluded := ""
	if c.Excluded > 0 {
		excluded = "−" + strconv.Itoa(c.Excluded)
	}
	return h.Td(ratio, small(c.Interval), small(excluded))
}

func (f figure) node() g.Node {
	caption := h.FigCaption(h.B(g.Text(f.Caption)), h.Span(g.Text(f.Note)))
	if !f.Small {
		return line(h.Figure(caption, g.Raw("\n"), g.Map(f.Plots, func(svg string) g.Node { return g.Raw(svg) })))
	}
	return line(h.Figure(h.Class("small"), caption, g.Raw("\n"),
		h.Div(h.Class("grid"), g.Map(f.Plots, func(svg string) g.Node { return line(h.Div(g.Raw(svg))) }))))
}
