// Package cputime tells processor times: of this process, and of the commands that it ran.
package cputime
