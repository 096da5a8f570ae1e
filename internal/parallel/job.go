package parallel

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"qmsat/internal/job"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
)

// The kinds of jobs. The items of both are cubes, their records are those of record.go.
const (
	CountJob = "count" // how many solutions there are
	SolveJob = "solve" // which ones, too
)

func init() {
	for _, kind := range []string{CountJob, SolveJob} {
		job.Kinds.Register(kind, job.Kind{Searches: true, Open: func(ctx context.Context, input []byte, options job.Options) (job.Work, error) {
			return openJob(ctx, kind, input, options)
		}})
	}
}

// jobInput is the input of a job.
type jobInput struct {
	Model  string `json:"model"`  // as YAML
	Cube   string `json:"cube"`   // the job's root, with the model's hash
	Engine string `json:"engine"` // as in --engine
}

// JobInput returns the input of a job: the solutions of a cube, searched by an engine.
func JobInput(m *model.Model, cube model.Cube, chosen engine.Chosen) ([]byte, error) {
	var text bytes.Buffer
	if err := m.WriteYAML(&text, nil); err != nil {
		return nil, err
	}
	return json.Marshal(jobInput{text.String(), m.FormatCube(cube), chosen.String()})
}

// searchJob is a job of either kind.
type searchJob struct {
	model   *model.Model
	cube    model.Cube
	lists   bool
	session engine.Splitter
	resumes bool // its runs say what they have done when they are cut off
}

func openJob(ctx context.Context, kind string, text []byte, options job.Options) (w job.Work, err error) {
	var input jobInput
	if err := json.Unmarshal(text, &input); err != nil {
		return nil, fmt.Errorf("the input of a job: %w", err)
	}
	j := &searchJob{lists: kind == SolveJob}
	if j.model, _, err = model.ReadYAML("the job's model", strings.NewReader(input.Model)); err != nil {
		return nil, err
	}
	if j.cube, err = j.model.ParseCube(input.Cube); err != nil {
		return nil, err
	}
	if options.Reads {
		return j, nil
	}
	name := cmp.Or(options.Engine, input.Engine)
	list, err := options.Engines.ParseChosen(name)
	switch {
	case err != nil:
		return nil, err
	case len(list) != 1:
		return nil, fmt.Errorf("found the engines %s, expected one", name)
	}
	opened, err := list[0].Engine.Open(ctx, j.model, list[0].Options)
	if err == nil {
		j.session, err = splitterOf(opened, name, "jobs")
	}
	return j, err
}

// splitterOf returns a session that splits cubes, for a use. One that cannot is closed.
func splitterOf(opened engine.Session, name, use string) (engine.Splitter, error) {
	if splitter, ok := opened.(engine.Splitter); ok {
		return splitter, nil
	}
	return nil, errors.Join(engine.Unsupported(name, "it cannot split cubes for %s", use), opened.Close())
}

// Root implements job.Work.
func (j *searchJob) Root() string { return formatCube(j.model, nil) }

// The search of an item.
const (
	// Engines that lose the work of a cut-off search first search an item as a whole, for splitAfter/tryShare. After that the item
	// counts as not small.
	tryShare = 128
	// The last part of an item may take splitAfter/smallShare longer; otherwise it is left to others, as a whole.
	smallShare = 16
	// pieces is the number of pieces of an item that is not small. They are searched one after the other, so at most one of them
	// is lost at the time limit. A piece that was begun gets the same time again. More pieces would lose less, but solvers such as
	// gini learn in a large cube what they must find again in each of many small ones.
	pieces = 8
	// mostListed is the largest number of solutions of an item, if they are listed.
	mostListed = 1 << 15
)

// Do implements job.Work.
func (j *searchJob) Do(ctx context.Context, item string, splitAfter time.Duration) (job.Record, error) {
	path, err := model.Assignments.Parse(j.model, item)
	if err != nil {
		return job.Record{}, err
	}
	v := &visit{searchJob: j, begun: time.Now(), splitAfter: splitAfter}
	first := splitAfter / tryShare
	if j.resumes {
		first = splitAfter
	}
	r, err := v.search(ctx, path, first)
	if err == nil && !r.Known() && ctx.Err() == nil {
		r, err = v.do(ctx, path, pieces, 1)
	}
	if err == nil && !r.Known() && ctx.Err() == nil { // it cannot be split
		r, err = v.search(ctx, path, job.Unlimited)
	}
	return r, stop.OrCause(ctx, err)
}

// visit is the search of one item.
type visit struct {
	*searchJob
	begun      time.Time
	splitAfter time.Duration
	done       float64 // the share of the item, where the parts of a cube are taken for equally large
	listed     int     // solutions
}

// over reports whether to begin no further piece: the time limit has passed, and twice the limit would not suffice.
func (v *visit) over() bool {
	elapsed := time.Since(v.begun)
	return v.tooMany() || elapsed >= v.splitAfter && float64(elapsed) > 2*float64(v.splitAfter)*v.done
}

func (v *visit) tooMany() bool { return v.listed > mostListed && v.splitAfter < job.Unlimited }

// do searches a cube that is a share of the item, in so many pieces. Nothing is known of one for which there was not enough time.
func (v *visit) do(ctx context.Context, path model.Cube, pieces int, share float64) (r job.Record, err error) {
	split, found := engine.Split{}, false
	if pieces > 1 {
		split, found, err = v.session.Split(ctx, v.whole(path))
	}
	if err != nil {
		return r, err
	}
	if parts := split.Open.Size(); found {
		return v.parts(path, &split, func(_ int, cube model.Cube) (job.Record, error) {
			if v.over() {
				return job.Record{}, nil
			}
			return v.do(ctx, cube, (pieces+parts-1)/parts, share/float64(parts))
		})
	}
	r, err = v.search(ctx, path, time.Until(v.begun.Add(2*v.splitAfter)))
	if r.Known() {
		v.done += share
	}
	return r, err
}

// parts returns the record of a cube from those of its parts, which come one after the other: up to one of which nothing is known, or that
// is split.
func (v *visit) parts(path model.Cube, split *engine.Split, next func(i int, cube model.Cube) (job.Record, error)) (job.Record, error) {
	r := job.Record{Item: formatCube(v.model, path), Split: formatSplit(v.model, split)}
	if err := split.Check(v.model, v.whole(path)); err != nil { // of an item that is done its record has no split
		return r, err
	}
	var results []string
	var printed []byte
	for i, cube := range split.Cubes(path) {
		part, err := next(i, cube)
		if err != nil || !part.Known() {
			return r, err
		}
		r.Parts = append(r.Parts, part)
		if part.Split != "" {
			return r, nil
		}
		results, printed = append(results, part.Result), append(printed, part.Printed...)
	}
	result, err := v.Fold(r.Item, results)
	return job.Record{Item: r.Item, Result: result, Printed: printed}, err
}

// whole returns a cube of the job with the givens of the job's root.
func (j *searchJob) whole(path model.Cube) model.Cube { return append(slices.Clone(j.cube), path...) }

// search searches a cube for so long at most. Where that is not enough, and the engine does not say what it has done of it, nothing is known.
func (v *visit) search(ctx context.Context, path model.Cube, most time.Duration) (job.Record, error) {
	result, solutions, err := v.run(ctx, path, most)
	switch {
	case err != nil:
		return job.Record{}, err
	case result.Complete():
		return v.counted(path, result.Count, solutions), nil
	case result.Unfinished == nil:
		return job.Record{}, nil
	}
	v.resumes = true
	return v.resume(ctx, path, result.Unfinished, &solutions)
}

// run searches a cube for so long at most, and returns its solutions as well where they are listed.
func (v *visit) run(ctx context.Context, path model.Cube, most time.Duration) (result engine.Result, solutions []string, err error) {
	limited, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	var yield func(model.Assignment) bool
	if v.lists {
		yield = func(a model.Assignment) bool {
			solutions = append(solutions, model.Assignments.FormatSolution(v.model, a)+"\n")
			v.listed++
			return !v.tooMany()
		}
	}
	result, err = v.session.Run(limited, v.whole(path), 0, yield)
	v.listed -= len(solutions)
	if err != nil && limited.Err() != nil {
		return engine.Result{}, nil, nil
	}
	return result, solutions, err
}

// counted returns the record of a cube with so many solutions, those where they are listed.
func (v *visit) counted(path model.Cube, count *big.Int, solutions []string) job.Record {
	v.listed += len(solutions)
	slices.Sort(solutions)
	return job.Record{Item: formatCube(v.model, path), Result: formatCount(count), Printed: []byte(strings.Join(solutions, ""))}
}

// resume goes on with a search that was cut off, of which some solutions are known: in what is open below its last cube first, since that
// is the smallest.
func (v *visit) resume(ctx context.Context, path model.Cube, done *engine.Unfinished, solutions *[]string) (job.Record, error) {
	return v.parts(path, &done.Split, func(i int, cube model.Cube) (job.Record, error) {
		switch {
		case i < len(done.Counts):
			var of []string
			if v.lists {
				of, *solutions = (*solutions)[:done.Counts[i]], (*solutions)[done.Counts[i]:]
			}
			return v.counted(cube, new(big.Int).SetUint64(done.Counts[i]), of), nil
		case i == len(done.Counts) && done.Next != nil:
			return v.resume(ctx, cube, done.Next, solutions)
		}
		return v.goOn(ctx, cube)
	})
}

// goOn searches one more cube of an item: while there is time, and beyond that where it is small.
func (v *visit) goOn(ctx context.Context, path model.Cube) (job.Record, error) {
	small := v.splitAfter / smallShare
	left := v.splitAfter - time.Since(v.begun)
	if v.tooMany() || left < -v.splitAfter {
		return job.Record{}, nil
	}
	if left > small {
		return v.search(ctx, path, left)
	}
	result, solutions, err := v.run(ctx, path, small)
	if err != nil || !result.Complete() {
		return job.Record{}, err
	}
	return v.counted(path, result.Count, solutions), nil
}

// Parts implements job.Work.
func (j *searchJob) Parts(item, text string) ([]string, error) {
	return j.cubes(item, text, func(split *engine.Split) model.Domain { return split.Open })
}

// LeftOut implements job.Work: the values that were refuted.
func (j *searchJob) LeftOut(item, text string) ([]string, error) {
	return j.cubes(item, text, func(split *engine.Split) model.Domain { return j.model.DomainOf(split.Var).Minus(split.Open) })
}

// cubes returns the cubes of some of the values by which an item was split.
func (j *searchJob) cubes(item, text string, values func(*engine.Split) model.Domain) (cubes []string, err error) {
	path, err := model.Assignments.Parse(j.model, item)
	if err != nil {
		return nil, err
	}
	split, err := parseSplit(j.model, text)
	if err == nil {
		err = split.Check(j.model, j.whole(path))
	}
	if err != nil {
		return nil, err
	}
	for _, cube := range (engine.Split{Var: split.Var, Open: values(split)}).Cubes(path) {
		cubes = append(cubes, formatCube(j.model, cube))
	}
	return cubes, nil
}

// Fold implements job.Work: counts add.
func (j *searchJob) Fold(_ string, results []string) (string, error) {
	sum := new(big.Int)
	for _, text := range results {
		count, err := parseCount(text)
		if err != nil {
			return "", err
		}
		sum.Add(sum, count)
	}
	return formatCount(sum), nil
}

// Solution reads a line of what a job of the kind [SolveJob] prints: the outputs of a solution, with 0 for other variables.
func Solution(m *model.Model, line string) (model.Assignment, error) {
	cube, err := model.Assignments.Parse(m, strings.TrimSpace(line))
	if err != nil {
		return nil, err
	}
	a := make(model.Assignment, len(m.Variables))
	for _, g := range cube {
		a[g.Var] = g.Value
	}
	return a, nil
}

// Value implements job.Work.
func (j *searchJob) Value(result string) string { return strings.TrimPrefix(result, countWord+" ") }

// Close implements job.Work.
func (j *searchJob) Close() error {
	if j.session == nil {
		return nil
	}
	return j.session.Close()
}
