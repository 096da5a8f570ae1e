// Package encoders has no code. Its tests measure the encodings of package encode beside those of PBLib (Philipp and Steinke, PBLib –
// a library for encoding pseudo-Boolean constraints into CNF, 2015), and formulas beside solvers that read pseudo-Boolean problems.
// The figures are in testdata/encoders, and docs/encoders.md is written from them.
package encoders
