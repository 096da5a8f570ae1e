//go:build js && wasm

// Command qmsat-page answers the questions of the page in a WebAssembly worker. It sets the global function
// qmsatCall(method, request, onEvent): request is JSON, onEvent gets each event as JSON, and the promise gives the answer as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"syscall/js"

	"qmsat/cmd/internal/ask"
)

func main() {
	js.Global().Set("qmsatCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var start js.Func
		start = js.FuncOf(func(_ js.Value, settle []js.Value) any {
			go func() {
				defer start.Release()
				answer, err := call(args[0].String(), []byte(args[1].String()), args[2])
				if err != nil {
					settle[1].Invoke(js.Global().Get("Error").New(err.Error()))
					return
				}
				settle[0].Invoke(string(answer))
			}()
			return nil
		})
		return js.Global().Get("Promise").New(start)
	}))
	if ready := js.Global().Get("qmsatReady"); ready.Truthy() {
		ready.Invoke()
	}
	select {} // calls come from outside
}

// call runs a method. Its events are passed on as [ask.Waiting] has them, in its own thread: a worker has no other.
func call(name string, request []byte, onEvent js.Value) (answer []byte, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%s: an internal fault: %v", name, fault)
		}
	}()
	m, err := ask.Lookup(name)
	if err != nil {
		return nil, err
	}
	var waiting ask.Waiting
	pass := func() {
		for _, text := range waiting.Take() {
			onEvent.Invoke(string(text))
		}
	}
	result, err := m.Run(context.Background(), request, func(event any) error {
		text, err := json.Marshal(event)
		if err != nil {
			return err
		}
		if waiting.Put(event, text); waiting.Pause() == 0 {
			pass()
		}
		return nil
	})
	pass()
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}
