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
	"qmsat/model/document"
	"qmsat/model/engine"
)

// The kinds of jobs. The items of both are cubes; record.go writes their records.
const (
	CountJob = "count" // counts solutions
	SolveJob = "solve" // counts and prints solutions
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
	Cube   string `json:"cube"`   // the job's root and the model's hash
	Engine string `json:"engine"` // as in --engine
}

// JobInput returns the input of a job that searches a cube by an engine.
func JobInput(m *model.Model, cube model.Cube, chosen engine.Chosen) ([]byte, error) {
	var text bytes.Buffer
	if err := document.New(m).Write(&text); err != nil {
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
	resumes bool // the engine returns the work done by a run that is cut off
}

func openJob(ctx context.Context, kind string, text []byte, options job.Options) (w job.Work, err error) {
	var input jobInput
	if err := json.Unmarshal(text, &input); err != nil {
		return nil, fmt.Errorf("the input of a job: %w", err)
	}
	j := &searchJob{lists: kind == SolveJob}
	read, err := document.Read(ctx, "the job's model", strings.NewReader(input.Model))
	if err != nil {
		return nil, err
	}
	j.model = read.Model
	if j.cube, err = j.model.ParseCube(input.Cube); err != nil {
		return nil, err
	}
	if options.Reads {
		return j, nil
	}
	name := cmp.Or(options.Engine, input.Engine)
	list, err := engine.Allowed(options.Engines).ParseChosen(name)
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

// splitterOf returns a session as one that splits cubes. If it cannot split, splitterOf closes it; the error names the use.
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
	// An engine that loses the work of a cut-off search first tries the whole item for splitAfter/tryShare. If that does not
	// suffice, the item is split into pieces.
	tryShare = 128
	// The last part of an item may take splitAfter/smallShare longer. If it is not done by then, others do the whole part.
	smallShare = 16
	// pieces is the number of pieces of an item that is not small. They are searched one after the other, so at most one piece is
	// lost at the time limit. A piece that has begun gets the same time again. More pieces would lose less work, but a solver
	// such as gini learns facts in a large cube that it must find again in each small one.
	pieces = 8
	// mostListed is the number of bytes that an item lists. With more, the item is split.
	mostListed = 1 << 24
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
	done       float64 // the finished share of the item, if all parts of a cube are equally large
	listed     int     // bytes of solutions
}

// over reports whether no further piece should begin: too many solutions are listed, or the time limit has passed and twice the
// limit would not suffice.
func (v *visit) over() bool {
	elapsed := time.Since(v.begun)
	return v.tooMany() || elapsed >= v.splitAfter && float64(elapsed) > 2*float64(v.splitAfter)*v.done
}

func (v *visit) tooMany() bool { return v.listed > mostListed && v.splitAfter < job.Unlimited }

// do searches a cube, which is a share of the item, in about this many pieces. The record is empty if there was not enough time.
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

// parts returns the record of a cube. It calls next for one part after the other, and stops at the first part whose record is
// empty or a split.
func (v *visit) parts(path model.Cube, split *engine.Split, next func(i int, cube model.Cube) (job.Record, error)) (job.Record, error) {
	r := job.Record{Item: formatCube(v.model, path), Split: formatSplit(v.model, split)}
	if err := split.Check(v.model, v.whole(path)); err != nil { // here, because the record of a cube that is done drops its split
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

// whole returns a cube of the job, including the givens of the job's root.
func (j *searchJob) whole(path model.Cube) model.Cube { return append(slices.Clone(j.cube), path...) }

// search searches a cube for at most this long. If the time does not suffice, it continues from the work that the engine returns;
// if the engine returns none, the record is empty.
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

// run searches a cube for at most this long. It also returns the solutions, if the job lists them.
func (v *visit) run(ctx context.Context, path model.Cube, most time.Duration) (result engine.Result, solutions []string, err error) {
	limited, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	listed := v.listed
	var yield func(model.Assignment) bool
	if v.lists {
		yield = func(a model.Assignment) bool {
			line := model.Assignments.FormatSolution(v.model, a) + "\n"
			solutions = append(solutions, line)
			v.listed += len(line)
			return !v.tooMany()
		}
	}
	result, err = v.session.Run(limited, v.whole(path), 0, yield)
	v.listed = listed
	if err != nil && errors.Is(err, context.Cause(limited)) {
		return engine.Result{}, nil, nil
	}
	return result, solutions, err
}

// counted returns the record of a cube from the number of its solutions and from the solutions, if the job lists them.
func (v *visit) counted(path model.Cube, count *big.Int, solutions []string) job.Record {
	slices.Sort(solutions)
	printed := []byte(strings.Join(solutions, ""))
	v.listed += len(printed)
	return job.Record{Item: formatCube(v.model, path), Result: formatCount(count), Printed: printed}
}

// resume continues a search that was cut off, with the solutions found so far. It begins with the open cubes below the last cube,
// since they are the smallest.
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

// goOn searches one more cube of an item. When little time is left, or none, the cube gets only the time of a small one.
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

// LeftOut implements job.Work: it returns the cubes of the refuted values.
func (j *searchJob) LeftOut(item, text string) ([]string, error) {
	return j.cubes(item, text, func(split *engine.Split) model.Domain { return j.model.DomainOf(split.Var).Minus(split.Open) })
}

// cubes returns the cubes of a split for some of the variable's values.
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

// Fold implements job.Work: it adds counts.
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

// Solution reads a line that a job of the kind [SolveJob] prints. It sets the outputs of the solution, and other variables to 0.
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
