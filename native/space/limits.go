package space

import "qmsat/model/engine"

// Limits are the sizes at which domains and propagators change their form. Only tests lower them: see [engine.Thresholds].
type Limits struct {
	// InWord is the number of values of a domain, with those between them, up to which it is one word.
	InWord int `limit:"64 1 3"`
	// Narrow is the number of values up to which a domain is a set of bits. Larger domains are kept as bounds, if their constraints need
	// no more: copying all bits of a product takes longer than propagating its bounds. Finding the right-angled triangles with whole sides
	// up to 400 takes 0.03 s with bounds, and 30 s with bits.
	Narrow int `limit:"256 1 3"`
	// Divided is the same for variables of a division, because other divisions miss values between the bounds.
	Divided int `limit:"4096 1 5"`
	// Pairs is the most pairs of values of a product's or a division's operands that are tried.
	Pairs int `limit:"4096 1 6"`
	// CombinedValues is the most values in a row of which the sets with a sum are listed.
	CombinedValues int `limit:"12 1 3"`
	// NearSums is the number of values of a sum of groups, with those between them, up to which they are a word.
	NearSums int `limit:"64 1 4"`
}

// Thresholds are the settings that lower [Limits].
var Thresholds = engine.Thresholds[Limits]()

// standard has no limit lowered.
var standard = engine.LimitsOf[Limits](nil)
