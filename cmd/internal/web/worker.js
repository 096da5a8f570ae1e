// The worker of a static build: it runs the methods in the WebAssembly module. It gets the compiled module, and requests
// {id, method, request}; it answers {id, event, data} with the events begun, progress, result and error. Ending the worker cancels
// a run.

{
  const scope = /** @type {any} */ (globalThis);
  scope.importScripts('wasm_exec.js');

  /** @param {WebAssembly.Module} module */
  const start = async (module) => {
    const ready = new Promise((resolve) => { scope.qmsatReady = resolve; });
    const go = new scope.Go();
    const ended = () => setTimeout(() => { throw new Error('the engine ended'); }); // an error of the worker, which the page sees
    go.run(await WebAssembly.instantiate(module, go.importObject)).then(ended, ended);
    if (!scope.qmsatCall) await ready;
  };

  /** @type {PromiseWithResolvers<WebAssembly.Module>} */
  const loaded = Promise.withResolvers();
  const started = loaded.promise.then(start).catch((error) => { // requests may come before the module
    setTimeout(() => { throw error; }); // the page ends a worker that does not start
    return new Promise(() => {});
  });
  scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
    if (data.module) {
      loaded.resolve(data.module);
      return;
    }
    /** @param {string} event @param {any} value */
    const send = (event, value) => scope.postMessage({ id: data.id, event, data: value });
    try {
      await started;
      send('begun', null);
      const progress = (/** @type {string} */ text) => send('progress', JSON.parse(text));
      send('result', JSON.parse(await scope.qmsatCall(data.method, JSON.stringify(data.request), progress)));
    } catch (error) {
      send('error', { error: error instanceof Error ? error.message : String(error) });
    }
  };
}
