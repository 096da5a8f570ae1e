package ask

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"

	"qmsat/model/engine"
)

// requestShape returns the shape of a method's requests, with the field that any request may have.
func requestShape(t reflect.Type) map[string]any {
	shape := shapeOf(t).(map[string]any)
	shape["timeout"] = "number"
	return shape
}

// notesOf returns what tags say of the fields of requests.
func notesOf(t reflect.Type) map[string]string {
	notes := map[string]string{}
	eachField(t, func(f reflect.StructField, name string) {
		note := f.Tag.Get("note")
		if note == "" {
			note = strings.NewReplacer("<", "", ">", "").Replace(f.Tag.Get("usage"))
		}
		if names := f.Tag.Get("names"); names != "" {
			note += "; one of " + strings.ReplaceAll(names, ",", ", ")
		}
		if choice, some := Choices[f.Tag.Get("choice")]; some && choice.Topic == "" {
			note += "; one of " + strings.Join(choice.Names(), ", ")
		}
		if value := f.Tag.Get("value"); value != "" && value != "default" {
			note += "; default " + value
		}
		if note != "" {
			notes[name] = strings.TrimPrefix(note, "; ")
		}
	})
	return notes
}

// shapeOf describes the JSON of a type, as JSON: an object with the shape of each field, a list with the shape of its elements, or a
// word. A field's name ends in "?" if the field may be missing. The name "*" stands for all names of an object.
func shapeOf(t reflect.Type) any {
	switch of := reflect.Zero(t).Interface().(type) {
	case Puzzle:
		return "puzzle"
	case interface{ shape() any }:
		return of.shape()
	case engine.Effort:
		return map[string]any{"*": "number"}
	case json.Marshaler, encoding.TextMarshaler:
		return "string"
	}
	switch t.Kind() {
	case reflect.Pointer:
		if word, is := shapeOf(t.Elem()).(string); is {
			return word + " or null"
		}
		return shapeOf(t.Elem())
	case reflect.Slice:
		return []any{shapeOf(t.Elem())}
	case reflect.Map:
		return map[string]any{"*": shapeOf(t.Elem())}
	case reflect.Struct:
		shapes := map[string]any{}
		eachField(t, func(f reflect.StructField, name string) {
			shape := shapeOf(f.Type)
			if strings.HasSuffix(f.Tag.Get("json"), ",omitempty") {
				name += "?"
				if word, is := shape.(string); is {
					shape = strings.TrimSuffix(word, " or null")
				}
			}
			shapes[name] = shape
		})
		return shapes
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Interface:
		return "object"
	}
	return "number"
}

// eachField visits the fields of a struct that its JSON has. Those of an embedded struct stand beside its own.
func eachField(t reflect.Type, visit func(f reflect.StructField, name string)) {
	for _, f := range reflect.VisibleFields(t) {
		tag := f.Tag.Get("json")
		name, _, _ := strings.Cut(tag, ",")
		if tag == "-" || name == "" || !f.IsExported() {
			continue
		}
		visit(f, name)
	}
}

// either is an answer of one of two types.
type either[A, B any] struct{ any }

// MarshalJSON writes the answer.
func (e either[A, B]) MarshalJSON() ([]byte, error) { return json.Marshal(e.any) }

func (either[A, B]) shape() any {
	return map[string]any{"one of": []any{shapeOf(reflect.TypeFor[A]()), shapeOf(reflect.TypeFor[B]())}}
}
