// Package cluster divides jobs between machines through NATS JetStream. The server is the user's own, or package embedded starts
// one.
//
// The server keeps:
//
//	qmsat-items  a stream, a work queue: open items, one subject per version, engine and job
//	qmsat-jobs   key-value: each job's description and state, and the record of each item by path
//	qmsat-files  key-value: each job's input, and the output of its items, in pieces
//
// A worker takes an item, does or splits it, and creates its record unless there is one. Then it queues the items of a split, and
// acknowledges last. If an item is delivered again, for instance after its worker died, its record is kept, so nothing is added
// twice. A record changes only by folding, which replaces a split and everything below it by one result.
//
//	type     meaning
//	Cluster  a connection to the server
//	Info     a job's description and state
//	Worker   does items
//	Follower collects a job's records as they come, until it is complete
package cluster
