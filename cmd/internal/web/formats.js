// The puzzle as text: in the address, on the clipboard, as files and as a picture.

/** @typedef {import('./types.js').Puzzle} Puzzle */

/** What people call files for solvers. @type {Record<string, string>} */
export const formulas = { dimacs: 'DIMACS CNF file (SAT solvers)', opb: 'OPB file (pseudo-Boolean solvers)',
  lp: 'LP file (integer programming)', mps: 'MPS file (integer programming)' };
/** What else is read. @type {Record<string, string>} */
const others = { plain: 'text', flatzinc: 'FlatZinc file' };

/** formatName is what people call a format. @param {import('./types.js').Format[]} formats @param {string} name */
export const formatName = (formats, name) => formats.find((one) => one.name === name)?.summary ?? formulas[name] ?? others[name] ?? name;

/**
 * pack writes a puzzle for the address: base64url of deflated JSON.
 * @param {Puzzle} puzzle
 */
async function pack(puzzle) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(puzzle)), new CompressionStream('deflate-raw'));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/**
 * unpack reads what pack wrote.
 * @param {string} text
 * @returns {Promise<Puzzle>}
 */
export async function unpack(text) {
  try {
    const packed = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw'))));
  } catch {
    throw new Error('The address has a puzzle that cannot be read: it may be cut off.');
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/**
 * linkOf returns an address of this page that has the puzzle.
 * @param {Puzzle} puzzle
 */
export const linkOf = async (puzzle) => `${location.href.replace(/#.*/, '')}#q=${await pack(puzzle)}`;

/**
 * download lets the browser save a file.
 * @param {string} name
 * @param {Blob | string} content
 * @param {string} [type]
 */
export function download(name, content, type = 'text/plain') {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** copy puts a text on the clipboard. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new Error('The browser does not let this page copy: select the text and copy it yourself.');
  }
}

/**
 * toPNG paints an SVG document, with three pixels for each unit.
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
export async function toPNG(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })), image = new Image();
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas'), context = canvas.getContext('2d');
    canvas.width = 3 * image.naturalWidth;
    canvas.height = 3 * image.naturalHeight;
    if (!context) throw new Error('The browser cannot paint pictures.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error('The picture is too large for the browser.')),
        'image/png'));
  } finally {
    URL.revokeObjectURL(url);
  }
}
