package encode

import (
	"math"
	"math/bits"
)

// amoSizes are the sizes that encodings of at most one of n literals declare, n ≥ 0, with no pair excluded: variables,
// clauses, literals.
var amoSizes = map[string]func(n int) Size{
	"pairwise": pairwiseSize,
	"sequential": func(n int) Size {
		if n < 2 {
			return Size{}
		}
		return Size{Variables: n - 1, Clauses: 3*int64(n) - 4, Literals: 6*int64(n) - 8}
	},
	"ladder": func(n int) Size {
		if n < 2 {
			return Size{}
		}
		return Size{Variables: n - 1, Clauses: 4*int64(n) - 5, Literals: 9*int64(n) - 12}
	},
	"product":   productSize,
	"commander": commanderSize,
	"binary": func(n int) Size {
		digits := bits.Len(uint(max(n-1, 0)))
		return Size{Variables: digits, Clauses: int64(n) * int64(digits), Literals: 2 * int64(n) * int64(digits)}
	},
	"bimander": bimanderSize,
	"totalizer": func(n int) Size {
		if n < 2 {
			return Size{}
		}
		return Size{Variables: n - 2, Clauses: 4*int64(n) - 7, Literals: 9*int64(n) - 16}
	},
}

func pairwiseSize(n int) Size {
	pairs := int64(n) * int64(n-1) / 2
	return Size{Clauses: pairs, Literals: 2 * pairs}
}

// productSize uses the recurrence f(n) = f(rows) + f(columns) + 2n clauses.
func productSize(n int) Size {
	if n <= 6 {
		return pairwiseSize(n)
	}
	width := int(math.Ceil(math.Sqrt(float64(n))))
	height := (n + width - 1) / width
	rows, columns := productSize(height), productSize(width)
	return Size{
		Variables: height + width + rows.Variables + columns.Variables,
		Clauses:   2*int64(n) + rows.Clauses + columns.Clauses,
		Literals:  4*int64(n) + rows.Literals + columns.Literals,
	}
}

func commanderSize(n int) Size {
	if n <= 5 {
		return pairwiseSize(n)
	}
	commanders := (n - 4) / 2
	size := pairwiseSize(4 + n%2)
	size.Variables = commanders
	size.Clauses += 7 * int64(commanders)
	size.Literals += 16 * int64(commanders)
	return size
}

// bimanderSize adds up n mod m groups of ⌊n/m⌋ + 1 literals and the other groups of ⌊n/m⌋.
func bimanderSize(n int) Size {
	digits := bits.Len(uint(max((n+3)/4-1, 0)))
	m := 1 << digits
	large, small := int64(n%m), int64(m-n%m)
	clauses := int64(n)*int64(digits) + large*pairwiseSize(n/m+1).Clauses + small*pairwiseSize(n/m).Clauses
	return Size{Variables: digits, Clauses: clauses, Literals: 2 * clauses}
}
