// Package cluster spreads jobs over machines by NATS JetStream: a server of the user's, or one of package embedded.
//
// What is kept on the server:
//
//	qmsat-items  a stream, a work queue: items that wait to be done, a subject for each version, engine and job
//	qmsat-jobs   key-value: by job, what it is, and its state; the record of each item, by path
//	qmsat-files  key-value: by job, its input, and what its items print, in pieces
//
// A worker takes an item, does it or splits it, creates its record unless there is one, sends the items of a split, and acknowledges
// last. So an item that is delivered twice, or again after its worker died, meets its own record: nothing is added twice. A record
// never changes but by folding, which puts one result in the place of a split and of all below it.
//
//	type     meaning
//	Cluster  a connection, and what is kept behind it
//	Info     what a job is, and its state
//	Worker   does items
//	Follower takes up a job's records as they come, until it is complete
package cluster
