package code

// found are puzzles with one solution for Δ = 3 to 9, with the fewest givens that searches found: by qmsat generate --givens
// with seed 1 for Δ = 3 to 5, elsewhere what is left of puzzles of plain Sudoku with 17 givens whose solutions are words.
var found = [...]string{
	3: "31.9.........................................4..........6.....................3..",
	4: "..2.........49.....8..............................5..........98..............3...",
	5: "..73...........584....................8.......1.............87..9...5.6..........",
	6: ".................1..2....4......2.......5....16......7...7.4.....8...32....1.....",
	7: "................12....34........53.6..7.......12..8......2.....3........48....9..",
	8: "................12....34.........3.......5..4.1...6......2..17.4........58.....6.",
	9: "........1.....2.34.56..........4.5....4.1.....7....8.....6....2...8..9..4........",
}

// FewestFound returns a puzzle with one solution for a Δ from 3 to 9: no other with fewer givens was found.
func FewestFound(delta int) (puzzle Word) {
	for cell, c := range []byte(found[delta]) {
		if c != '.' {
			puzzle[cell] = c - '0'
		}
	}
	return puzzle
}

// FewestBound returns a number of givens below which no cells fix a word for a Δ from 2 to 9, by symmetries or, for Δ = 9, by
// what is published. A symmetry that keeps all givens makes another word of one that it does not keep itself, and no word is
// kept by
//
//   - exchange of the outer rows of a band, or of the outer columns of a stack: each has a given in these, and three givens are
//     one in each band and each stack;
//   - transposition: three such givens are taken to each other's places on a diagonal by further symmetries, and then it
//     keeps them;
//   - relabelling of digits that keeps sums allowed or not: some digits have to be given so that only the identity keeps them.
//
// 17 are needed for Δ = 9: McGuire, Tugemann, Civario, Experimental Mathematics 23, 2014.
func FewestBound(delta int) int {
	if delta == digits {
		return 17
	}
	return max(4, digitsNeeded(delta))
}

// digitsNeeded returns the smallest size of a set of digits such that only the identity keeps both these digits and the allowed
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

// relabels reports whether a relabelling other than the identity keeps some digits and the allowed triples; images are the images
// of the first digits.
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

// keepsTriples reports whether the next digit may get an image beside those of the digits below it.
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
