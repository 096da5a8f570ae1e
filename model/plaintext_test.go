package model_test

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// The text of fields is what YAML's own writer makes of their node: of random models, and of texts that need quotes, at any place.
func TestTextIsYAML(t *testing.T) {
	check := func(t rapid.TB, f model.Fields) {
		root := f.Node()
		root.Style = 0
		if want, err := yaml.Dump(root, yaml.WithIndent(2), yaml.WithLineWidth(-1)); err != nil || string(f.Text()) != string(want) {
			t.Fatalf("found %s, expected %s, error %v", f.Text(), want, err)
		}
	}
	around := func(t rapid.TB, text string) {
		check(t, model.Fields{}.Add(text, 1))
		check(t, model.Fields{}.Add("value", text).Add("other", true))
		check(t, model.Fields{}.Add("list", []string{"a", text}).Add("numbers", []int{-1, 2}).Add("none", []string{}))
		check(t, model.Fields{}.Add("fields", []model.Fields{model.Fields{}.Add(text, []any{text, 3}), {}}).Add("empty", []model.Fields{}))
		check(t, model.Fields{}.Add("nested", model.Fields{}.Add("of", []model.Fields{model.Fields{}.Add("a", text)}).Add(text, model.Fields{})))
	}
	for _, text := range []string{
		"", "a", "y", "N", "Yes", "no", "on", "OFF", "true", "False", "null", "Null", "~", "1", "-1", "1..9", "-3..4", "1..", "..2", "1.5..2",
		"1...9", "1e5", ".inf", ".nan", "0x1F", "1_000", "1:20", "2020-01-01", "<<", "=", "-", "- a", "?", "a:", "a: b", "a #b", "#a", "a,b", "[a", "{a}", "*a", "&a", "!a",
		"|", ">", "%a", "@a", "`a", "'a", `"a"`, "a\nb", "a ", " a", "a  b", "a-", "a.", "a/b", "a_1", "é", "中", "\u0085", "---", "...", "row 1", "inf", "nan", "9", "09", "007", "3x3", "0x3", "03x3", "12x4", "x3", "3x", "_", "_1", "_a", "__1a", "a_", "-9..-1", "1..-9", "--1..2", "_x_1 ",
		strings.Repeat("a", 100), strings.Repeat("a", 101), strings.Repeat("a", 130), strings.Repeat("a b ", 40) + "c",
	} {
		around(t, text)
	}
	check(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		around(t, rapid.StringOf(rapid.SampledFrom([]rune("abnxy019 ._/-:#,é"))).Draw(t, "text"))
		m := modeltest.Drawn(t)
		var constraints []model.Fields
		for _, c := range m.Constraints {
			constraints = append(constraints, m.ConstraintFields(c))
		}
		check(t, m.VariableFields().Add("constraints", constraints))
	})
}
