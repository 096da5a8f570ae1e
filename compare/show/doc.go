// Package show writes figures for people: times, ratios, counts and numbers of things.
package show
