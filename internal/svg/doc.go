// Package svg writes Scalable Vector Graphics: elements, attributes and text, well-formed and escaped.
//
// Equal calls give equal bytes: numbers are rounded to hundredths. No element has an id, so that several documents
// fit in one HTML page. Callers such as qmsat/model/draw decide how a picture looks.
package svg
