package code

// found are puzzles with one solution for Δ = 3 to 9, with the fewest givens found. For Δ = 3 to 5 they are from
// qmsat generate --givens with seed 1. The others are cells of plain Sudokus with 17 givens whose solutions are words.
var found = [...]string{
	3: "31.9.........................................4..........6.....................3..",
	4: "..2.........49.....8..............................5..........98..............3...",
	5: "..73...........584....................8.......1.............87..9...5.6..........",
	6: ".................1..2....4......2.......5....16......7...7.4.....8...32....1.....",
	7: "................12....34........53.6..7.......12..8......2.....3........48....9..",
	8: "................12....34.........3.......5..4.1...6......2..17.4........58.....6.",
	9: "........1.....2.34.56..........4.5....4.1.....7....8.....6....2...8..9..4........",
}

// fewestFound returns the puzzle with one solution and the fewest givens that was found for a Δ from 3 to 9.
func fewestFound(delta int) (puzzle Word) {
	for cell, c := range []byte(found[delta]) {
		if c != '.' {
			puzzle[cell] = c - '0'
		}
	}
	return puzzle
}

// fewestBound returns a lower bound on the givens that fix a word, for a Δ from 2 to 9. For Δ = 9 the bound is published: 17
// givens (McGuire, Tugemann, Civario, Experimental Mathematics 23, 2014). For other Δ it follows from symmetries. If a symmetry
// keeps all givens but changes the word, the changed word also fits the givens. The following symmetries change every word:
//
//   - Exchange of the outer rows of a band, or of the outer columns of a stack. So each band and each stack has a given in its
//     outer lines. If there are only three givens, each band and each stack has one.
//   - Transposition. Further symmetries move three such givens onto a diagonal, and transposition keeps them there. So four
//     givens are needed.
//   - Relabelling of digits such that the same sums stay allowed. So enough digits are given that only the identity keeps them.
func fewestBound(delta int) int {
	if delta == digits {
		return 17
	}
	return max(4, digitsNeeded(delta))
}

// digitsNeeded returns the size of a smallest set of digits such that only the identity keeps the set's digits and the allowed
// triples.
func digitsNeeded(delta int) int {
	needed := digits
	for set := range values(allValues + 1) {
		if set&1 == 0 && set.size() < needed && !relabels(delta, set, nil) {
			needed = set.size()
		}
	}
	return needed
}

// relabels reports whether some relabelling other than the identity keeps the given digits and the allowed triples. images are
// the images of the first digits so far.
func relabels(delta int, kept values, images []int) bool {
	d := len(images) + 1
	if d > digits {
		for i, image := range images {
			if image != i+1 {
				return true
			}
		}
		return false
	}
	for image := 1; image <= digits; image++ {
		if kept>>d&1 != 0 && image != d || !keepsTriples(delta, images, image) {
			continue
		}
		if relabels(delta, kept, append(images[:d-1:d-1], image)) {
			return true
		}
	}
	return false
}

// keepsTriples reports whether the next digit may have this image, given the images of the digits below it.
func keepsTriples(delta int, images []int, image int) bool {
	d := len(images) + 1
	for i, x := range images {
		if x == image {
			return false
		}
		for j, y := range images[:i] {
			if allows(delta, (i+1)+(j+1)+d) != allows(delta, x+y+image) {
				return false
			}
		}
	}
	return true
}
