package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Topic is a question that a command answers.
type Topic struct {
	Name, Args, Summary, Help string
	Examples                  [][2]string     // the words behind the command's name, and what they show
	Words                     func() []string // the possible arguments; nil: any arguments
	New                       func() Study
}

// Checked are options that are checked before anything else runs.
type Checked interface{ Check() error }

// Study is a question with its options, which are the exported fields of a structure. Tags say what a command line calls them:
//
//	flag     the name; a field without is no option
//	usage    what help says, with what stands for the value in angle brackets
//	value    the default; left out: 0, "", the first of names, all of lists
//	letter   that stands for the name
//	least    of a whole number: 0 or 1
//	names    the value is one of these
//	lists    the value is several of these, with commas between them
//	engines  the value is one engine, or several
//	beside   the option that this one needs
//	objects  of a report: it has the results as objects, too
type Study interface {
	// Answer answers the question. An error means bad input, unless it is an [Error] or an engine's, or the context has ended.
	Answer(ctx context.Context) error
	Common() *Base
}

// Base holds what all studies share; they embed it.
type Base struct {
	Command
	Args    []string               // that are no options
	Given   func(name string) bool // an option is on the command line
	Format  string                 // of the output
	Report  string                 // the folder of a report, or ""
	Timeout time.Duration          // after which the run ends; 0: never
	Objects bool                   // a report has the results as objects, too
	bar     Bar
}

// Common returns the base of a study.
func (b *Base) Common() *Base { return b }

// Command is the command that runs a study.
type Command interface {
	Line(text string) error
	Table(text string) error // lines; the first is a heading
	Object(value any) error
	Flush() error
	Good(text string) string // in the colour for good results, such as proved
	Bad(text string) string
	Open(text string) string
	Input(ctx context.Context) io.Reader
	WriteFile(name string, write func(io.Writer) error) error // "" is standard output
	MakeFolder(name string) error                             // "" is none
	NewBar(total int, things string) Bar
	Puzzles(m *model.Model) *Puzzles
}

// Bar shows progress.
type Bar struct {
	Step  func()
	Share func(done, total int)
	Clear func()
}

// Chosen is an option: the value of an engine's setting, or several.
type Chosen struct {
	*engine.Setting
	Value, Usage string
	Several      bool
}

// Models describes the flags of models, and builds the model that they name.
type Models struct {
	Names []string // of their flags
	Build func(ctx context.Context) (*Puzzles, error)
}

// Cluster are the options of a cluster.
type Cluster struct {
	Given func() bool
	Run   func(ctx context.Context, workers int, kind, title string, input []byte) (result string, err error)
}

// Some is the option of [Puzzles.Some].
type Some struct {
	Most int `flag:"puzzles" least:"0" usage:"only <N> puzzles of each file, evenly spread"`
}

// BaseFlag is the type of a blank field. Its tags describe an option of [Base], which help lists at this point.
type BaseFlag struct{}

// Misplaced returns an error for the first of some flags that was given.
func (b *Base) Misplaced(why string, names ...string) error {
	for _, name := range names {
		if b.Given(name) {
			return fmt.Errorf("--%s %s", name, why)
		}
	}
	return nil
}

// Files returns the arguments, or others if there are none.
func (b *Base) Files(others ...string) []string {
	if len(b.Args) > 0 {
		return b.Args
	}
	return others
}

// Bar shows the number of finished things, and replaces the previous bar.
func (b *Base) Bar(total int, things string) Bar {
	b.EndBar()
	b.bar = b.NewBar(total, things)
	return b.bar
}

// EndBar removes the last bar.
func (b *Base) EndBar() {
	if b.bar.Clear != nil {
		b.bar.Clear()
	}
}

// Record prints an object as JSON, or its text in other formats.
func (b *Base) Record(object any, text string) error {
	if b.Format == "json" {
		return b.Object(object)
	}
	return b.Line(text)
}

// Error is an error with its own exit status.
type Error struct {
	Stopped bool  // by a limit; otherwise a check failed
	Err     error // nil if there is nothing to print
}

func (e *Error) Error() string { return fmt.Sprint(e.Err) }
func (e *Error) Unwrap() error { return e.Err }

// Failed gives an error, unless nil, the status of a failed check.
func Failed(err error) error {
	if err == nil {
		return nil
	}
	return &Error{Err: err}
}

// Stopped is the error of a run that a limit ended early.
func Stopped(format string, args ...any) error { return &Error{true, fmt.Errorf(format, args...)} }

// DefaultPuzzles is the file of quasi-magic puzzles, in the folder of the repository.
const DefaultPuzzles = "testdata/quasimagic-180.txt"

// Puzzles reads puzzles of a model.
type Puzzles struct {
	*model.Model
	Givens model.Cube // of the model's file
	Delta  *int       // nil if the model is not quasi-magic
	Read   func(args []string) (iter.Seq2[model.Puzzle, error], error)
}

// Each yields the puzzles that arguments name, with the model file's givens. It reads standard input as a stream.
func (p *Puzzles) Each(args []string) iter.Seq2[model.Puzzle, error] {
	return func(yield func(model.Puzzle, error) bool) {
		all, err := p.Read(args)
		if err != nil {
			yield(model.Puzzle{}, err)
			return
		}
		for puzzle, err := range all {
			puzzle.Cube = slices.Concat(p.Givens, puzzle.Cube)
			if !yield(puzzle, err) {
				return
			}
		}
	}
}

// List returns the puzzles that arguments name.
func (p *Puzzles) List(args ...string) ([]model.Puzzle, error) {
	return model.CollectPuzzles(p.Each(args))
}

// Some returns up to most puzzles of each file, evenly spread; all if most is 0. No puzzle at all is an error.
func (p *Puzzles) Some(most int, files ...string) ([]model.Puzzle, error) {
	var some []model.Puzzle
	for _, file := range files {
		found, err := p.List(file)
		if err != nil {
			return nil, err
		}
		some = append(some, Spread(found, most)...)
	}
	if len(some) == 0 {
		return nil, fmt.Errorf("%s: found no puzzles, expected at least one", strings.Join(files, ", "))
	}
	return some, nil
}

// Cubes returns the givens of puzzles.
func Cubes(puzzles []model.Puzzle) []model.Cube {
	return lists.Map(puzzles, func(p model.Puzzle) model.Cube { return p.Cube })
}

// Spread returns up to most items of the list, each from the middle of an equal share of it; all if most is 0.
func Spread[T any](list []T, most int) []T {
	if most == 0 || most >= len(list) {
		return list
	}
	return lists.Make(most, func(i int) T { return list[(2*i+1)*len(list)/(2*most)] })
}

// Numbers reads the value of a flag: numbers and ranges, such as 1,2,8-10, that lie within bounds.
func Numbers(flag, text string, least, most int, such string) ([]int, error) {
	numbers, ok := ParseNumbers(text)
	if !ok || slices.Min(numbers) < least || slices.Max(numbers) > most {
		return nil, fmt.Errorf("--%s %q, expected numbers from %d to %d such as %s", flag, text, least, most, such)
	}
	return numbers, nil
}

// ParseNumbers reads a list of numbers and ranges such as 1,2,8-10 or 2..8.
func ParseNumbers(text string) (numbers []int, ok bool) {
	for item := range strings.SplitSeq(strings.ReplaceAll(text, "..", "-"), ",") {
		first, last, isRange := strings.Cut(item, "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.ParseUint(first, 10, 16)
		to, err2 := strconv.ParseUint(last, 10, 16)
		if err1 != nil || err2 != nil || from > to {
			return nil, false
		}
		for n := from; n <= to; n++ {
			numbers = append(numbers, int(n))
		}
	}
	return numbers, true
}

// FindsAll refuses an engine that cannot find all solutions.
func FindsAll(e *engine.Engine) error {
	if e.Abilities.MayFail {
		return fmt.Errorf("engine %s may miss solutions, expected one that finds all", e.Name)
	}
	return nil
}

// Lists refuses an engine that only counts.
func Lists(e *engine.Engine) error {
	if e.Abilities.CountsOnly {
		return ListsNone(e)
	}
	return nil
}

// ListsNone is the error for an engine that only counts.
func ListsNone(e *engine.Engine) error {
	return fmt.Errorf("engine %s only counts, expected one that lists solutions", e.Name)
}

// Engines reads a list of engines from the value of a flag, and checks that each meets the demands, such as Lists.
func Engines(flag, text string, demands ...func(*engine.Engine) error) ([]engine.Chosen, error) {
	list, err := engine.ParseChosen(text)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flag, err)
	}
	for _, c := range list {
		for _, meets := range demands {
			if err := meets(c.Engine); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// Engine reads one engine from the value of a flag.
func Engine(flag, text string, demands ...func(*engine.Engine) error) (engine.Chosen, error) {
	list, err := Engines(flag, text, demands...)
	if err == nil && len(list) != 1 {
		err = fmt.Errorf("--%s %s, expected one engine", flag, text)
	}
	if err != nil {
		return engine.Chosen{}, err
	}
	return list[0], nil
}

// Cause returns the reason why a context ended.
func Cause(ctx context.Context) error {
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return errors.New("interrupted")
}

// Of returns a study of a type, without options.
func Of[T any, S interface {
	*T
	Study
}]() Study {
	return S(new(T))
}
