package sat

import (
	"qmsat/encode"
	"qmsat/model/engine"
	"qmsat/model/implied"
)

// The settings of all SAT engines.
var (
	cellSetting = &engine.Setting{
		Name: "encoding", Usage: "clauses for values of cells and all-different constraints",
		Values: encode.CellEncodings.Names, Default: encode.DefaultCells, Flag: true,
	}
	amoSetting = &engine.Setting{
		Name: "amo", Usage: "clauses for at most one of several literals",
		Values: encode.AtMostOnes.Names, Inside: encode.AMOSettings, Default: encode.DefaultAMO, Flag: true,
	}
	sumSetting = &engine.Setting{
		Name: "sum", Usage: "clauses for linear constraints",
		Values: encode.LinearEncodings.Names, Default: encode.DefaultLinear, Flag: true,
	}
	strategySetting = &engine.Setting{
		Name: "enumerate", Usage: "how the SAT solver finds the next solution",
		Values: strategies.Names, Default: automatic, Flag: true,
	}
	ruleSetting = &engine.Setting{
		Name: "rule-encoding", Usage: "clauses for rules",
		Values: encode.RuleEncodings.Names, Default: encode.DefaultRules, Flag: true,
	}
)

// Settings returns the settings that choose an encoding. All SAT engines have them, "enumerate", and thresholds.
func Settings() []*engine.Setting {
	return []*engine.Setting{cellSetting, amoSetting, sumSetting, ruleSetting}
}

// encodingSettings adds the thresholds of encodings, and whether implied constraints are encoded.
func encodingSettings() []*engine.Setting {
	return append(append(Settings(), implied.Setting), encode.Thresholds()...)
}

// EncodingOptions returns the encoding that options choose, with the default thresholds, because certificates name it.
func EncodingOptions(options engine.Options) encode.Options {
	return encode.Options{
		Cells:  cellSetting.Value(options),
		AMO:    amoSetting.Value(options),
		Linear: sumSetting.Value(options),
		Rules:  ruleSetting.Value(options),

		Implied: implied.Setting.Value(options) == implied.On,
	}
}

// EncodingOf returns the name of the encoding that an engine's options choose, or "" if they choose none.
func EncodingOf(options engine.Options) string {
	if _, encodes := options[cellSetting.Name]; !encodes {
		return ""
	}
	return EncodingOptions(options).String()
}

// EngineOptions returns the options that choose an encoding.
func EngineOptions(encoding encode.Options) engine.Options {
	options := engine.Options{}
	for setting, name := range map[*engine.Setting]string{
		cellSetting: encoding.Cells, amoSetting: encoding.AMO, sumSetting: encoding.Linear, ruleSetting: encoding.Rules,
	} {
		if name != "" {
			options[setting.Name] = name
		}
	}
	return options
}

// The measures of the SAT engines.
func init() {
	for _, k := range []engine.MeasureKind{
		{Name: "solves", Unit: "calls", Meaning: "of the solver's search"},
		{Name: "propagations", Unit: "calls", Meaning: "of unit propagation outside the solver's search"},
		{Name: "conflicts", Unit: "clauses", Meaning: "found false by the solver's search"},
		{Name: "decisions", Unit: "literals", Meaning: "that the solver's search branched on"},
	} {
		engine.RegisterMeasure(k)
	}
}
