// Package propagate has the propagators of the kinds of constraints beyond the core: one file for each kind, or for each idea that
// serves several. Each file registers its kind with [space.RegisterKind]. Read element.go first, the shortest, then regular.go,
// product.go and groupedsum.go, which is what most sums of a grid become.
package propagate
