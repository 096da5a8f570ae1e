// Package plot draws data as SVG, for reports.
//
//	type      meaning
//	Chart     series of points between two axes: curves, dots, or rows with an interval or value each
//	Axis      a quantity: its name, the format of its values, whether the scale is logarithmic
//
// Series differ in colour, dashes and markers, so they stay distinct in grey. Any data give a picture: values that a
// scale cannot show, such as 0 on a logarithmic one, are left out. Equal data give equal bytes.
package plot
