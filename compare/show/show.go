package show

import (
	"math"
	"strconv"
	"strings"
)

// Seconds writes a time to three digits: 20 µs.
func Seconds(s float64) string {
	if s == 0 {
		return "0"
	}
	for _, unit := range []struct {
		size float64
		name string
	}{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}} {
		if s >= unit.size*0.9995 { // as soon as the smaller unit would show 1,000
			return number(s/unit.size) + " " + unit.name
		}
	}
	return number(s*1e9) + " ns"
}

// Ratio writes a positive ratio to three digits, one of them a decimal at least; from below a ten-thousandth with an exponent.
func Ratio(r float64) string {
	decimals := max(1, 2-int(math.Floor(math.Log10(r))))
	if decimals > 6 || math.IsInf(r, 0) {
		return strconv.FormatFloat(r, 'g', 3, 64)
	}
	return strconv.FormatFloat(r, 'f', decimals, 64)
}

// Things writes a number of things: 1 puzzle, 2,000 puzzles.
func Things(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Count(n) + " " + thing
}

// Count writes a whole number: 12,000.
func Count(n int) string { return Digits(strconv.Itoa(n)) }

// Digits writes a whole number's decimal digits, thousands apart.
func Digits(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return sign + digits
}

// Magnitude writes a number: 12,000; from a hundred million on as a power of ten.
func Magnitude(v float64) string {
	if math.Abs(v) < 1e8 {
		return number(v)
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', 2, 64), "e")
	e, _ := strconv.Atoi(exponent)
	power := "10" + raised.Replace(strconv.Itoa(e))
	if digits = strings.TrimRight(strings.TrimRight(digits, "0"), "."); digits == "1" {
		return power
	}
	return digits + "·" + power
}

// number writes a number to three digits below 1,000 and to the nearest whole one above.
func number(v float64) string {
	if math.Abs(v) < 999.5 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return Digits(strconv.FormatFloat(v, 'f', 0, 64))
}

var raised = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
