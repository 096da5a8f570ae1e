package proof

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/model/modeltest"
)

// The formulas of these tests have this many variables.
const variables = 6

// randomClause draws up to four literals, possibly repeated or complementary.
func randomClause(t *rapid.T) []encode.Literal {
	literal := rapid.Custom(func(t *rapid.T) encode.Literal {
		l := encode.Literal(rapid.IntRange(1, variables).Draw(t, "variable"))
		if rapid.Bool().Draw(t, "negative") {
			l = -l
		}
		return l
	})
	return rapid.SliceOfN(literal, 0, 4).Draw(t, "clause")
}

// propagated is unit propagation by definition: it goes through all clauses until nothing changes, and reports whether it met a
// conflict.
func propagated(clauses [][]encode.Literal, assumed []encode.Literal) (conflict bool) {
	isTrue := map[encode.Literal]bool{}
	for _, l := range assumed {
		isTrue[l] = true
	}
	for changed := true; changed; {
		changed = false
		for l := range encode.Literal(variables) {
			if isTrue[l+1] && isTrue[-l-1] {
				return true
			}
		}
		for _, clause := range clauses {
			open := slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(clause))), func(l encode.Literal) bool { return isTrue[-l] })
			switch {
			case len(open) == 0:
				return true
			case len(open) == 1 && !isTrue[open[0]]:
				isTrue[open[0]], changed = true, true
			}
		}
	}
	return false
}

// satisfies reports whether the assignment, a bit for each variable, satisfies a clause.
func satisfies(assignment int, clause []encode.Literal) bool {
	return slices.ContainsFunc(clause, func(l encode.Literal) bool {
		return (assignment>>(max(l, -l)-1)&1 == 1) == (l > 0)
	})
}

// implies reports whether each assignment that satisfies the clauses satisfies the other clause.
func implies(clauses [][]encode.Literal, other []encode.Literal) bool {
	for assignment := range 1 << variables {
		all := !slices.ContainsFunc(clauses, func(clause []encode.Literal) bool { return !satisfies(assignment, clause) })
		if all && !satisfies(assignment, other) {
			return false
		}
	}
	return true
}

// TestAgainstPlainPropagation checks that the checker accepts exactly the lemmas that follow by plain unit propagation.
func TestAgainstPlainPropagation(t *testing.T) {
	accepted, refused := 0, 0
	modeltest.CheckUntil(t, "ten lemmas are accepted and ten refused", func() bool { return min(accepted, refused) >= 10 }, func(t *rapid.T) {
		yes, no := againstPlainPropagation(t)
		accepted, refused = accepted+yes, refused+no
	})
}

func FuzzAgainstPlainPropagation(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { againstPlainPropagation(t) }))
}

// againstPlainPropagation draws clauses and lemmas, and returns how many lemmas were accepted and refused.
func againstPlainPropagation(t *rapid.T) (accepted, refused int) {
	checker := &Checker{}
	var clauses [][]encode.Literal
	for range rapid.IntRange(0, 30).Draw(t, "steps") {
		clause := randomClause(t)
		if rapid.Bool().Draw(t, "granted") {
			checker.Clause(clause)
			clauses = append(clauses, clause)
		} else {
			var negation []encode.Literal
			for _, l := range clause {
				negation = append(negation, -l)
			}
			follows := propagated(clauses, negation)
			if err := checker.Lemma(clause); (err == nil) != follows || err != nil && !errors.Is(err, ErrNotImplied) {
				t.Fatalf("lemma %v of %v: %v, expected that it follows: %t", clause, clauses, err, follows)
			}
			if follows {
				if !implies(clauses, clause) {
					t.Fatalf("lemma %v of %v is accepted and does not follow", clause, clauses)
				}
				clauses = append(clauses, clause)
				accepted++
			} else {
				refused++
			}
		}
		if want := propagated(clauses, nil); checker.Refuted() != want {
			t.Fatalf("%v: refuted %t, expected %t", clauses, checker.Refuted(), want)
		}
	}
	return accepted, refused
}

// TestDeletion deletes clauses on the way: what is then accepted still follows from all clauses that were added.
func TestDeletion(t *testing.T) { rapid.Check(t, deletion) }

func FuzzDeletion(f *testing.F) { f.Fuzz(rapid.MakeFuzz(deletion)) }

func deletion(t *rapid.T) {
	checker := NewChecker()
	var granted, present [][]encode.Literal
	for range rapid.IntRange(0, 40).Draw(t, "steps") {
		clause := randomClause(t)
		switch rapid.IntRange(0, 3).Draw(t, "step") {
		case 0, 1:
			checker.Clause(clause)
			granted, present = append(granted, clause), append(present, clause)
		case 2:
			if len(present) == 0 {
				continue
			}
			i := rapid.IntRange(0, len(present)-1).Draw(t, "deleted")
			if !checker.Delete(rapid.Permutation(present[i]).Draw(t, "order")) {
				t.Fatalf("%v is not among the clauses", present[i])
			}
			present = slices.Delete(present, i, i+1)
		default:
			if err := checker.Lemma(clause); err == nil {
				if !implies(granted, clause) {
					t.Fatalf("lemma %v of %v is accepted and does not follow", clause, granted)
				}
				present = append(present, clause)
			}
		}
		if checker.Refuted() && !implies(granted, nil) {
			t.Fatalf("%v: refuted, but has models", granted)
		}
	}
}

// TestDeletedClausesAreGone checks that a lemma that needs a deleted clause is refused, and that each deletion removes one copy.
func TestDeletedClausesAreGone(t *testing.T) {
	checker := NewChecker()
	for range 2 {
		checker.Clause([]encode.Literal{1, 2})
	}
	checker.Clause([]encode.Literal{1, -2})
	for copies := 2; copies > 0; copies-- {
		if !checker.Delete([]encode.Literal{2, 1}) {
			t.Errorf("copy %d is not there", copies)
		}
	}
	if checker.Delete([]encode.Literal{2, 1}) {
		t.Error("a third copy is deleted")
	}
	if err := checker.Lemma([]encode.Literal{1}); !errors.Is(err, ErrNotImplied) {
		t.Errorf("%v, expected %v", err, ErrNotImplied)
	}
	checker.Clause([]encode.Literal{1, 2})
	if err := checker.Lemma([]encode.Literal{1}); err != nil {
		t.Error(err)
	}
}
