package document

import (
	"encoding/json"
	"fmt"

	"qmsat/model"
	"qmsat/model/variant"
)

// schema is a part of a JSON schema.
type schema = map[string]any

// Schema returns docs/model.schema.json, a JSON schema of model files, by which editors complete and check them. Its constraints have the
// keys that their readers ask for, so a new kind is in it. It accepts every file that [Read] accepts; which names are cells, and how many
// there must be, is left to Read.
func Schema() ([]byte, error) {
	kinds := []schema{}
	cases := []schema{}
	var untyped []string // keys of constraints
	definitions := schema{
		"number":   schema{"type": []string{"integer", "string"}, "pattern": `^[+-]?[0-9]+$`},
		"numbers":  schema{"type": "array", "items": ref("number")},
		"tuples":   schema{"type": "array", "items": ref("numbers")},
		"range":    schema{"type": []string{"integer", "string"}, "pattern": `^[+-]?[0-9]+(\.\.[+-]?[0-9]+)?$`, "description": "a number, or a range such as 1..9"},
		"ranges":   schema{"type": "array", "items": ref("range")},
		"domain":   oneOrMore(ref("range")),
		"domains":  schema{"type": "object", "additionalProperties": ref("domain")},
		"text":     schema{"type": []string{"string", "number", "boolean"}},
		"flag":     schema{"enum": []any{true, false, "true", "false"}},
		"variable": schema{"type": []string{"string", "number", "boolean"}, "description": "a cell such as r1c1, or a variable"},
		"cells":    oneOrMore(schema{"type": []string{"string", "number", "boolean"}, "description": "cells such as r1c1, r1c1-r1c4-r3c4, r1c1..r2c2, row 1, or variables"}),
		"sets":     oneOrMore(ref("cells")),
		"values":   schema{"type": []string{"string", "number", "object"}, "additionalProperties": ref("number"), "description": "values by cell, or all cells as text"},
		"atom":     schema{"type": "object", "additionalProperties": ref("domain"), "minProperties": 1, "maxProperties": 1},
		"entries":  schema{"anyOf": []schema{ref("entry"), schema{"type": "array", "items": ref("entry")}}},
		"branches": schema{"type": "array", "items": ref("entries")},
		"formulas": schema{"type": "array", "items": ref("formula")},
		"formula": schema{
			"type": "object", "minProperties": 1, "additionalProperties": ref("domain"), "properties": formulaKeys(schema{}),
			"description": "all, any, not, if and then, at-most, at-least, exactly, or values by cell",
		},
	}
	add := func(name, summary string, entry schema) {
		kinds = append(kinds, schema{"const": name, "description": summary})
		definitions[name] = entry
		for key, value := range entry["properties"].(schema) {
			if value.(schema)["$ref"] == ref("")["$ref"] {
				untyped = append(untyped, name+" "+key)
			}
		}
		isKind := schema{"type": "object", "properties": schema{"kind": schema{"const": name}}, "required": []string{"kind"}}
		cases = append(cases, schema{"if": isKind, "then": ref(name)})
	}
	for _, name := range model.KindNames() {
		keys, required := model.KindKeys(name)
		properties := schema{"kind": schema{}}
		for _, key := range keys {
			properties[key] = ref(valueOf(name, key))
		}
		if name != (*model.Rule)(nil).Kind() {
			add(name, "a constraint by its cells", object(properties, required...))
			continue
		}
		entry := object(formulaKeys(properties), required...)
		entry["additionalProperties"] = ref("domain") // atoms
		add(name, "a formula that holds", entry)
	}
	for _, kind := range variant.Kinds() {
		properties, required := schema{"kind": schema{}}, []string{}
		for _, f := range variant.FieldsOf(kind.New()) {
			if properties[f.Key] = ref(fieldTypes[f.Value.Type().String()]); !f.Optional {
				required = append(required, f.Key)
			}
		}
		entry := object(properties, required...)
		entry["description"], entry["examples"] = kind.Summary, []string{kind.Example}
		add(kind.Name, kind.Summary, entry)
	}
	if untyped != nil {
		return nil, fmt.Errorf("newschema_test.go has no type for %q: add it to keyTypes, or to fieldTypes for a clue", untyped)
	}
	definitions["entry"] = schema{
		"type": "object", "required": []string{"kind"}, "properties": schema{"kind": schema{"anyOf": kinds}}, "allOf": cases,
	}
	file := object(fileKeys())
	file["$schema"], file["title"], file["definitions"] = "http://json-schema.org/draft-07/schema#", "qmsat model", definitions
	text, err := json.MarshalIndent(file, "", " ")
	return append(text, '\n'), err
}

func ref(name string) schema { return schema{"$ref": "#/definitions/" + name} }

// described refers to a definition, with words about it.
func described(name, text string) schema {
	return schema{"allOf": []schema{ref(name)}, "description": text}
}

// object is a mapping with these keys and no others.
func object(properties schema, required ...string) schema {
	o := schema{"type": "object", "additionalProperties": false, "properties": properties}
	if len(required) > 0 {
		o["required"] = required
	}
	return o
}

func oneOrMore(item schema) schema {
	return schema{"anyOf": []schema{item, {"type": "array", "items": item}}}
}

// fieldTypes are the definitions for the types of clues' fields.
var fieldTypes = map[string]string{
	"string": "text", "bool": "flag", "int": "number", "*int": "number", "[]int": "numbers", "[][]int": "tuples", "[]model.Range": "ranges",
	"model.Domain": "domain", "model.Cells": "cells", "[]model.Cells": "sets", "[]variant.Entry": "entries", "[][]variant.Entry": "branches",
}

// keyTypes are the definitions for the keys of constraints: of one kind, or of all.
var keyTypes = map[string]string{
	"extremum min": "variable", "extremum max": "variable", "either of": "branches", "product of": "cells",

	"name": "text", "cells": "cells", "than": "cells", "coefficients": "numbers", "sum": "number", "min": "number", "max": "number",
	"outside": "flag", "strict": "flag", "iff": "atom", "if": "atom", "allowed": "tuples", "forbidden": "tuples", "next": "tuples",
	"edges": "tuples", "values": "domain", "size": "range", "index": "variable", "result": "variable", "dividend": "variable",
	"divisor": "variable", "quotient": "variable", "remainder": "variable", "start": "number", "accepting": "numbers", "lowest": "number",
}

// valueOf returns the definition for a key of a kind of constraint.
func valueOf(kind, key string) string {
	if own, is := keyTypes[kind+" "+key]; is {
		return own
	}
	return keyTypes[key]
}

// formulaKeys adds the connectives of formulas.
func formulaKeys(properties schema) schema {
	for _, key := range []string{"all", "any", "of"} {
		properties[key] = ref("formulas")
	}
	for _, key := range []string{"not", "if", "then"} {
		properties[key] = ref("formula")
	}
	for _, key := range []model.CountKind{model.AtMost, model.AtLeast, model.Exactly} {
		properties[string(key)] = ref("number")
	}
	return properties
}

// fileKeys are the keys of a model file.
func fileKeys() schema {
	sum := schema{"anyOf": []schema{ref("cells"), {"type": "object", "additionalProperties": ref("number")}}, "description": "coefficients by variable, or variables to add up"}
	rows := schema{"anyOf": []schema{ref("text"), {"type": "array", "items": ref("text")}}, "description": "a text line of letters for each row; . is a cell in no region"}
	houses := schema{"anyOf": []schema{{"const": "none"}, {"type": "array", "items": schema{"enum": []string{"rows", "columns", "boxes", "regions"}}}}}
	mark := object(schema{"value": ref("number"), "centre": ref("numbers"), "corner": ref("numbers"), "colours": schema{"type": "array", "items": ref("text")}})
	keys := schema{
		"name": described("text", "a title for people"), "author": described("text", "for people"), "rules": described("text", "the rules in words, for people"),
		"grid": object(schema{
			"boxes": described("text", "rows x columns of a box, such as 3x3"), "regions": rows, "rows": ref("number"), "columns": ref("number"),
			"values": ref("domain"), "houses": houses,
		}),
		"variables": described("domains", "variables that are no cells, with their values"), "domains": described("domains", "other values of single cells"),
		"quasi-magic":   schema{"anyOf": []schema{ref("number"), object(schema{"delta": ref("number"), "boxes": ref("numbers")}, "delta", "boxes")}, "description": "Δ of the lines of boxes"},
		"pruning-rules": described("numbers", "rules of the paper of 2009, for Δ = 2"),
		"constraints":   schema{"type": "array", "items": ref("entry")}, "outputs": described("cells", "what makes a solution, if not all variables do"),
		"minimize": sum, "maximize": sum, "givens": ref("values"), "solution": ref("values"),
		"marks": schema{"type": "object", "additionalProperties": mark},
	}
	for _, key := range shortKeys() {
		var words []string
		lists := schema{}
		for _, kind := range variant.Kinds() {
			switch {
			case kind.Short.Key != key:
			case kind.Short.Field == "":
				words = append(words, kind.Short.Word)
			default:
				for _, f := range variant.FieldsOf(kind.New()) {
					if f.Key == kind.Short.Field {
						lists[kind.Short.Word] = schema{"type": "array", "items": ref(fieldTypes[f.Value.Type().String()])}
					}
				}
			}
		}
		forms := []schema{object(lists)}
		if words != nil {
			forms = append(forms, schema{"type": "array", "items": schema{"enum": words}})
		}
		keys[key] = schema{"anyOf": forms}
	}
	return keys
}
