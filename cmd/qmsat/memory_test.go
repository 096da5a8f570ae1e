package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// memoryRow is a line of the table of memory: an engine on a model of testdata/counts, and the measure that its memory is divided by.
type memoryRow struct{ name, engine, file, unit string }

var memoryRows = []memoryRow{
	{"`native`, 9×9", "native", "Δ = 2", "nodes"},
	{"`native`, general", "native", "queens-12", "nodes"},
	{"`native`, general", "native", "magic-4", "nodes"},
	{"`gini`", "gini", "queens-12", "propagations"},
	{"`residual`, list", "residual[mode=list]", "queens-12", "decisions"},
	{"`residual`, list", "residual[mode=list]", "magic-4", "conflicts"},
	{"`residual`, merge", "residual[mode=merge]", "jigsaw-6", "widest cut"},
	{"`frontier`", "frontier", "queens-12", "widest layer"},
	{"`frontier`", "frontier", "magic-4", "widest layer"},
}

// TestMemoryDocument holds that docs/counting.md has a line of memory for each engine. With QMSAT_CONFIRM and -update it is measured
// again, which takes a minute.
func TestMemoryDocument(t *testing.T) {
	name := filepath.Join("docs", "counting.md")
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	table := regexp.MustCompile(`(?s)(\| engine \| model \| unit .*?\|\n\| ---[^\n]*\n)(.*?)\n\n`)
	found := table.FindSubmatch(text)
	if found == nil {
		t.Fatal("no table of memory")
	}
	var lines []string
	for _, row := range memoryRows {
		begin := fmt.Sprintf("| %s | %s | ", row.name, row.file)
		if modeltest.Confirms() && *update {
			lines = append(lines, begin+row.measure(t))
		} else if !strings.Contains(string(found[2]), begin) {
			t.Errorf("no line %q", begin)
		}
	}
	if lines != nil {
		t.Chdir(root)
		golden(t, name, strings.Replace(string(text), string(found[2]), strings.Join(lines, "\n"), 1))
	}
}

// measure returns the units, the bytes allocated for each, the largest heap beside the open session, and that for each unit.
func (r memoryRow) measure(t *testing.T) string {
	m := r.model(t)
	chosen, err := parseEngine("engine", r.engine)
	if err != nil {
		t.Fatal(err)
	}
	session, err := chosen.Engine.Open(t.Context(), m, chosen.Options)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	before, most, stop, stopped := heapBytes(), uint64(0), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			most = max(most, heapBytes())
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	var first, last runtime.MemStats
	runtime.ReadMemStats(&first)
	result, err := session.Run(t.Context(), nil, 0, nil)
	runtime.ReadMemStats(&last)
	close(stop)
	<-stopped
	if err != nil || !result.Complete() {
		t.Fatal(r, result.Outcome, err)
	}
	i := slices.IndexFunc(result.Effort, func(m engine.Measure) bool { return m.Name == r.unit })
	if i < 0 {
		t.Fatalf("%s has no %s: %v", r.engine, r.unit, result.Effort)
	}
	units, held := result.Effort[i].Value, int64(most-min(before, most))
	return fmt.Sprintf("%s | %d | %d | %.2f | %d |", r.unit, units, int64(last.TotalAlloc-first.TotalAlloc)/units, float64(held)/1e6, held/units)
}

func (r memoryRow) model(t *testing.T) *model.Model {
	if r.file == "Δ = 2" {
		m, err := model.QuasiMagic(3, 2)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	file, err := os.Open(filepath.Join(root, "testdata", "counts", r.file+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	d, err := document.Read(t.Context(), r.file, file)
	if err != nil {
		t.Fatal(err)
	}
	return d.Model
}

func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
