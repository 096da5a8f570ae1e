package main

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/study"
	"qmsat/compare"
	"qmsat/internal/lists"
	"qmsat/model/engine"
)

// engineFlags are the flags of every command that runs a model. The flags that choose an engine's settings come from the
// engines themselves.
type engineFlags struct {
	set      *pflag.FlagSet
	model    *modelFlags
	engines  string
	settings map[string]*string
	limit    uint64
	timeout  time.Duration
	format   string
}

func addEngineFlags(flags *pflag.FlagSet, engines string, formats ...string) *engineFlags {
	f := &engineFlags{set: flags, model: addModelFlags(flags)}
	f.addEngines(engines)
	addNumber(flags, &f.limit, "limit", 0, "stop after `K` solutions of a puzzle")
	addDuration(flags, &f.timeout, "timeout", 0, "give up on a puzzle after `D`, such as 10s")
	if len(formats) > 0 {
		addFormat(flags, &f.format, formats...)
	}
	return f
}

func (f *engineFlags) addEngines(engines string) {
	usage, several := "engine `NAME`", strings.Contains(engines, ",")
	if several {
		usage = "engines `NAME,...`"
	}
	addEngines(f.set, &f.engines, engines, usage, several)
	f.settings = map[string]*string{}
	for _, s := range engine.Flags() {
		f.settings[s.Name] = new(string)
		addSetting(f.set, f.settings[s.Name], s, s.Default, settingUsage(s), several)
	}
}

// changedBeside returns a given engine flag other than the named ones.
func (f *engineFlags) changedBeside(names ...string) (name string, changed bool) {
	for _, name := range append(lists.Map(engine.Flags(), nameOf), "engine", "limit", "timeout", "format") {
		if f.set.Changed(name) && !slices.Contains(names, name) {
			return name, true
		}
	}
	return "", false
}

// values returns the values that the flags of settings list, for the given flags or for all.
func (f *engineFlags) values(all bool) (map[string][]string, error) {
	values := map[string][]string{}
	for _, s := range engine.Flags() {
		if !all && !f.set.Changed(s.Name) {
			continue
		}
		list, err := chosenValues(s, *f.settings[s.Name])
		if err != nil {
			return nil, err
		}
		values[s.Name] = list
	}
	return values, nil
}

// contenders returns the chosen engines, each with every combination of the chosen values of the settings it reads.
func (f *engineFlags) contenders() ([]compare.Contender, error) {
	values, err := f.values(true)
	if err != nil {
		return nil, err
	}
	engines, err := parseEngines(f.engines)
	if err != nil {
		return nil, err
	}
	list, err := compare.Combine(engines, values)
	if err != nil {
		return nil, usageErrorf("%w", err)
	}
	for _, s := range engine.Flags() {
		reads := func(c engine.Chosen) bool { return slices.Contains(c.Engine.Settings, s) }
		if f.set.Changed(s.Name) && !slices.ContainsFunc(engines, reads) {
			return nil, usageErrorf("--%s: engine %s has no such setting", s.Name, f.engines)
		}
	}
	return list, nil
}

// parseEngines reads the list of engines of --engine.
func parseEngines(text string) ([]engine.Chosen, error) {
	list, err := study.Engines("engine", text)
	return list, inputError(err)
}

// parseEngine reads one engine from the value of a flag, and checks that it meets the demands, such as mustList.
func parseEngine(flag, text string, demands ...func(*engine.Engine) error) (engine.Chosen, error) {
	chosen, err := study.Engine(flag, text, demands...)
	return chosen, inputError(err)
}

// chosenValues reads a comma-separated list of a setting's values, or "all".
func chosenValues(s *engine.Setting, text string) ([]string, error) {
	values, err := s.Chosen(text)
	return values, inputError(err)
}

func nameOf(s *engine.Setting) string { return s.Name }

// withWorkers returns each contender with each number of workers from a list.
func withWorkers(contenders []compare.Contender, text string) ([]compare.Contender, error) {
	var list []compare.Contender
	for word := range strings.SplitSeq(text, ",") {
		workers, err := strconv.Atoi(word)
		if err != nil || workers < 0 {
			return nil, usageErrorf("--workers %s, expected whole numbers of at least 0", text)
		}
		for _, c := range contenders {
			c.Workers = workers
			list = append(list, c)
		}
	}
	return list, nil
}

// prepare returns the task and the contenders that the flags define, for commands with several engines.
func (f *engineFlags) prepare(ctx context.Context, streams streams) (*task, []compare.Contender, error) {
	list, err := f.contenders()
	if err != nil {
		return nil, nil, err
	}
	t, err := f.model.build(ctx, streams)
	return t, list, err
}

// openOracle opens an engine by name, if it finds all solutions.
func openOracle(ctx context.Context, name string, t *task) (engine.Session, error) {
	c, err := parseEngine("engine", name, mustFindAll, mustList)
	if err != nil {
		return nil, err
	}
	session, err := c.Engine.Open(ctx, t.model, c.Options)
	return session, orStopped(ctx, err)
}
