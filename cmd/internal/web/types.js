// The types of the page, for JSDoc. A puzzle is a model file as JSON: see docs/model.md.

/** @typedef {string} Cell  a cell's name: r1c1 is in the upper left corner */
/** @typedef {{kind: string, name?: string, [field: string]: any}} Entry  a constraint of a model file */
/** @typedef {{value?: number, centre?: number[], corner?: number[], colours?: string[]}} CellMarks  what people enter */
/** @typedef {{boxes?: string, rows?: number, columns?: number, values?: any, houses?: any, regions?: string | string[]}} GridSpec */
/**
 * @typedef {{name?: string, author?: string, rules?: string, grid?: GridSpec, 'quasi-magic'?: any, constraints?: Entry[],
 *   givens?: Record<string, number>, marks?: Record<Cell, CellMarks>, solution?: any, [key: string]: any}} Puzzle
 */
/** @typedef {{name: Cell, x: number, y: number, size: number, lanes?: number[][]}} Square */
/** @typedef {{svg: string, width: number, height: number, cells: Square[], notes?: string[]}} Geometry  the answer of draw */
/** @typedef {{cell: Cell, value: number}} Candidate */
/** @typedef {'accent'|'good'|'warn'|'bad'} Tone */
/**
 * View is what panels lay over the grid. Candidates, marks, links and found are drawn as the command draws them; counts colour
 * candidates by how many solutions each has; least says that counting was cut short. The caption stands beside the small grid.
 * @typedef {{candidates?: Record<Cell, number[]>, marks?: (Candidate & {role: string})[],
 *   links?: {from: Candidate, to: Candidate, strong: boolean}[], found?: Record<Cell, number>,
 *   counts?: Record<Cell, Record<string, number>>, limit?: number, exact?: boolean, least?: boolean, caption?: string | null, highlight?: {cells: Cell[], tone: Tone, label?: string}[]}}
 * View
 */
/** @typedef {{key: string, type: string, optional?: boolean, repeat?: boolean, least?: number}} Field */
/**
 * @typedef {{name: string, group: string, summary: string, example: string, grid?: string, fields: Field[],
 *   short?: {key: string, word: string, field?: string} | null}} Kind
 */
/** @typedef {{name: string, summary: string, read?: boolean, write?: boolean}} Format */
/** @typedef {{version: string, kinds: Kind[], groups: string[], formats: Format[], [key: string]: any}} About */
/** @typedef {{signal?: AbortSignal, onProgress?: (event: any) => void}} CallOptions */
/** @typedef {(method: string, request: any, options?: CallOptions) => Promise<any>} Call */
/**
 * App is what a panel gets. Its element has the events "show" and "hide"; that of the files has "open" with what was dropped.
 * @typedef {{store: import('./state.js').Store, call: Call, announce: (text: string) => void,
 *   showError: (element: Element, error: unknown) => void, about: () => Promise<About>, open: (puzzle: Puzzle | Promise<Puzzle>) => Promise<boolean>,
 *   grid: ReturnType<import('./grid.js').mountGrid>}} App
 */
/** @typedef {{id: string, title: string, mount: (element: HTMLElement, app: App) => void}} Panel */

export {};
