package grids

import (
	"context"
	"math/big"
)

func countClasses(ctx context.Context, b bound, options Options) (*big.Int, error) { return nil, nil }
