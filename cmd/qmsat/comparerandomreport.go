package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"qmsat/compare/crosscheck"
	"qmsat/compare/show"
	"qmsat/compare/table"
)

// foundRecord is the JSON object of a disagreement of a random model.
type foundRecord struct {
	Seed        uint64   `json:"seed"`
	Number      uint64   `json:"number"`
	Reason      string   `json:"reason"`  // as it was found
	Shrunk      string   `json:"shrunk"`  // as it is after shrinking, or "" where it did not repeat
	Engines     []string `json:"engines"` // of the shrunk case, with their settings
	Variables   int      `json:"variables"`
	Constraints int      `json:"constraints"`
	Cubes       int      `json:"cubes"`
	Tries       int      `json:"tries"`
	File        string   `json:"file"`
	Repeat      string   `json:"repeat"`
	Failed      bool     `json:"failed,omitempty"` // an engine ended with an error, rather than with something wrong
}

func newFoundRecord(seed uint64, found crosscheck.Found, shrunk *crosscheck.Shrunk, file, repeat string) foundRecord {
	c := shrunk.Case
	r := foundRecord{
		Seed: seed, Number: found.Number, Reason: found.Fault.Reason,
		Variables: len(c.Model.Variables), Constraints: len(c.Model.Constraints), Cubes: len(c.Cubes),
		Tries: shrunk.Tries, File: file, Repeat: repeat, Failed: found.Fault.Err != nil,
	}
	if shrunk.Repeated {
		r.Shrunk = shrunk.Fault.Reason
	}
	for _, contender := range c.Contenders {
		r.Engines = append(r.Engines, contender.String())
	}
	return r
}

func writeFound(out *lines, format string, r foundRecord) {
	if format == "json" {
		out.object(r)
		return
	}
	what := "disagreement"
	if r.Failed {
		what = "failure"
	}
	out.line(out.bad(what) + fmt.Sprintf(" in model %d of seed %d: %s", r.Number, r.Seed, r.Reason))
	if r.Shrunk == "" {
		out.line("it did not repeat; the model as it was:")
	} else {
		out.line(fmt.Sprintf("shrunk to %s, %s and %s in %s: %s", show.Things(r.Variables, "variable"), show.Things(r.Constraints, "constraint"),
			show.Things(r.Cubes, "cube"), show.Things(r.Tries, "step"), r.Shrunk))
	}
	out.line(r.File)
	out.line("repeat: " + r.Repeat)
}

// summaryRecord is the JSON object of a cross-check.
type summaryRecord struct {
	Seed uint64 `json:"seed"`
	*crosscheck.Summary
	Solutions string      `json:"solutions"`
	Uses      []useRecord `json:"uses"`
}

// useRecord is how often an engine, or a value of a setting, took part.
type useRecord struct {
	crosscheck.Use
	Solutions string `json:"solutions"`
}

func writeSummary(out *lines, format string, seed uint64, s *crosscheck.Summary) {
	if format == "json" {
		uses := each(s.Uses, func(u crosscheck.Use) useRecord { return useRecord{u, u.Solutions.String()} })
		out.object(summaryRecord{seed, s, s.Solutions.String(), uses})
		return
	}
	if s.Claim.Stopped {
		out.line(out.bad("stopped") + " before the end")
	}
	out.line(fmt.Sprintf("seed %d: %d models, %d cubes, %d runs, %v solutions", seed, s.Models, s.Cubes, s.Runs, s.Solutions))
	out.line(fmt.Sprintf("%d runs exhausted, %d cut off by the timeout; %d contenders do not take their model",
		s.Exhausted, s.Unfinished, s.Refused))
	failed := "0 disagreements"
	if s.Claim.Bad() {
		failed = s.Claim.Failed()
	}
	out.line(s.Claim.ExtentOf("cube") + "; " + failed)
	for _, group := range []string{"kind", "solutions", "frontier"} {
		var parts []string
		for _, share := range slices.Sorted(maps.Keys(s.Shares)) {
			if rest, is := strings.CutPrefix(share, group+" "); is {
				parts = append(parts, fmt.Sprintf("%s %d", rest, s.Shares[share]))
			}
		}
		if len(parts) > 0 {
			out.line("models by " + group + ": " + strings.Join(parts, ", "))
		}
	}
	if len(s.Uses) == 0 {
		return
	}
	uses := table.Table[crosscheck.Use]{Records: s.Uses, Left: true}
	out.line("")
	out.table(uses.Text())
}
