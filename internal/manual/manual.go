// Package manual writes commands as pages in the language of man.
package manual

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qmsat/internal/lists"
)

// Page is the page of a command: its text, its flags and its examples, what exit statuses mean, and other pages. It has no date,
// so that a build can be made again.
func Page(c *cobra.Command, name, version, description string, statuses, others []string) string {
	var text strings.Builder
	fmt.Fprintf(&text, ".nh\n.TH %q \"1\" \"\" \"qmsat %s\" \"qmsat\"\n", strings.ToUpper(name), version)
	fmt.Fprintf(&text, ".SH NAME\n%s \\- %s.SH SYNOPSIS\n\\fB%s\\fP\n.SH DESCRIPTION\n%s", name, roff(c.Short), c.UseLine(), roff(description))
	if c.HasFlags() {
		text.WriteString(".SH OPTIONS\n")
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				text.WriteString(flagEntry(f))
			}
		})
	}
	if c.HasExample() {
		text.WriteString(".SH EXAMPLES\n" + roff(c.Example))
	}
	text.WriteString(".SH EXIT STATUS\n")
	for status, meaning := range statuses {
		fmt.Fprintf(&text, ".TP\n\\fB%d\\fP\n%s", status, roff(meaning))
	}
	names := lists.Map(others, func(other string) string { return `\fB` + other + `\fP(1)` })
	fmt.Fprintf(&text, ".SH SEE ALSO\n%s\n", strings.Join(names, ",\n"))
	return text.String()
}

// flagEntry is a flag with its usage and default.
func flagEntry(f *pflag.Flag) string {
	called, usage := pflag.UnquoteUsage(f)
	term := `\fB--` + f.Name + `\fP`
	if f.Shorthand != "" {
		term = `\fB-` + f.Shorthand + `\fP, ` + term
	}
	if f.NoOptDefVal != "" && called != "" {
		term += `[=\fI` + called + `\fP]`
	} else if called != "" {
		term += ` \fI` + called + `\fP`
	}
	if !slices.Contains([]string{"", "false", "0", "0s"}, f.DefValue) {
		usage += " (default " + f.DefValue + ")"
	}
	return ".TP\n" + term + "\n" + roff(usage)
}

// roff writes help in the language of man. Lines that begin with a blank stay as they are.
func roff(text string) string {
	var out strings.Builder
	literal := false
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if indented := strings.HasPrefix(line, " "); indented != literal {
			literal = indented
			out.WriteString(map[bool]string{true: ".EX\n", false: ".EE\n"}[literal])
		}
		line = strings.ReplaceAll(strings.TrimPrefix(line, "  "), `\`, `\\`)
		switch {
		case line == "" && !literal:
			line = ".PP"
		case strings.HasPrefix(line, "."), strings.HasPrefix(line, "'"):
			line = `\&` + line
		}
		out.WriteString(line + "\n")
	}
	if literal {
		out.WriteString(".EE\n")
	}
	return out.String()
}
