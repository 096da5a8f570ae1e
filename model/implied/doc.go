// Package implied finds what a model implies beyond its single constraints. Each fact holds in every solution of the model.
//
//	type        what it says
//	Exclusions  which variables are never equal; sums by groups of such variables
package implied
