package crosscheck

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/job"
	"qmsat/internal/lists"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/sample"
)

// Job is the kind of job that draws and runs models as [Run] does; its items are spans of their numbers, and what it prints is the
// number of each model that is at fault, on a line.
const Job = "cross-check"

// jobGrain is the number of models of an item.
const jobGrain = 8

// jobInput is the input of a job.
type jobInput struct {
	Config
	Engines []string `json:"engines"`
}

// JobInput returns the input of a job.
func (c *Config) JobInput() ([]byte, error) {
	return json.Marshal(jobInput{*c, lists.Map(c.Engines, func(e *engine.Engine) string { return e.Name })})
}

func init() { job.RegisterSpans(Job, openJob) }

func openJob(_ context.Context, in jobInput, options job.Options) (*job.Spans[*kept], error) {
	c := in.Config
	if err := input.CheckName("family of models", cmp.Or(c.Family, sample.AnyFamily), sample.Families()); err != nil {
		return nil, err
	}
	if !options.Reads {
		if err := c.lookup(in.Engines, options.Engines); err != nil {
			return nil, err
		}
	}
	return &job.Spans[*kept]{
		Total: int(c.Models), Grain: jobGrain,
		Do: func(ctx context.Context, lo, hi int) (*kept, []byte, error) {
			var faults strings.Builder
			summary := c.run(ctx, uint64(lo), uint64(hi), func(f Found) bool {
				fmt.Fprintln(&faults, f.Number)
				return true
			})
			return keep(summary), []byte(faults.String()), context.Cause(ctx)
		},
		Add: func(a, b *kept) (*kept, error) {
			if b == nil || b.Summary == nil || b.Solutions == nil {
				return nil, errors.New("found no summary")
			}
			if a == nil {
				return b, nil
			}
			sum := a.summary()
			sum.join(b.summary())
			return keep(sum), nil
		},
	}, nil
}

// lookup finds the allowed engines with some names.
func (c *Config) lookup(names []string, allowed engine.Allowed) (err error) {
	for _, name := range names {
		e, err := allowed.Lookup(name)
		if err != nil {
			return err
		}
		c.Engines = append(c.Engines, e)
	}
	c.BruteForce, err = allowed.Lookup(bruteforce.Name)
	return err
}

// ReadJob returns the summary of a job.
func ReadJob(value string) (*Summary, error) {
	k := keep(newSummary())
	if err := json.Unmarshal([]byte(value), k); err != nil {
		return nil, err
	}
	return k.summary(), nil
}

// Again returns a function for the lines that a job prints. It runs the models named in them again, until found returns false. If
// a model has no fault here, found gets it with all its contenders.
func (c *Config) Again(ctx context.Context, found func(Found) bool) func(lines []byte) error {
	more := true
	return func(lines []byte) error {
		for _, word := range strings.Fields(string(lines)) {
			number, err := strconv.ParseUint(word, 10, 64)
			if err != nil {
				return err
			}
			repeated := false
			c.run(ctx, number, number+1, func(f Found) bool {
				repeated = true
				more = more && found(f)
				return false
			})
			if !repeated && more && ctx.Err() == nil {
				drawn := c.Draw(number)
				fault := &Fault{Reason: "a worker found it, and it did not repeat here", Contenders: drawn.Contenders}
				more = found(Found{number, drawn, fault})
			}
		}
		return nil
	}
}

// kept is a summary in a record: with everything that the printed form leaves out.
type kept struct {
	*Summary
	Contenders int `json:"contenders"`
	Puzzles    int `json:"puzzles"`
}

func keep(s *Summary) *kept { return &kept{s, s.Claim.Contenders, s.Claim.Puzzles} }

func (k *kept) summary() *Summary {
	k.Claim.Contenders, k.Claim.Puzzles = k.Contenders, k.Puzzles
	return k.Summary
}

// join adds the figures of other models.
func (s *Summary) join(more *Summary) {
	s.Models += more.Models
	s.Cubes += more.Cubes
	s.Runs += more.Runs
	s.Refused += more.Refused
	s.Unfinished += more.Unfinished
	s.Exhausted += more.Exhausted
	s.Solutions.add(&more.Solutions.Int)
	s.Claim.Add(more.Claim)
	for share, models := range more.Shares {
		s.Shares[share] += models
	}
	for _, u := range more.Uses {
		known := s.useOf(u.Setting, u.Value)
		known.Runs += u.Runs
		known.Exhausted += u.Exhausted
		known.Solutions.add(&u.Solutions.Int)
	}
}
