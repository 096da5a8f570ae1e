package modeltest

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// Mutation says how files of a suffix are changed.
type Mutation struct {
	Comment string         // a comment line
	Item    *regexp.Regexp // a line that is an item by itself, in any order
	Keyword *regexp.Regexp // a word that means something
	Number  *regexp.Regexp
	Field   *regexp.Regexp // what may be added before a }
}

// Kept changes a text without changing its meaning.
func (m Mutation) Kept(r *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	at := r.IntN(len(lines))
	switch r.IntN(6) {
	case 0:
		if m.Field == nil || !strings.HasPrefix(lines[at], " ") { // no comment in a text of several lines
			lines = slices.Insert(lines, at, m.Comment)
		}
	case 1:
		lines = slices.Insert(lines, at, "")
	case 2:
		if lines[at] += "  "; m.Field == nil {
			lines[at] = " \t" + lines[at]
		}
	case 3:
		return strings.Join(lines, "\r\n")
	case 4:
		return "\ufeff" + text
	default:
		var items []int
		for i, line := range lines {
			if m.Item.MatchString(line) {
				items = append(items, i)
			}
		}
		if len(items) > 1 {
			i, j := items[r.IntN(len(items))], items[r.IntN(len(items))]
			lines[i], lines[j] = lines[j], lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// Changed changes a text's meaning, mostly. It returns what was changed, or "" if nothing was.
func (m Mutation) Changed(r *rand.Rand, text string) (changed, what string) {
	pick := func(of *regexp.Regexp) []int {
		all := of.FindAllStringIndex(text, -1)
		if len(all) == 0 {
			return nil
		}
		return all[r.IntN(len(all))]
	}
	lines := strings.Split(text, "\n")
	at := r.IntN(len(lines))
	switch r.IntN(6) {
	case 0:
		if k := pick(m.Keyword); k != nil {
			word := []byte(text[k[0]:k[1]])
			i := r.IntN(len(word))
			word[i] = "abcxyz"[r.IntN(6)]
			return text[:k[0]] + string(word) + text[k[1]:], "keyword"
		}
	case 1:
		if k := pick(m.Number); k != nil {
			return text[:k[0]] + []string{"7", "0", "-1", "1", "2", "99999999999999999999"}[r.IntN(6)] + text[k[1]:], "number"
		}
	case 2:
		return strings.Join(slices.Delete(slices.Clone(lines), at, at+1), "\n"), "line removed"
	case 3:
		if ends := pick(regexp.MustCompile(`\}`)); m.Field != nil && ends != nil {
			f := pick(m.Field)
			return text[:ends[0]] + ", " + text[f[0]:f[1]] + text[ends[0]:], "field"
		}
	case 4:
		return strings.Join(slices.Insert(slices.Clone(lines), r.IntN(len(lines)), lines[at]), "\n"), "line added"
	default:
		if len(text) > 0 {
			i := r.IntN(len(text))
			return text[:i] + text[i+1:], "byte removed"
		}
	}
	return text, ""
}
