// Package plot draws data as SVG, for reports.
//
//	type      meaning
//	Chart     series of points between two axes: curves, dots, or a row a thing with its interval or value
//	Axis      a quantity: its name, how its values are written, whether the scale is logarithmic
//
// Series differ in colour, dashes and markers, so that they are told apart in grey as well. Any data give a picture: values that a
// scale has no place for, such as 0 on a logarithmic one, are left out, and equal data give equal bytes.
package plot
