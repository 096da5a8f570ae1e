// Package solvertest is a SAT solver and model counter as a command, with modes in which it goes wrong on purpose, for tests
// of those who run such commands.
package solvertest
