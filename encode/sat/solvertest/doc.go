// Package solvertest is a SAT solver and model counter as a command, with modes in which it fails on purpose. It tests the code
// that runs such commands.
package solvertest
