/** The only globals left to user code. Anything that browsers add later is excluded. */

/** Globals of the language. */
export const LANGUAGE = [
  ...[
    'globalThis',
    'self',
    'undefined',
    'NaN',
    'Infinity',
    'Object',
    'Function',
    'Boolean',
    'Symbol',
    'Number',
    'BigInt',
  ],
  ...['String', 'RegExp', 'Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Iterator'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...[
    'SuppressedError',
    'DisposableStack',
    'AsyncDisposableStack',
    'Promise',
    'Proxy',
    'Reflect',
    'JSON',
    'Math',
    'Date',
  ],
  ...['Intl', 'Temporal', 'ArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array'],
  ...['Uint16Array', 'Int32Array', 'Uint32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array'],
  ...['BigUint64Array', 'parseInt', 'parseFloat', 'isNaN', 'isFinite', 'decodeURI', 'decodeURIComponent', 'encodeURI'],
  ...['encodeURIComponent', 'escape', 'unescape'],
]
/** Globals of a browser that user code may use too. */
export const FROM_THE_BROWSER = [
  ...[
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'queueMicrotask',
    'structuredClone',
    'atob',
    'btoa',
  ],
  ...['TextEncoder', 'TextDecoder', 'URL', 'URLSearchParams'],
]

/** Script that deletes all other globals. It expects `getPrototypeOf` of `HOST` in scope. */
export const FORGET = (kept: readonly string[]): string => `
  const kept = new Set(${JSON.stringify(kept)})
  const everything = Object.prototype
  for (let owner = globalThis; owner && owner !== everything; owner = getPrototypeOf(owner))
    for (const key of Reflect.ownKeys(owner)) if (!kept.has(key)) Reflect.deleteProperty(owner, key)
`
