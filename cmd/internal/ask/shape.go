package ask

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// emitted has the events of each method, one of each type.
var emitted = map[string][]any{
	"conflict": {textEvent{}},
	"count":    {countEvent{}},
	"generate": {textEvent{}},
	"grids":    {gridsEvent{}},
	"race":     {raceEvent{}},
	"sizes":    {encodingSize{}},
	"status":   {known{}, possible{}},
}

// eventShapes returns the shapes of a method's events.
func eventShapes(method string) (shapes []any) {
	for _, event := range emitted[method] {
		shapes = append(shapes, shapeOf(reflect.TypeOf(event)))
	}
	return shapes
}

// requestShape returns the shape of a method's requests, with the field that any request may have.
func requestShape(t reflect.Type) map[string]any {
	shape := shapeOf(t).(map[string]any)
	shape["timeout"] = "number"
	return shape
}

// shapeOf describes the JSON of a type, as JSON: an object with the shape of each field, a list with the shape of its elements, or a
// word. A field's name ends in "?" if the field may be missing. The name "*" stands for all names of an object.
func shapeOf(t reflect.Type) any {
	switch of := reflect.Zero(t).Interface().(type) {
	case Puzzle:
		return "puzzle"
	case interface{ shape() any }:
		return of.shape()
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
		return fieldsOf(t)
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	}
	return "number"
}

// fieldsOf returns the shapes of a struct's fields. Those of an embedded struct stand beside its own.
func fieldsOf(t reflect.Type) map[string]any {
	shapes := map[string]any{}
	for _, f := range reflect.VisibleFields(t) {
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		if tag == "-" || f.Anonymous && name == "" || !f.IsExported() {
			continue
		}
		if options == "omitempty" {
			name += "?"
		}
		shapes[name] = shapeOf(f.Type)
	}
	return shapes
}

// either is an answer of one of two types.
type either[A, B any] struct{ any }

// MarshalJSON writes the answer.
func (e either[A, B]) MarshalJSON() ([]byte, error) { return json.Marshal(e.any) }

func (either[A, B]) shape() any {
	return map[string]any{"one of": []any{shapeOf(reflect.TypeFor[A]()), shapeOf(reflect.TypeFor[B]())}}
}
