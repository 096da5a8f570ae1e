package formats

import (
	"regexp"
	"strconv"
	"strings"

	"qmsat/internal/document"
)

// sclShort are the short keys of SudokuPad's packed JSON.
var sclShort = map[string]string{
	"c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells", "cs": "cellSize",
	"a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value", "vd": "videos", "l": "lines",
	"r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength", "wp": "wayPoints", "t": "title",
	"te": "text", "d": "duration", "d2": "d",
}

// sclParser reads SudokuPad's JSON, packed or not. Packed JSON has short keys without quotes, single quotes, t and f for true and
// false, nothing for an empty object in a list, and colours as six digits or # and one digit.
type sclParser struct {
	text string
	at   int
	deep int
	faults
}

// mostDeep limits how deep objects and lists may be nested.
const mostDeep = 100

// parseSCL reads a text, and returns where reading ended.
func parseSCL(text string) (value any, at int, err error) {
	p := &sclParser{text: text}
	value = p.value(false)
	if p.err == nil && p.at < len(text) {
		p.failf("found %q after the end", document.Clip(text[p.at:]))
	}
	return value, p.at, p.err
}

func (p *sclParser) failf(format string, args ...any) {
	p.faults.failf("found no JSON of SudokuPad: "+format, args...)
}

// peek returns the next character that is not blank, or 0.
func (p *sclParser) peek() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.text) || p.err != nil {
		return 0
	}
	return p.text[p.at]
}

// take reads a character if it is the next one.
func (p *sclParser) take(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.at++
	return true
}

func (p *sclParser) value(inList bool) any {
	if p.deep++; p.deep > mostDeep {
		p.failf("it is nested too deep")
	}
	defer func() { p.deep-- }()
	switch c := p.peek(); {
	case c == '{':
		return p.object()
	case c == '[':
		return p.list()
	case c == '"' || c == '\'':
		return p.quoted(c)
	case inList && (c == ',' || c == ']'):
		return map[string]any{}
	}
	return p.word()
}

func (p *sclParser) object() map[string]any {
	o := map[string]any{}
	p.take('{')
	for !p.take('}') && p.err == nil {
		key := ""
		if c := p.peek(); c == '"' || c == '\'' {
			key = p.quoted(c)
		} else {
			key = p.bare(":")
		}
		if long, is := sclShort[key]; is {
			key = long
		}
		if !p.take(':') {
			p.failf("expected a colon after the key %q", document.Clip(key))
			break
		}
		if o[key] = p.value(false); !p.take(',') && p.peek() != '}' {
			p.failf("expected a comma or } after the key %q", document.Clip(key))
		}
	}
	return o
}

func (p *sclParser) list() []any {
	list := []any{}
	p.take('[')
	if p.take(']') {
		return list
	}
	for p.err == nil {
		list = append(list, p.value(true))
		if p.take(']') {
			break
		}
		if !p.take(',') {
			p.failf("expected a comma or ] in a list")
		}
	}
	return list
}

// quoted reads a text in quotes.
func (p *sclParser) quoted(quote byte) string {
	from := p.at
	for p.at++; p.at < len(p.text) && p.text[p.at] != quote; p.at++ {
		if p.text[p.at] == '\\' {
			p.at++
		}
	}
	if p.at >= len(p.text) {
		p.at = len(p.text)
		p.failf("expected the quote %c at the end of a text", quote)
		return ""
	}
	inside := p.text[from+1 : p.at]
	p.at++
	if quote == '\'' {
		inside = strings.NewReplacer(`\'`, `'`, `"`, `\"`).Replace(inside)
	}
	var text string
	if _, err := parseJSON(`"`+inside+`"`, &text); err != nil {
		p.failf("expected a text instead of %q", document.Clip(inside))
	}
	return text
}

// bare reads a word without quotes.
func (p *sclParser) bare(ends string) string {
	from := p.at
	for p.at < len(p.text) && strings.IndexByte(ends, p.text[p.at]) < 0 {
		p.at++
	}
	return strings.TrimSpace(p.text[from:p.at])
}

var sclColour = regexp.MustCompile(`^[0-9a-fA-F]{6}$`)

// word reads a number, a colour, true, false or null.
func (p *sclParser) word() any {
	from := p.at
	word := p.bare(",]}")
	constants := map[string]any{"t": true, "true": true, "f": false, "false": false, "null": nil, "#0": "#000000", "#F": "#FFFFFF"}
	if value, is := constants[word]; is {
		return value
	}
	if sclColour.MatchString(word) {
		return "#" + word
	}
	number, err := strconv.ParseFloat(word, 64)
	if err != nil {
		p.at = from
		p.failf("expected a value instead of %q", document.Clip(word))
	}
	return number
}
