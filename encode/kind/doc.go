// Package kind writes the kinds of constraints besides all-different and linear, a file each: [formula.RegisterKind] has them by
// the kind's name. The encodings of rules are in polarity.go.
//
// Start reading with table.go; rule.go, reifiedlinear.go and multiplication.go follow.
package kind
