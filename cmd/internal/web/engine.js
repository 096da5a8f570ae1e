// Calls of methods: by HTTP to the server that the page came from, or in workers of a static build.

/** @typedef {import('./types.js').CallOptions} CallOptions */

/** mode says who answers: the server, or workers. @type {'server' | 'static'} */
const mode = document.querySelector('meta[name=qmsat-engine]')?.getAttribute('content') === 'static' ? 'static' : 'server';

/**
 * call asks a method and returns its answer. It throws an Error that says what was wrong, or an AbortError once the signal has
 * aborted.
 * @param {string} method
 * @param {any} request
 * @param {CallOptions} [options]
 * @returns {Promise<any>}
 */
export function call(method, request, options = {}) {
  if (mode === 'server') return post(method, request, options);
  return raced[method] && !request.engine ? race(method, request, options) : work(method, request, options);
}

/**
 * storageOf returns a storage of the browser, or one for as long as the page is open if the browser blocks it.
 * @param {'localStorage' | 'sessionStorage'} name
 * @returns {Pick<Storage, 'getItem' | 'setItem'>}
 */
export function storageOf(name) {
  try {
    return window[name];
  } catch {
    const kept = new Map();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  }
}

const tokenKey = 'qmsat-token', session = storageOf('sessionStorage');

/** takeToken keeps the token of the address for this tab, and returns the rest of the fragment. @param {string} fragment */
export function takeToken(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const token = parts.get('token');
  if (token) session.setItem(tokenKey, token);
  parts.delete('token');
  return parts;
}
takeToken(location.hash); // before the first call

/**
 * @param {string} method @param {any} request @param {CallOptions} options
 */
async function post(method, request, { signal, onProgress }) {
  /** @type {Record<string, string>} */
  const headers = { 'Content-Type': 'application/json', Accept: onProgress ? 'text/event-stream' : 'application/json' };
  const token = session.getItem(tokenKey);
  if (token) headers['X-Qmsat-Token'] = token;
  /**
   * unlessCut returns what a promise of the network gives, or throws an Error with these words.
   * @template T @param {Promise<T>} what @param {string} words @returns {Promise<T>}
   */
  const unlessCut = (what, words) => what.catch((error) => {
    throw signal?.aborted ? error : new Error(words);
  });
  const ended = 'The server ended before it answered.';
  let response;
  for (let tries = 1; ; tries++) { // what was cancelled may keep its place for a moment
    response = await unlessCut(fetch(`api/${method}`, { method: 'POST', headers, body: JSON.stringify(request), signal }),
      'The server does not answer. Is qmsat serve still running?');
    if (response.status !== 429 || tries === 3) break;
    await new Promise((done) => setTimeout(done, 300));
  }
  if (!response.ok) throw new Error(await refusal(response));
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) return unlessCut(response.json(), ended);
  const answers = events(response);
  for (;;) {
    const { done, value } = await unlessCut(answers.next(), ended);
    if (done) throw new Error(ended);
    const data = JSON.parse(value.data);
    if (value.event === 'result') return data;
    if (value.event === 'error') throw new Error(data.error);
    if (value.event === 'progress') onProgress?.(data);
  }
}

/** @param {Response} response */
async function refusal(response) {
  const text = await response.text();
  if (response.status === 429) return 'The server is busy: try again in a moment.';
  try {
    return JSON.parse(text).error || response.statusText;
  } catch {
    return text.trim() || `${response.status} ${response.statusText}`;
  }
}

/**
 * events reads server-sent events.
 * @param {Response} response
 * @returns {AsyncGenerator<{event: string, data: string}>}
 */
async function* events(response) {
  if (!response.body) return;
  const reader = response.body.getReader(), decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      let event = 'message';
      const data = [];
      for (const line of block.split(/\r?\n/)) {
        if (line.startsWith('event:')) event = line.slice(6).trim();
        if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      }
      if (data.length) yield { event, data: data.join('\n') };
    }
  }
}

// Workers.

/** Methods that a worker of their own answers, so that nothing long is ahead of them. A formula may take long to write. */
const quick = new Set(['about', 'draw', 'open', 'library']);

/** Engines that race where the request names none. @type {Record<string, string[]>} */
const raced = { count: ['native', 'gini'] };

/** How long a cancelled run may go on before its worker is ended, and how long the first of a race is alone, in ms. */
const patience = 150, headStart = 300;

/** The timeout of requests that name none, in seconds, and how much longer a worker may take to answer, in ms. */
const usualTimeout = 20, grace = 2000;

/**
 * @typedef {{id: number, method: string, request: any, options: CallOptions, resolve: (answer: any) => void,
 *   reject: (error: any) => void}} Job
 */
/** @typedef {{worker: Worker, job: Job | null, quick: boolean, last: string, timer?: number}} Seat */

/** @type {Seat[]} */
const seats = [];
/** @type {Job[]} */
const queue = [];
let jobs = 0;
const mostSeats = Math.max(3, Math.min(navigator.hardwareConcurrency || 2, 6)) + 1;
/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** @param {boolean} isQuick @returns {Seat} */
function hire(isQuick) {
  compiled ??= WebAssembly.compileStreaming(fetch('qmsat.wasm'));
  const worker = new Worker('worker.js');
  /** @type {Seat} */
  const seat = { worker, job: null, quick: isQuick, last: '' };
  const fail = (/** @type {string} */ why) => {
    const job = seat.job;
    dismiss(seat);
    job?.reject(new Error(why));
  };
  worker.onerror = (event) => fail(`The engine stopped: ${event.message ?? 'its script does not load'}`);
  worker.onmessage = ({ data }) => {
    if (!seat.job || data.id !== seat.job.id) return;
    if (data.event === 'begun') { // the engines stop in time, but for searches of a library that only the worker's end stops
      const seconds = seat.job.request.timeout ?? usualTimeout;
      const why = `${seat.job.method}: stopped after ${seconds} s, the timeout of the request`;
      seat.timer = window.setTimeout(() => fail(why), seconds * 1000 + grace);
      return;
    }
    if (data.event === 'progress') {
      if (!seat.job.options.signal?.aborted) seat.job.options.onProgress?.(data.data);
      return;
    }
    const job = seat.job;
    seat.job = null;
    clearTimeout(seat.timer);
    if (data.event === 'error') job.reject(new Error(data.data.error));
    else job.resolve(data.data);
    assign();
  };
  compiled.then((module) => worker.postMessage({ module }), (error) => {
    compiled = undefined; // the next worker loads it again
    fail(`The engine does not load: ${error.message}`);
  });
  seats.push(seat);
  return seat;
}

/** @param {Seat} seat */
function dismiss(seat) {
  seat.worker.terminate();
  clearTimeout(seat.timer);
  seat.job = null;
  const at = seats.indexOf(seat);
  if (at >= 0) seats.splice(at, 1);
  assign();
}

/** assign gives waiting jobs to workers: to one that ran the method before if there is one, since it has its sessions. */
function assign() {
  for (let i = 0; i < queue.length;) {
    const job = queue[i], isQuick = quick.has(job.method);
    const idle = seats.filter((seat) => !seat.job && seat.quick === isQuick);
    let seat = idle.find((one) => one.last === job.method) ?? idle[0];
    if (!seat && (isQuick ? !seats.some((one) => one.quick) : seats.length < mostSeats)) seat = hire(isQuick);
    if (!seat) {
      i++;
      continue;
    }
    queue.splice(i, 1);
    seat.job = job;
    seat.last = job.method;
    seat.worker.postMessage({ id: job.id, method: job.method, request: job.request });
  }
}

/**
 * @param {string} method @param {any} request @param {CallOptions} options
 * @returns {Promise<any>}
 */
function work(method, request, options) {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    signal?.throwIfAborted();
    /** @type {Job} */
    const job = { id: ++jobs, method, request, options, resolve, reject };
    signal?.addEventListener('abort', () => {
      reject(signal.reason);
      const waiting = queue.indexOf(job);
      if (waiting >= 0) queue.splice(waiting, 1);
      setTimeout(() => {
        const seat = seats.find((one) => one.job === job);
        if (!seat) return;
        if (!seat.quick && seats.length < mostSeats) hire(false); // the next run finds a worker that is ready
        dismiss(seat);
      }, patience);
    }, { once: true });
    queue.push(job);
    assign();
  });
}

/**
 * race runs two engines in workers of their own; the first to answer wins and ends the other.
 * @param {string} method @param {any} request @param {CallOptions} options
 */
async function race(method, request, options) {
  const controller = new AbortController();
  const stop = () => controller.abort(options.signal?.reason);
  options.signal?.throwIfAborted();
  options.signal?.addEventListener('abort', stop, { once: true });
  /** @param {string} engine */
  const run = (engine) => work(method, { ...request, engine }, { ...options, signal: controller.signal });
  const [first, second] = raced[method];
  const leader = run(first);
  const follower = new Promise((resolve, reject) => {
    setTimeout(() => controller.signal.aborted ? reject(controller.signal.reason) : run(second).then(resolve, reject), headStart);
  });
  try {
    return await Promise.any([leader, follower]);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    options.signal?.removeEventListener('abort', stop);
    controller.abort();
  }
}

if (mode === 'static') {
  hire(true);
  hire(false);
  setTimeout(() => seats.length < mostSeats && hire(false), 2000); // it is ready for a race, and does not delay the first answer
}
