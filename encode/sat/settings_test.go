package sat

import (
	"testing"

	"qmsat/encode"
)

// The sort of a solver follows from the name of its program, whatever its folder and its arguments are called.
func TestPurposes(t *testing.T) {
	for name, want := range map[string]string{
		"gini":                                 encode.ForSession,
		"residual":                             encode.ForProof,
		"exec-lp:minisat":                      encode.ForProof,
		"exec:cadical -q":                      encode.ForCadical,
		"exec:cadical-2.1":                     encode.ForCadical,
		"exec:/x/hd4/cadical":                  encode.ForCadical,
		"exec:/opt/glucose/bin/kissat":         encode.ForCadical,
		"exec:kissat --like=minisat d4":        encode.ForCadical,
		"exec:'/a b/minisat/kissat' -q":        encode.ForCadical,
		"exec:":                                encode.ForCadical,
		"exec:cryptominisat5 --verb 0":         encode.ForCadical,
		"exec:nice -n 19 minisat":              encode.ForMinisat,
		"exec:sh -c 'ulimit -t 5; exec ganak'": encode.ForCounter,
		"exec:unknown --like=minisat":          encode.ForCadical,
		"exec:minisat_static":                  encode.ForMinisat,
		"exec:/usr/bin/clasp -n 1":             encode.ForMinisat,
		"exec:'/a b/glucose-syrup'":            encode.ForMinisat,
		"exec:d4 -mc":                          encode.ForCounter,
		"exec:./sharpSAT-TD -decot 1":          encode.ForCounter,
		"exec:/x/cadical/build/ganak --seed 1": encode.ForCounter,
	} {
		if got := purposeOf(name); got != want {
			t.Errorf("%s: %s, expected %s", name, got, want)
		}
	}
}
