package formats

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/pattern"
)

// sclShort are the short keys of SudokuPad's packed JSON.
var sclShort = map[string]string{
	"c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells", "cs": "cellSize",
	"a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value", "vd": "videos", "l": "lines",
	"r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength", "wp": "wayPoints", "t": "title",
	"te": "text", "d": "duration", "d2": "d",
}

var (
	sclColour = pattern.New(`^[0-9a-fA-F]{6}$`)
	sclQuotes = strings.NewReplacer(`\'`, `'`, `"`, `\"`)
	sclWords  = map[string]string{"t": "true", "true": "true", "f": "false", "false": "false", "null": "null", "#0": `"#000000"`, "#F": `"#FFFFFF"`}
)

// parseSCL reads SudokuPad's JSON, packed or not, and returns where reading ended. Packed JSON has short keys without quotes, single
// quotes, t and f for true and false, nothing for an empty object in a list, and colours as six digits or # and one digit. Its tokens
// are replaced by those of plain JSON.
func parseSCL(text string) (value any, at int, err error) {
	var plain strings.Builder
	var ends [][2]int         // of the tokens, in plain and in text
	open, last := "", byte(0) // brackets; the first character of the token before
	skip := func() { at = len(text) - len(strings.TrimLeft(text[at:], " \t\r\n")) }
	for skip(); at < len(text); skip() {
		size, inList := sclToken(text[at:]), strings.HasSuffix(open, "[")
		if size == 0 {
			break
		}
		token, first := strings.TrimSpace(text[at:at+size]), text[at]
		at += size
		skip()
		if last == ',' && first != '}' { // objects may have a comma at the end
			plain.WriteByte(',')
		}
		if inList && (last == ',' && strings.IndexByte(",]", first) >= 0 || last == '[' && first == ',') {
			plain.WriteString("{}")
		}
		switch last = first; {
		case first == ',':
			token = ""
		case strings.IndexByte("{[", first) >= 0:
			open += token
		case strings.IndexByte("}]", first) >= 0:
			open = open[:max(len(open)-1, 0)]
		case first != ':':
			token = sclPlain(token, !inList && strings.HasPrefix(text[at:], ":"))
		}
		plain.WriteString(token)
		ends = append(ends, [2]int{plain.Len(), at})
	}
	to, err := parseJSON(plain.String(), &value)
	switch {
	case err == nil && at < len(text):
		err = fmt.Errorf("found %q after the end", input.Clip(text[at:]))
	case err != nil && to >= plain.Len():
		at = len(text)
	case err != nil:
		bad, _ := slices.BinarySearchFunc(ends, to, func(end [2]int, to int) int { return end[0] - to })
		at = append([][2]int{{}}, ends...)[bad][1]
	}
	if err != nil {
		err = fmt.Errorf("found no JSON of SudokuPad: %w", err)
	}
	return value, at, err
}

// sclToken returns the length of the token at the start of a text, or 0 if its closing quote is missing.
func sclToken(text string) int {
	switch first := text[0]; first {
	case '{', '}', '[', ']', ':', ',':
		return 1
	case '"', '\'':
		for i := 1; i < len(text); i++ {
			if text[i] == '\\' {
				i++
			} else if text[i] == first {
				return i + 1
			}
		}
		return 0
	}
	if end := strings.IndexAny(text, "{}[]:,"); end >= 0 {
		return end
	}
	return len(text)
}

// sclPlain returns a key, a text or a word in plain JSON; anything else becomes a question mark, which is no JSON.
func sclPlain(token string, isKey bool) string {
	long, isShort := sclShort[strings.Trim(token, `"'`)]
	switch {
	case isKey && isShort:
		return strconv.Quote(long)
	case token[0] == '"':
		return token
	case token[0] == '\'':
		return `"` + sclQuotes.Replace(token[1:len(token)-1]) + `"`
	case isKey:
		text, _ := json.Marshal(token)
		return string(text)
	case sclWords[token] != "":
		return sclWords[token]
	case sclColour().MatchString(token):
		return strconv.Quote("#" + token)
	}
	if number, err := strconv.ParseFloat(token, 64); err == nil {
		return strconv.FormatFloat(number, 'g', -1, 64)
	}
	return "?"
}
