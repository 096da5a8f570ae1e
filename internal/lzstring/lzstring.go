// Package lzstring compresses text to the characters of links, as the npm package lz-string does: the result is the same byte by
// byte. Puzzle editors on the web keep their puzzles in links of this form.
//
// The method is that of LZ78: a phrase is the longest known phrase at this place, and each phrase with the next unit is a new one.
// Units are those of UTF-16. Codes 0 and 1 announce a unit of 8 or 16 bits that appears for the first time; code 2 ends the text.
package lzstring

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
)

// Alphabet is the characters of compressed text, six bits each.
type Alphabet struct {
	characters string
	padded     bool // with '=' to a multiple of four characters
}

// The alphabets of the npm package.
var (
	Base64 = Alphabet{"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", true}
	URI    = Alphabet{"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$", false} // $ does not occur
)

// The first codes.
const (
	unit8, unit16, end = 0, 1, 2
	firstCode          = 3
	bitsPerCharacter   = 6
)

// Encode compresses text.
func (a Alphabet) Encode(text string) string {
	e := encoder{
		alphabet: a, codes: map[phrase]int{}, firstCodes: map[uint16]int{}, fresh: map[int]uint16{}, next: firstCode, width: 2, left: 2,
	}
	current := -1 // the code of the current phrase
	for _, unit := range utf16.Encode([]rune(text)) {
		code, known := e.firstCodes[unit]
		if !known {
			code = e.next
			e.next++
			e.firstCodes[unit], e.fresh[code] = code, unit
		}
		if longer, known := e.codes[phrase{current, unit}]; known {
			current = longer
		} else {
			if current >= 0 {
				e.write(current)
				e.codes[phrase{current, unit}] = e.next
				e.next++
			}
			current = code
		}
	}
	if current >= 0 {
		e.write(current)
	}
	e.bits(end, e.width)
	e.bits(0, bitsPerCharacter-e.filled) // at least one bit, as the original does
	if padding := -e.out.Len() & 3; a.padded {
		e.out.WriteString("==="[:padding])
	}
	return e.out.String()
}

// phrase is a known phrase, by its code, and the unit after it.
type phrase struct {
	code int
	unit uint16
}

type encoder struct {
	alphabet    Alphabet
	codes       map[phrase]int
	firstCodes  map[uint16]int // of the phrases of one unit
	fresh       map[int]uint16 // units that have a code, but are not written yet
	next        int            // the next code
	width, left int            // bits of a code, and how many more codes have that width
	pending     byte           // bits of the next character
	filled      int            // their number
	out         strings.Builder
}

// write writes a code, or the unit that it stands for.
func (e *encoder) write(code int) {
	unit, isFresh := e.fresh[code]
	switch {
	case isFresh && unit < 1<<8:
		e.bits(unit8, e.width)
		e.bits(int(unit), 8)
	case isFresh:
		e.bits(unit16, e.width)
		e.bits(int(unit), 16)
	default:
		e.bits(code, e.width)
	}
	if isFresh {
		delete(e.fresh, code)
		e.count()
	}
	e.count()
}

// count makes codes wider once all codes of a width may be in use.
func (e *encoder) count() {
	if e.left--; e.left == 0 {
		e.left = 1 << e.width
		e.width++
	}
}

// bits writes the lowest bits of value, the lowest one first.
func (e *encoder) bits(value, number int) {
	for i := range number {
		e.pending = e.pending<<1 | byte(value>>i&1)
		if e.filled++; e.filled == bitsPerCharacter {
			e.out.WriteByte(e.alphabet.characters[e.pending])
			e.pending, e.filled = 0, 0
		}
	}
}

// MaxUnits limits the length of decompressed text: a short text may stand for a very long one. It is ten times a large puzzle, which
// is read in less than a second.
const MaxUnits = 1 << 19

var errShort = errors.New("the compressed text ends too early")

// Decode decompresses text. The last characters may be missing if they have no bits of a code. With an error it returns what comes
// before the fault.
func (a Alphabet) Decode(text string) (string, error) {
	d := decoder{alphabet: a, text: strings.TrimRight(text, "=")}
	type span struct{ from, to int } // a phrase is a part of the text before
	phrases := []span{{}, {}, {}}
	var out []uint16
	var last span
	for width, left := 2, 1; ; {
		code := d.bits(width)
		count := func() {
			if left--; left == 0 {
				left = 1 << width
				width++
			}
		}
		start := len(out)
		switch code {
		case end:
		case unit8, unit16:
			out = append(out, uint16(d.bits(8<<code)))
			phrases = append(phrases, span{start, start + 1})
			if start > 0 {
				count()
			}
		default:
			at := span{last.from, last.to + 1} // the phrase that this code is about to make: it begins with the last one
			if code < len(phrases) {
				at = phrases[code]
			} else if code > len(phrases) || start == 0 {
				d.fail(fmt.Errorf("the compressed text has code %d where %d codes are known", code, len(phrases)))
				at = span{}
			}
			for i := at.from; i < at.to; i++ {
				out = append(out, out[i])
			}
		}
		if len(out) > MaxUnits {
			d.fail(fmt.Errorf("the text has over %d characters, expected fewer", MaxUnits))
		}
		if code == end || d.err != nil {
			return string(utf16.Decode(out)), d.err
		}
		if start > 0 {
			phrases = append(phrases, span{last.from, last.to + 1})
		}
		count()
		last = span{start, len(out)}
	}
}

type decoder struct {
	alphabet Alphabet
	text     string
	at       int // bits read
	err      error
}

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

// bits reads a number, its lowest bit first.
func (d *decoder) bits(number int) (value int) {
	for i := range number {
		if d.at/bitsPerCharacter >= len(d.text) {
			d.fail(errShort)
			return end
		}
		character := d.text[d.at/bitsPerCharacter]
		six := strings.IndexByte(d.alphabet.characters, character)
		if six < 0 {
			d.fail(fmt.Errorf("found %q at character %d of the compressed text", character, d.at/bitsPerCharacter+1))
			return end
		}
		value |= six >> (bitsPerCharacter - 1 - d.at%bitsPerCharacter) & 1 << i
		d.at++
	}
	return value
}
