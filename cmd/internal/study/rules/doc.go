// Package rules has the questions of `qmsat rules`: prove, mine, effect, profile. Package qmsat/compare/rules answers them.
//
// Each question is a file; options.go has the options that they share, and the list of them.
package rules
