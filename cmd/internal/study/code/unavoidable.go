package code

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"math/big"
	"slices"

	"qmsat/internal/lists"
	"qmsat/native/grids"
)

// SetClass is a class of unavoidable sets for Δ = 2 under symmetries: of cells, with the values that a word has in them, in
// which another word differs while none differs in fewer of them only. For other words with these values it may be none: their
// sums go on elsewhere.
type SetClass struct {
	Example Word     // the values, and nothing elsewhere: the least of the class
	Sets    int      // of the class
	Average *big.Rat // number of the class's sets in a word, over all words
}

// SetClasses returns the classes of unavoidable sets up to a number of cells, by size. Time grows with the number of sets: a
// second for 24 cells and a few for 36; the first word has 23,980 in all.
func (b *Book) SetClasses(ctx context.Context, most int) ([]SetClass, error) {
	uniform, err := grids.NewUniform(ctx, BookDelta)
	if err != nil {
		return nil, err
	}
	classes := map[Word]*SetClass{}
	for _, class := range b.Classes {
		sets, err := b.unavoidable(ctx, &class.Representative, most)
		if err != nil {
			return nil, err
		}
		for _, set := range sets {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			content := set.of(&class.Representative)
			least, times, all := content, 0, 0
			for image := range uniform.Images(&content) {
				all++
				switch order := bytes.Compare(image[:], least[:]); {
				case order < 0:
					least, times = image, 1
				case order == 0:
					times++
				}
			}
			if classes[least] == nil {
				classes[least] = &SetClass{least, all / times, new(big.Rat)}
			}
			found := classes[least]
			found.Average.Add(found.Average, big.NewRat(int64(class.Size), int64(len(b.Words))))
		}
	}
	list := slices.SortedFunc(maps.Values(classes), func(a, b *SetClass) int {
		return cmp.Or(cmp.Compare(Givens(&a.Example), Givens(&b.Example)), bytes.Compare(a.Example[:], b.Example[:]))
	})
	return lists.Map(list, func(c *SetClass) SetClass { return *c }), nil
}
