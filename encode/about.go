package encode

import (
	"fmt"
	"strings"

	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/internal/page"
	"qmsat/internal/registry"
	"qmsat/model/engine"
)

// lines describes an encoding in lines of help: its meaning, the settings if any, its size, and its propagation.
func lines(name string, a formula.About, settings []*engine.Setting) string {
	paper, size := "", "no new variables"
	if a.Paper != "" {
		paper = " (" + a.Paper + ")"
	}
	switch a.Variables {
	case "":
	case "1":
		size = "a new variable"
	default:
		size = a.Variables + " new variables"
	}
	size = a.Clauses + " clauses, " + size
	if a.Definitions != "" {
		size += "; " + a.Definitions
	}
	if a.From > 1 {
		size += fmt.Sprintf("; n ≥ %d", a.From)
	}
	text := page.Entry(name, a.Meaning+paper)
	for _, s := range settings {
		text += page.Entry("", "["+s.Name+"=N] "+s.Usage+" (default "+s.Default+")")
	}
	if a.Clauses != "" {
		text += page.Entry("", size)
	}
	return text + page.Entry("", "propagates "+string(a.Propagation))
}

// Describe lists the encodings of a registry for help.
func Describe[T Described](r *registry.Registry[T]) string {
	return strings.Join(lists.Map(r.Names(), func(name string) string {
		about, settings := r.Entries[name].Describe()
		return lines(name, about, settings)
	}), "")
}
