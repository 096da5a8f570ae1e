package chromatic

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Polynomial is a polynomial in λ: its coefficients by power, from 0 on. The last one is not 0. The empty list is 0.
type Polynomial []*big.Int

// one is the polynomial of a graph without vertices.
func one() Polynomial { return Polynomial{big.NewInt(1)} }

// At returns the value at λ.
func (p Polynomial) At(lambda int) *big.Int {
	sum, x := new(big.Int), big.NewInt(int64(lambda))
	for i := range p {
		sum.Add(sum.Mul(sum, x), p[len(p)-1-i])
	}
	return sum
}

// Degree returns the degree, -1 for 0.
func (p Polynomial) Degree() int { return len(p) - 1 }

// Equal reports whether both are the same.
func (p Polynomial) Equal(q Polynomial) bool {
	return slices.EqualFunc(p, q, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
}

// String writes the polynomial from the highest power on: λ^2 - 3λ + 2.
func (p Polynomial) String() string {
	var text strings.Builder
	for i := len(p) - 1; i >= 0; i-- {
		c := new(big.Int).Abs(p[i])
		switch {
		case c.Sign() == 0:
			continue
		case text.Len() > 0 && p[i].Sign() < 0:
			text.WriteString(" - ")
		case text.Len() > 0:
			text.WriteString(" + ")
		case p[i].Sign() < 0:
			text.WriteString("-")
		}
		if i == 0 || c.Cmp(big.NewInt(1)) != 0 {
			text.WriteString(c.String())
		}
		switch {
		case i == 1:
			text.WriteString("λ")
		case i > 1:
			fmt.Fprintf(&text, "λ^%d", i)
		}
	}
	if text.Len() == 0 {
		return "0"
	}
	return text.String()
}

func (p Polynomial) plus(q Polynomial) Polynomial {
	if len(p) < len(q) {
		p, q = q, p
	}
	sum := make(Polynomial, len(p))
	for i := range p {
		sum[i] = new(big.Int).Set(p[i])
		if i < len(q) {
			sum[i].Add(sum[i], q[i])
		}
	}
	return sum.trimmed()
}

func (p Polynomial) times(q Polynomial) Polynomial {
	if len(p) == 0 || len(q) == 0 {
		return nil
	}
	product := make(Polynomial, len(p)+len(q)-1)
	for i := range product {
		product[i] = new(big.Int)
	}
	term := new(big.Int)
	for i := range p {
		for j := range q {
			product[i+j].Add(product[i+j], term.Mul(p[i], q[j]))
		}
	}
	return product
}

// over divides by λ - root, and reports whether the remainder is 0.
func (p Polynomial) over(root int) (Polynomial, bool) {
	if len(p) == 0 {
		return nil, true
	}
	quotient, rest := make(Polynomial, len(p)-1), new(big.Int)
	for i := len(p) - 1; i >= 0; i-- {
		rest.Add(p[i], new(big.Int).Mul(rest, big.NewInt(int64(root))))
		if i > 0 {
			quotient[i-1] = new(big.Int).Set(rest)
		}
	}
	return quotient, rest.Sign() == 0
}

func (p Polynomial) trimmed() Polynomial {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// minus is the polynomial λ - n.
func minus(n int) Polynomial { return Polynomial{big.NewInt(int64(-n)), big.NewInt(1)} }
