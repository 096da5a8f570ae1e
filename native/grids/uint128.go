package grids

import (
	"fmt"
	"math/big"
	"math/bits"
)

// uint128 is an exact sum. The largest that arises, the number of plain Sudoku grids, has 73 bits.
type uint128 struct{ hi, lo uint64 }

// addProduct adds x·y. An overflow of 128 bits cannot be reached by the counts of this package, and panics.
func (u *uint128) addProduct(x, y uint64) {
	hi, lo := bits.Mul64(x, y)
	u.add(uint128{hi, lo})
}

// add adds v. It panics as addProduct does.
func (u *uint128) add(v uint128) {
	var carry uint64
	u.lo, carry = bits.Add64(u.lo, v.lo, 0)
	if u.hi, carry = bits.Add64(u.hi, v.hi, carry); carry != 0 {
		panic("grids: a sum exceeds 128 bits")
	}
}

// times returns u·y. It panics as addProduct does.
func (u uint128) times(y uint64) uint128 {
	var product uint128
	product.addProduct(u.lo, y)
	high, low := bits.Mul64(u.hi, y)
	if high != 0 {
		panic("grids: a product exceeds 128 bits")
	}
	product.add(uint128{hi: low})
	return product
}

// big returns the number without a bound.
func (u uint128) big() *big.Int {
	n := new(big.Int).SetUint64(u.hi)
	return n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(u.lo))
}

// String returns the decimal digits.
func (u uint128) String() string { return u.big().String() }

// parseUint128 reads decimal digits.
func parseUint128(text string) (uint128, error) {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || n.Sign() < 0 || n.BitLen() > 128 {
		return uint128{}, fmt.Errorf("found %q, expected a number from 0 to 2¹²⁸−1", text)
	}
	return uint128{new(big.Int).Rsh(n, 64).Uint64(), new(big.Int).And(n, new(big.Int).SetUint64(^uint64(0))).Uint64()}, nil
}
