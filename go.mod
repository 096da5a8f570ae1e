module qmsat

go 1.26.0

require (
	github.com/crillab/gophersat v1.4.0
	github.com/go-air/gini v1.0.4
	github.com/google/go-cmp v0.7.0
	go.yaml.in/yaml/v4 v4.0.0
	pgregory.net/rapid v1.3.0
)
