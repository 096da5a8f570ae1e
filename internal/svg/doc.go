// Package svg writes Scalable Vector Graphics: elements, attributes and text, well-formed and escaped.
//
// Equal calls give equal bytes: numbers are rounded to hundredths, and nothing carries an id, so that several documents
// stand in one HTML page without clashes. How a picture looks is left to those who draw, such as qmsat/model/draw.
package svg
