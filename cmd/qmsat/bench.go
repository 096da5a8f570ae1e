package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/study"
	"qmsat/compare"
	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/internal/namedfile"
	"qmsat/model"
)

// besideSuite are the flags that may be combined with --suite. They override the suite.
var besideSuite = []string{"suite", "format", "report", "rounds", "warm-up", "seed", memoryFlag}

// readSuite reads a suite. rf are the flags of the command; they have the defaults for everything that the suite leaves out.
func readSuite(ctx context.Context, name string, flags *pflag.FlagSet, args []string, rf *compare.Config) ([]*compare.Set, error) {
	if len(args) > 0 {
		return nil, usageErrorf("%s cannot be combined with --suite: the suite names what to run", args[0])
	}
	other := ""
	flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains(besideSuite, f.Name) {
			other = f.Name
		}
	})
	if other != "" {
		return nil, usageErrorf("--%s cannot be combined with --suite: the suite sets it", other)
	}
	file, err := namedfile.Open(name)
	if err != nil {
		return nil, inputError(err)
	}
	defer file.Close()
	sets, err := (&suiteReader{Reader: input.Reader{File: name}, ctx: ctx, flags: flags, rounds: rf}).read(file)
	return sets, orStopped(ctx, err)
}

// suiteReader reads a suite.
type suiteReader struct {
	input.Reader
	ctx    context.Context
	flags  *pflag.FlagSet  // of the command
	rounds *compare.Config // of the command
	names  map[string]bool
}

func (s *suiteReader) read(file io.Reader) (sets []*compare.Set, err error) {
	root, err := s.Document(file)
	if err != nil {
		return nil, err
	}
	s.names = map[string]bool{}
	f := s.Mapping(root)
	list := f.Required("sets")
	for _, n := range s.Sequence(list) {
		sets = append(sets, s.set(n))
	}
	f.Done()
	if len(sets) == 0 {
		s.Failf(list, "found no sets, expected one at least")
	}
	return sets, s.Err()
}

// set reads a set of puzzles and its contenders.
func (s *suiteReader) set(n *input.Node) *compare.Set {
	f := s.Mapping(n)
	nameNode := f.Required("name")
	set := &compare.Set{Name: s.Text(nameNode), Sized: true}
	if s.names[set.Name] {
		s.Failf(nameNode, "%q appears twice, expected different names", set.Name)
	}
	s.names[set.Name] = true
	description, puzzles, sample, contenders := f.OptionalText("description"), f.Required("puzzles"), f.Optional("sample"), f.Optional("contenders")
	flags := pflag.NewFlagSet(set.Name, pflag.ContinueOnError)
	ef, rounds := addEngineFlags(flags, benchEngines), addRoundFlags(flags, s.rounds.Rounds, s.rounds.WarmUp)
	s.setFlags(flags, f)
	if f.Done(); s.Err() != nil {
		return set
	}

	t, err := ef.model.build(s.ctx, streams{})
	if err != nil {
		s.Failf(n, "%v", err)
		return set
	}
	set.Delta, set.Config = t.delta, s.given(flags, *rounds)
	set.Model, set.Givens, set.Limit, set.Timeout = t.model, t.givens, ef.limit, ef.timeout
	if set.Contenders = s.contenders(n, contenders, ef); s.Err() != nil {
		return set
	}
	all := s.puzzles(t, puzzles)
	set.Puzzles = all
	if sample != nil {
		size := s.Int(sample)
		if size < 1 {
			s.Failf(sample, "found a sample of %d, expected at least 1", size)
			return set
		}
		set.Puzzles = study.Spread(all, size)
	}
	set.Description = describe(set, description, len(all))
	return set
}

// setFlags sets flags to the values of a mapping.
func (s *suiteReader) setFlags(flags *pflag.FlagSet, f *input.Mapping) {
	flags.VisitAll(func(flag *pflag.Flag) {
		f.If(flag.Name, func(n *input.Node) {
			texts := lists.Map(s.items(n), s.Text)
			if err := flags.Set(flag.Name, s.located(flag.Name, strings.Join(texts, ","))); err != nil {
				s.Failf(n, "%v", flagError(flags, err))
			}
		})
	})
}

// items returns the items of a list, or a single value as a list.
func (s *suiteReader) items(n *input.Node) []*input.Node {
	if len(n.Content) > 0 {
		return s.Sequence(n)
	}
	return []*input.Node{n}
}

// located returns a flag's value; a file name becomes a path in the suite's folder.
func (s *suiteReader) located(flag, value string) string {
	_, isList := parseRuleNumbers(value)
	if flag == "model" || flag == "rules" && value != "none" && !isList {
		return s.path(value)
	}
	return value
}

// path returns the path of a file that the suite names.
func (s *suiteReader) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(s.File), name)
}

// contenders reads the list of contenders. Without a list, the set's own flags define them.
func (s *suiteReader) contenders(set, n *input.Node, own *engineFlags) []compare.Contender {
	if n == nil {
		list, err := own.contenders()
		if err != nil {
			s.Failf(set, "%v", err)
		}
		return list
	}
	if name, changed := own.changedBeside("limit", "timeout"); changed {
		s.Failf(n, "found contenders and %s, expected one of them", name)
	}
	var list []compare.Contender
	for _, item := range s.Sequence(n) {
		flags := pflag.NewFlagSet("contender", pflag.ContinueOnError)
		ef := &engineFlags{set: flags}
		ef.addEngines(benchEngines)
		f := s.Mapping(item)
		s.setFlags(flags, f)
		f.Done()
		some, err := ef.contenders()
		if err != nil {
			s.Failf(item, "%v", err)
		}
		list = append(list, some...)
	}
	if len(list) == 0 {
		s.Failf(n, "found no contenders, expected one at least")
	}
	return list
}

// given returns the rounds of a set: from the command line, else from the set, else the command's defaults.
func (s *suiteReader) given(flags *pflag.FlagSet, own compare.Config) compare.Config {
	if s.flags.Changed("rounds") {
		own.Rounds = s.rounds.Rounds
	}
	if s.flags.Changed("warm-up") {
		own.WarmUp = s.rounds.WarmUp
	}
	if s.flags.Changed("seed") || !flags.Changed("seed") {
		own.Seed = s.rounds.Seed
	}
	return own
}

func (s *suiteReader) puzzles(t *task, n *input.Node) []model.Puzzle {
	var list []model.Puzzle
	for _, file := range s.items(n) {
		found, err := model.CollectPuzzles(t.readFile(s.path(s.Text(file)), model.ReadPuzzles))
		if errors.Is(err, fs.ErrNotExist) {
			s.Failf(file, "found %q, expected a file that exists", file.Value)
		} else if err != nil {
			s.Failf(file, "%v", err)
		}
		list = append(list, found...)
	}
	if len(list) == 0 {
		s.Failf(n, "found no puzzles, expected one at least")
	}
	return list
}

// describe says which puzzles these are and how far each is searched.
func describe(set *compare.Set, description string, all int) string {
	var parts []string
	if description != "" {
		parts = append(parts, description)
	}
	if len(set.Puzzles) < all {
		parts = append(parts, fmt.Sprintf("%d of %d puzzles", len(set.Puzzles), all))
	}
	if set.Limit > 0 {
		parts = append(parts, fmt.Sprintf("limit %d", set.Limit))
	}
	if set.Timeout > 0 {
		parts = append(parts, fmt.Sprintf("timeout %v", set.Timeout))
	}
	return strings.Join(parts, "; ")
}

// benchEngines are the default engines of bench.
const benchEngines = "gini,gophersat"

var benchCommand = &command{
	name:    "bench",
	args:    puzzleArgs,
	summary: "measure encodings and engines on a puzzle file",
	long: `Measures how fast engines are. Runs each engine with each listed encoding on each puzzle, by default in three rounds. Prints for each the size of the formula, the time to build it,
the median time per puzzle with its 95 % interval, and the effort. Ratios between the engines follow. Solutions and
counts are checked as by compare.`,
	examples: []example{
		{"bench --box 2x2 --delta 2 --engine gini --sum all", "the encodings of quasi-magic lines side by side"},
		{"bench --box 2x2 --engine native,gini --format csv", "figures for a spreadsheet"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		ef := addEngineFlags(flags, benchEngines, measuredFormats...)
		rf := addRoundFlags(flags, 3, 1)
		suite := flags.String("suite", "", "measure the sets of puzzles that a YAML `FILE` lists")
		dir := addReport(flags)
		return func(ctx context.Context, streams streams, args []string) error {
			if *suite != "" {
				sets, err := readSuite(ctx, *suite, flags, args, rf)
				if err != nil {
					return err
				}
				return printMeasured(ctx, streams, benchSheet, ef.format, *dir, flags, args, sets)
			}
			sets, err := newSets(ctx, streams, args, ef, rf)
			if err != nil {
				return err
			}
			for _, set := range sets {
				set.Sized = true
			}
			return printMeasured(ctx, streams, benchSheet, ef.format, *dir, flags, args, sets)
		}
	},
}
